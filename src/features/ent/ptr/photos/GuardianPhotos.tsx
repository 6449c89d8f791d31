import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { PersonPhotos } from '#domain/people/PersonPhotos.tsx'
import { PhotoDialog, photoSaid } from '#domain/people/PhotoDialog.tsx'
import type { PhotoKind } from '#domain/people/photos.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { ptr } from '../ptr.contract.ts'

type Guardian = { ptrNo: string; ptrName: string }

/** Draws the photos of a guardian. */
export default function GuardianPhotos({ person }: { person: Guardian }) {
  const { ptrNo, ptrName } = person
  const may = useMay()
  const read = useQuery(query(ptr.getphotos, { ptrNo }))
  const [handing, setHanding] = useState<PhotoKind>()
  const withdraw = useSend(ptr.withdraw)
  return (
    <>
      <PersonPhotos
        name={ptrName}
        read={read}
        consents="家长"
        onHand={may(ptr.applyforptrcardpht) ? setHanding : undefined}
        onWithdraw={may(ptr.withdraw) ? () => withdraw.mutateAsync({ ptrNo }) : undefined}
      />
      {handing && <Handing person={person} kind={handing} onClose={() => setHanding(undefined)} />}
    </>
  )
}

/** Hands in a photo of a guardian; a face with their own consent. */
function Handing({ person: { ptrNo, ptrName }, kind, onClose }: { person: Guardian; kind: PhotoKind; onClose: () => void }) {
  const sets = useMay()(ptr.auth)
  const [agreed, setAgreed] = useState(false)
  const said = () => photoSaid(ptrName, kind, sets)
  const card = useSend(ptr.applyforptrcardpht, { quiet: true, said })
  const face = useSend(ptr.applyforptrfacepht, { quiet: true, said })
  const hand = (fileNo: string) =>
    kind === 'face'
      ? face.mutateAsync({ ptrNo, facePht: fileNo, cnsntFlag: agreed ? '1' : '0' })
      : card.mutateAsync({ ptrNo, cardPht: fileNo })
  return (
    <PhotoDialog
      name={ptrName}
      kind={kind}
      sets={sets}
      isAgreed={kind === 'card' || agreed}
      consent={
        kind === 'face' && (
          <Checkbox className="touch" checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
            本人已同意采集人脸，并知道可以改用卡片
          </Checkbox>
        )
      }
      onHand={hand}
      onClose={onClose}
    />
  )
}
