import { Checkbox } from 'antd'
import { useState } from 'react'
import { photoKinds } from '#contract/photos.ts'
import { upload } from '#features/file/upload/upload.contract.ts'
import { AppModal } from '#web/AppModal.tsx'
import { useSend } from '#web/api.ts'
import { PictureInput } from '#web/form/PictureInput.tsx'
import { useMay } from '#web/me.tsx'
import { toast } from '#web/toast.ts'
import { emp } from './emp.contract.ts'
import type { Person } from './useEmployeeActions.tsx'

type Props = { person: Person; face: boolean; onClose: () => void }

/** Hands in a photo of an employee, cut to the size it needs; whoever may set it sets it at once, others wait for the review. */
export function PhotoModal({ person: { empNo, empName }, face, onClose }: Props) {
  const may = useMay()
  const { name, cut, least } = photoKinds[face ? 'face' : 'card']
  const [photo, setPhoto] = useState<File | null>(null)
  const [agreed, setAgreed] = useState(false)
  const sending = useSend(upload.upload, { quiet: true })
  const said = () => (may(emp.auth) ? `已保存${empName}的${name}` : `${empName}的${name}已提交，等待审核`)
  const card = useSend(emp.applyforempcardpht, { quiet: true, said })
  const facePhoto = useSend(emp.applyforempfacepht, { quiet: true, said })
  const busy = sending.isPending || card.isPending || facePhoto.isPending
  const hand = async () => {
    if (!photo) return
    try {
      const { result } = await sending.mutateAsync({ file: photo })
      if (face) await facePhoto.mutateAsync({ empNo, facePht: result.fileNo, cnsntFlag: agreed ? '1' : '0' })
      else await card.mutateAsync({ empNo, cardPht: result.fileNo })
      onClose()
    } catch (error) {
      toast.error((error as Error).message)
    }
  }
  return (
    <AppModal
      open
      width={440}
      title={`${empName}的${name}`}
      okText={may(emp.auth) ? '保存' : '提交审核'}
      okButtonProps={{ disabled: !photo || (face && !agreed) }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={hand}
      onCancel={onClose}
    >
      <PictureInput what="照片" alt="新照片" cut={{ ...cut, least, type: 'jpg' }} required value={photo} onChange={setPhoto} />
      <p className="grey">正面免冠，头像居中。</p>
      {face && (
        <p>
          <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
            本人已同意采集人脸，并知道可以改用卡片
          </Checkbox>
        </p>
      )}
    </AppModal>
  )
}
