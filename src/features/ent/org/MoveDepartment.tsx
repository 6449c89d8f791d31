import { Form } from 'antd'
import { useState } from 'react'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { DepartmentField } from './org.picker.tsx'
import type { DepartmentPlace } from './useDepartmentTree.tsx'

type Props = { department: DepartmentPlace; onMove: (to: string | undefined) => void; onClose: () => void }

/** Asks under which department another shall lie. */
export default function MoveDepartment({ department: { orgNo, orgName, prtNo }, onMove, onClose }: Props) {
  const [to, setTo] = useState(prtNo ?? null)
  return (
    <AppModal
      open
      width={440}
      title={`移动“${orgName}”`}
      okText="下一步"
      okButtonProps={{ disabled: to === (prtNo ?? null) }}
      cancelText="取消"
      onOk={() => onMove(to ?? undefined)}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="移到哪个部门之下" htmlFor="move-to">
          <DepartmentField
            id="move-to"
            without={orgNo}
            placeholder="没有上级，放在最上一级"
            value={to}
            onChange={(chosen) => setTo(chosen as string | null)}
          />
        </Form.Item>
      </Form>
    </AppModal>
  )
}
