import { Checkbox } from 'antd'
import { useState } from 'react'
import { useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { PhotoDialog, photoSaid } from '#domain/people/PhotoDialog.tsx'
import { emp, type Employee } from '../emp.contract.ts'
import type * as z from 'zod'

export type PhotographedEmployee = Pick<z.output<typeof Employee>, 'empNo' | 'empName' | 'stt' | 'authFlag' | 'authTel'>

type Props = { person: PhotographedEmployee; face: boolean; onClose: () => void }

/** Hands in a photo of an employee; a face with the consent of the person. */
export function PhotoModal({ person: { empNo, empName }, face, onClose }: Props) {
  const sets = useMay()(emp.auth)
  const [agreed, setAgreed] = useState(false)
  const kind = face ? 'face' : 'card'
  const said = () => photoSaid(empName, kind, sets)
  const card = useSend(emp.applyforempcardpht, { quiet: true, said })
  const facePhoto = useSend(emp.applyforempfacepht, { quiet: true, said })
  const hand = (fileNo: string) =>
    face
      ? facePhoto.mutateAsync({ empNo, facePht: fileNo, cnsntFlag: agreed ? '1' : '0' })
      : card.mutateAsync({ empNo, cardPht: fileNo })
  return (
    <PhotoDialog
      name={empName}
      kind={kind}
      sets={sets}
      isAgreed={!face || agreed}
      consent={
        face && (
          <p>
            <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
              本人已同意采集人脸，并知道可以改用卡片
            </Checkbox>
          </p>
        )
      }
      onHand={hand}
      onClose={onClose}
    />
  )
}
