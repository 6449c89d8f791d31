import { QrCode } from 'lucide-react'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { EnrolState } from '#domain/activities/activities.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { useSend } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { momentSpan } from '#web/portal/moments.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { EnrolmentCode } from './EnrolmentCode.tsx'
import { EnrolmentSteps, type OwnEnrolment } from './EnrolmentSteps.tsx'
import { LinkButton } from '#web/page/LinkButton.tsx'

/** Draws one enrolment of the caller's: its state, and its actions. */
export function EnrolmentCard({ own }: { own: OwnEnrolment }) {
  const { regNo, actNo, title, name, unitName, sDt, eDt, place, stt, queueNo, answer, cancelFlag, workFlag, signTm } = own
  const [isShown, showCode] = useState(false)
  const { ask, dialog } = useConfirm()
  const cancel = useSend(reg.cancel, { said: () => `${name}的报名已取消` })
  const hasCode = stt === EnrolState.taken && signTm === null
  return (
    <li className="act-panel enrolment">
      <div className="spread">
        <Link to={`/vam/prtl/dtl?no=${actNo}`} className="enrolment-title">
          {title}
        </Link>
        <StatusTag type="REG_STT" value={stt} />
      </div>
      <p>
        <b>{name}</b> {unitName && <span className="grey">{unitName}</span>}
        {stt === EnrolState.waiting && queueNo !== null && <span className="enrolment-queue">候补第 {queueNo} 位</span>}
      </p>
      <p className="grey">
        {momentSpan(sDt, eDt)}
        {place && ` · ${place}`}
      </p>
      {stt === EnrolState.refused && answer && <p className="bad-line">没有通过：{answer}</p>}
      <EnrolmentSteps own={own} />
      <div className="row-actions">
        {workFlag === '1' && (
          <LinkButton to={`/vam/prtl/uploadworks?no=${actNo}&reg=${regNo}`} type="primary">
            上传作品
          </LinkButton>
        )}
        {hasCode && (
          <Button icon={<QrCode />} onClick={() => showCode(true)} aria-label={`签到码：${name}`}>
            签到码
          </Button>
        )}
        {cancelFlag === '1' && (
          <Button
            aria-label={`取消报名：${name}`}
            onClick={() =>
              ask({
                title: `取消${name}的报名？`,
                touches: `“${title}”的名额会让给下一位候补的人。`,
                verb: '取消报名',
                act: () => cancel.mutateAsync({ regNo }),
              })
            }
          >
            取消报名
          </Button>
        )}
      </div>
      {isShown && <EnrolmentCode own={own} onClose={() => showCode(false)} />}
      {dialog}
    </li>
  )
}
