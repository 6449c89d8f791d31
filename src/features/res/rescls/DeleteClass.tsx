import { Form } from 'antd'
import { useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { type ClassNode, rescls } from './rescls.contract.ts'
import { ResourceClassField } from './rescls.picker.tsx'

type Props = { node: ClassNode; onDone: () => void; onClose: () => void }

/** Deletes a class; what lies in it goes to another one. */
export default function DeleteClass({ node: { clsNo, clsName, resCnt, items, ver }, onDone, onClose }: Props) {
  const [to, setTo] = useState<string | null>(null)
  const { mutate, isPending } = useSend(rescls.delete, { said: () => `分类“${clsName}”已删除` })
  const remove = () =>
    mutate(
      { clsNo, ver, ...(to && { toClsNo: to }) },
      {
        onSuccess: () => {
          onDone()
          onClose()
        },
      },
    )
  const isBlocked = items.length > 0
  return (
    <AppModal
      open
      width={440}
      className="touch"
      title={`删除“${clsName}”`}
      okText="删除"
      cancelText="取消"
      confirmLoading={isPending}
      okButtonProps={{ danger: true, disabled: isBlocked || (resCnt > 0 && !to) }}
      onOk={remove}
      onCancel={onClose}
    >
      {isBlocked && <p>分类下还有 {formatCount(items.length)} 个下级分类，请先移走或删除它们。</p>}
      {!isBlocked && resCnt === 0 && <p>分类里没有资源。删除后可以撤销。</p>}
      {!isBlocked && resCnt > 0 && (
        <Form layout="vertical">
          <Form.Item label={`里面的 ${formatCount(resCnt)} 个资源移到`} required htmlFor="class-to">
            <ResourceClassField id="class-to" value={to} onChange={setTo} without={clsNo} />
          </Form.Item>
        </Form>
      )}
    </AppModal>
  )
}
