import { Alert, Checkbox, Form, Input, Select } from 'antd'
import { AppForm } from '#web/form/AppForm.tsx'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { useSend } from '#web/api/api.ts'
import { account, type Row } from './account.contract.ts'

type Values = { entNo: string; reason: string; write?: boolean }

/** Acts as a user in a page of its own: with a reason, to look only unless changes are allowed. */
export default function ImpersonateModal({ row: { userNo, nickName, idnts }, onClose }: { row: Row; onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const imitate = useSend(account.imitate)
  const start = async ({ entNo, reason, write }: Values) => {
    const idntNo = idnts.find((one) => one.entNo === entNo)?.idntNo ?? ''
    const { result } = await imitate.mutateAsync({ userNo, idntNo, idntEntNo: entNo, reason, writeFlag: write ? '1' : '0' })
    window.open(result.url, '_blank', 'noopener')
    onClose()
  }
  return (
    <AppModal
      open
      width={480}
      title={`模拟登录“${nickName}”`}
      okText="开始模拟"
      cancelText="取消"
      confirmLoading={imitate.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <AppForm
        form={form}
        layout="vertical"
        initialValues={{ entNo: idnts[0]?.entNo }}
        onFinish={(values) => void start(values).catch(() => {})}
        requiredMark={false}
      >
        <Alert type="info" title="在新的标签页里以对方的身份打开，页面上一直有提示。谁、什么时候、为什么，都会记在登录日志里。" />
        <Form.Item name="entNo" label="身份" style={{ marginTop: 16 }}>
          <Select options={idnts.map(({ entNo, entName, idntName }) => ({ value: entNo, label: `${idntName} · ${entName}` }))} />
        </Form.Item>
        <Form.Item
          name="reason"
          label="原因"
          rules={[{ required: true, whitespace: true, message: '请写明原因，例如：老师来电，核对班级名单' }]}
        >
          <Input maxLength={200} autoFocus placeholder="例如：老师来电，核对班级名单" />
        </Form.Item>
        <Form.Item name="write" valuePropName="checked" noStyle>
          <Checkbox>允许修改（不勾选只能查看）</Checkbox>
        </Form.Item>
      </AppForm>
    </AppModal>
  )
}
