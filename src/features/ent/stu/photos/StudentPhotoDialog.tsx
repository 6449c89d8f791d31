import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Checkbox, Form } from 'antd'
import { useState } from 'react'
import type { PhotoKind } from '#domain/people/photos.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { useDictionary } from '#web/api/dictionary.tsx'
import { useMay } from '#web/api/me.tsx'
import { PhotoDialog, photoSaid } from '#domain/people/PhotoDialog.tsx'
import { stu } from '../stu.contract.ts'

type Props = { student: { stuNo: string; stuName: string }; kind: PhotoKind; onClose: () => void }

/** Hands in a photo of a student; a face with the consent of a guardian, who is named. */
export default function StudentPhotoDialog({ student: { stuNo, stuName }, kind, onClose }: Props) {
  const sets = useMay()(stu.auth)
  const [agreed, setAgreed] = useState(false)
  const [cnsntBy, setConsenting] = useState('')
  const said = () => photoSaid(stuName, kind, sets)
  const card = useSend(stu.applyforstucardpht, { quiet: true, said })
  const face = useSend(stu.applyforstufacepht, { quiet: true, said })
  const hand = (fileNo: string) =>
    kind === 'face'
      ? face.mutateAsync({ stuNo, facePht: fileNo, cnsntFlag: agreed ? '1' : '0', cnsntBy })
      : card.mutateAsync({ stuNo, cardPht: fileNo })
  return (
    <PhotoDialog
      name={stuName}
      kind={kind}
      sets={sets}
      isAgreed={kind === 'card' || (agreed && cnsntBy.trim() !== '')}
      consent={
        kind === 'face' && (
          <div className="touch">
            <p>
              <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
                监护人已同意采集人脸，并知道可以改用卡片
              </Checkbox>
            </p>
            <Consenting stuNo={stuNo} value={cnsntBy} onChange={setConsenting} />
          </div>
        )
      }
      onHand={hand}
      onClose={onClose}
    />
  )
}

type ConsentingProps = { stuNo: string; value: string; onChange: (cnsntBy: string) => void }

/** Draws who consented: one of the guardians of the child, or somebody who is not recorded as one. */
function Consenting({ stuNo, value, onChange }: ConsentingProps) {
  const { data = [] } = useQuery(query(stu.getptrlist, { stuNo }))
  const relations = useDictionary('RELT')
  const nameOf = (relt: string) => relations.find(({ infoNo }) => infoNo === relt)?.chnName ?? relt
  return (
    <Form layout="vertical" component={false}>
      <Form.Item label="同意的监护人" htmlFor="cnsntBy" required>
        <AutoComplete
          id="cnsntBy"
          value={value}
          onChange={onChange}
          maxLength={60}
          placeholder="请选择，或写明姓名和关系"
          options={data.map(({ ptrName, relt }) => ({ value: `${ptrName}（${nameOf(relt)}）` }))}
        />
      </Form.Item>
    </Form>
  )
}
