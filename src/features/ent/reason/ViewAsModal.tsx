import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { reason } from './reason.contract.ts'

/** Opens the product in a page of its own, as somebody else sees it. */
export default function ViewAsModal({ empNo, onClose }: { empNo: string; onClose: () => void }) {
  return (
    <EditModal
      title="以其视角查看"
      call={reason.viewas}
      send={{ empNo }}
      okText="开始查看"
      width={440}
      onClose={onClose}
      onDone={({ url }) => window.open(url, '_blank', 'noopener')}
    >
      <p className="grey">在新的标签页里打开，只能查看，不能修改。谁、什么时候、为什么，都会记在登录日志里。</p>
      <Field name="reason" autoFocus />
    </EditModal>
  )
}
