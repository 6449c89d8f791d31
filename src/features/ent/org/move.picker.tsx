import { Form, Switch } from 'antd'
import { AppForm } from '#web/form/AppForm.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { formatCount } from '#web/page/format.ts'
import { org } from './org.contract.ts'
import { DepartmentField, useDepartments } from './org.picker.tsx'

type Props = {
  empNos: string[]
  /** Proposes a department. */
  to?: string | undefined
  onDone?: () => void
  onClose: () => void
}

/** Moves employees to another department; their old main department may be kept beside it. */
export default function MoveToDepartment({ empNos, to, onDone, onClose }: Props) {
  const [form] = Form.useForm<{ orgNo: string; keeps: boolean }>()
  const { byNo } = useDepartments()
  const people = `${formatCount(empNos.length)} 名员工`
  const moving = useSend(org.updateemporg, {
    said: ({ orgNo }) => `${people}已调整到“${byNo.get(orgNo)?.orgName ?? ''}”`,
  })
  const move = ({ orgNo, keeps }: { orgNo: string; keeps: boolean }) =>
    moving.mutate(
      { orgNo, empNos, keepFlag: keeps ? '1' : '0' },
      {
        onSuccess: () => {
          onDone?.()
          onClose()
        },
      },
    )
  return (
    <AppModal
      open
      width={440}
      title="调整部门"
      okText={`调整 ${formatCount(empNos.length)} 人`}
      cancelText="取消"
      confirmLoading={moving.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <AppForm form={form} layout="vertical" initialValues={{ orgNo: to ?? null, keeps: false }} onFinish={move}>
        <Form.Item name="orgNo" label="调整到" required rules={[{ required: true, message: '部门不能为空' }]}>
          <DepartmentField autoFocus={!to} />
        </Form.Item>
        <Form.Item
          name="keeps"
          label="保留原部门"
          valuePropName="checked"
          extra="打开后，原来的主部门仍保留为其他部门；关闭则离开原来的主部门。"
        >
          <Switch checkedChildren="保留" unCheckedChildren="不保留" />
        </Form.Item>
        <p className="grey" style={{ margin: 0 }}>
          所选部门将成为 {people}的主部门，其他部门和权限不变。
        </p>
      </AppForm>
    </AppModal>
  )
}
