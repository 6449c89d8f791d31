import { type ReactNode, useState } from 'react'
import { type PhotoKind, photoKinds } from './photos.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { PictureInput } from '#web/form/picture/PictureInput.tsx'
import { toast } from '#web/feedback/toast.ts'

type Props = {
  /** Names the person in the photo. */
  name: string
  kind: PhotoKind
  /** Tells whether it is in use at once; otherwise it waits for the review. */
  sets: boolean
  /** Asks for consent before a face is stored, and holds the answer. */
  consent?: ReactNode
  isAgreed?: boolean
  /** Hands in the file. */
  onHand: (fileNo: string) => Promise<unknown>
  onClose: () => void
}

/** Hands in a photo of somebody, cut to the size it needs; whoever may set it sets it at once, others wait for the review. */
export function PhotoDialog({ name: whose, kind, sets, consent, isAgreed = true, onHand, onClose }: Props) {
  const { name, cut, least } = photoKinds[kind]
  const [photo, setPhoto] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const sending = useSend(upload.upload, { quiet: true })
  const hand = async () => {
    if (!photo) return
    setBusy(true)
    try {
      const { result } = await sending.mutateAsync({ file: photo })
      await onHand(result.fileNo)
      onClose()
    } catch (error) {
      toast.error((error as Error).message)
    }
    setBusy(false)
  }
  return (
    <AppModal
      open
      width={440}
      title={`${whose}的${name}`}
      okText={sets ? '保存' : '提交审核'}
      okButtonProps={{ disabled: !photo || !isAgreed }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={hand}
      onCancel={onClose}
    >
      <PictureInput
        what="照片"
        alt="新照片"
        cut={{ ...cut, least, type: 'jpg' }}
        required
        isFirst
        value={photo}
        onChange={setPhoto}
      />
      <p className="grey">正面免冠，头像居中。</p>
      {consent}
    </AppModal>
  )
}

/** Returns the text of the undo notice after a photo was submitted. */
export const photoSaid = (whose: string, kind: PhotoKind, sets: boolean) =>
  sets ? `已保存${whose}的${photoKinds[kind].name}` : `${whose}的${photoKinds[kind].name}已提交，等待审核`
