import { Button, Checkbox, Upload } from 'antd'
import { useEffect, useState } from 'react'
import { upload } from '#features/file/upload/upload.contract.ts'
import { AppModal } from '#web/AppModal.tsx'
import { useSend } from '#web/api.ts'
import { cropPicture } from '#web/cropPicture.ts'
import { useMay } from '#web/me.tsx'
import { toast } from '#web/toast.ts'
import { emp } from './emp.contract.ts'
import { photoKinds } from './emp.pictures.contract.ts'
import type { Person } from './useEmployeeActions.tsx'

type Props = { person: Person; face: boolean; onClose: () => void }

/** Hands in a photo of an employee, cut to the size it needs; whoever may set it sets it at once, others wait for the review. */
export function PhotoModal({ person: { empNo, empName }, face, onClose }: Props) {
  const may = useMay()
  const { name, cut: size } = photoKinds[face ? 'face' : 'card']
  const [cut, setCut] = useState<File>()
  const [url, setUrl] = useState<string>()
  const [agreed, setAgreed] = useState(false)
  const sending = useSend(upload.upload, { quiet: true })
  const said = () => (may(emp.auth) ? `已保存${empName}的${name}` : `${empName}的${name}已提交，等待审核`)
  const card = useSend(emp.applyforempcardpht, { quiet: true, said })
  const facePhoto = useSend(emp.applyforempfacepht, { quiet: true, said })
  const busy = sending.isPending || card.isPending || facePhoto.isPending
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])

  const choose = async (file: File) => {
    const made = await cropPicture(file, size.width, size.height)
    if (!made) return toast.error('这个文件不是能打开的图片，请选 jpg 或 png')
    setCut(made)
    setUrl(URL.createObjectURL(made))
  }
  const hand = async () => {
    if (!cut) return
    try {
      const { result } = await sending.mutateAsync({ file: cut })
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
      okButtonProps={{ disabled: !cut || (face && !agreed) }}
      cancelText="取消"
      confirmLoading={busy}
      onOk={hand}
      onCancel={onClose}
    >
      <div className="photo-choice">
        {url ? <img src={url} alt="新照片" /> : <div className="photo-empty">还没有选照片</div>}
        <div className="stack">
          <Upload
            accept=".jpg,.jpeg,.png"
            showUploadList={false}
            beforeUpload={(file) => {
              void choose(file)
              return false
            }}
          >
            <Button>{cut ? '换一张' : '选择照片'}</Button>
          </Upload>
          <span className="grey">
            正面免冠，会从中间裁成 {size.width}×{size.height}。
          </span>
        </div>
      </div>
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
