import { useQuery } from '@tanstack/react-query'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query } from '#web/api/api.ts'
import { QrCode } from '#web/print/QrCode.tsx'
import type { OwnEnrolment } from './EnrolmentSteps.tsx'

/** Draws the code that is shown at the entrance of an activity. */
export function EnrolmentCode({ own: { regNo, name, title }, onClose }: { own: OwnEnrolment; onClose: () => void }) {
  const { data, error } = useQuery(query(reg.getcode, { regNo }))
  return (
    <AppModal open title={`${name}的签到码`} width={360} footer={null} onCancel={onClose}>
      <div className="enrolment-code">
        {data && <QrCode text={data.token} size={264} label={`${name}参加“${title}”的签到码`} />}
        {error && <p role="alert">{error.message}</p>}
        <p className="grey">到场时给工作人员扫一下。</p>
      </div>
    </AppModal>
  )
}
