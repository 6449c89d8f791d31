import { Form } from 'antd'
import { AppForm } from '#web/form/AppForm.tsx'
import { ManType } from '#domain/meetings/meetings.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { Field, FormContract } from '#web/form/Field.tsx'
import { type InvitedPerson, Guest } from '../mtg.parts.contract.ts'

/** Draws a guest of a meeting, by name and phone. */
export default function GuestModal({
  onAdd,
  onClose,
}: {
  onAdd: (guest: InvitedPerson) => Promise<unknown>
  onClose: () => void
}) {
  const [form] = Form.useForm<InvitedPerson>()
  return (
    <AppModal
      open
      className="touch"
      title="添加来宾"
      width={440}
      okText="添加"
      cancelText="取消"
      onOk={form.submit}
      onCancel={onClose}
    >
      <FormContract value={Guest}>
        <AppForm
          form={form}
          layout="vertical"
          initialValues={{ manType: ManType.guest }}
          onFinish={(guest) => onAdd(guest).then(onClose, () => {})}
          autoComplete="off"
        >
          <Field name="manName" autoFocus />
          <Field name="manTel" />
          <Field name="workUnit" />
          <Field name="manType" />
          {/* Adds on Enter in a field. */}
          <button type="submit" className="unseen" tabIndex={-1} aria-hidden>
            添加
          </button>
        </AppForm>
      </FormContract>
    </AppModal>
  )
}
