import { Form } from 'antd'
import { useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { EnterpriseField } from './enterprise.picker.tsx'
import type { EnterpriseTreeState } from './useEnterpriseTree.tsx'

type Props = { tree: EnterpriseTreeState; entNos: string[]; onMove: (to: string) => void; onClose: () => void }

/** Asks under which enterprise others shall lie. */
export default function MoveEnterprise({ tree, entNos, onMove, onClose }: Props) {
  const first = tree.byNo.get(entNos[0] ?? '')
  const [to, setTo] = useState<string | null>(null)
  return (
    <AppModal
      open
      width={480}
      title={entNos.length === 1 ? `移动“${first?.entName}”` : `移动 ${entNos.length} 家企业`}
      okText="下一步"
      okButtonProps={{ disabled: to === null || (entNos.length === 1 && to === first?.prtNo) }}
      cancelText="取消"
      onOk={() => to && onMove(to)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="移到哪家企业之下" htmlFor="move-to">
          <EnterpriseField id="move-to" without={entNos} value={to} onChange={setTo} />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
