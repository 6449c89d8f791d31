import { Form } from 'antd'
import { useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { ResourceClassField, useClasses } from '#features/res/rescls/rescls.picker.tsx'
import { res } from './res.contract.ts'

type Props = { resNos: string[]; clear: () => void; onClose: () => void }

/** Puts resources into another class. */
export default function MoveModal({ resNos, clear, onClose }: Props) {
  const { byNo } = useClasses()
  const [to, setTo] = useState<string | null>(null)
  const { mutate, isPending } = useSend(res.move, {
    said: ({ clsNo }) => `${resNos.length} 个资源已移到“${byNo.get(clsNo)?.clsName}”`,
  })
  const done = () => {
    clear()
    onClose()
  }
  return (
    <AppModal
      open
      width={440}
      className="touch"
      title={`移动 ${resNos.length} 个资源`}
      okText="移动"
      cancelText="取消"
      confirmLoading={isPending}
      okButtonProps={{ disabled: !to }}
      onOk={() => to && mutate({ resNos, clsNo: to }, { onSuccess: done })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="移到" required htmlFor="move-class" extra="已共享给别的单位的，在那边的分类不变。">
          <ResourceClassField id="move-class" value={to} onChange={setTo} autoFocus />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
