import { Form, Input } from 'antd'
import { Field } from '../Field.tsx'

type Person = { authFlag: string; authTel: string | null }

/** Draws the phone of an existing or new person; once it is certified there is another way to change it. */
export const PhoneField = ({ person }: { person: Person | undefined }) =>
  person?.authFlag === '1' ? (
    <Form.Item label="认证手机" extra="已认证，换号请用“改手机”">
      <Input disabled value={person.authTel ?? ''} aria-label="认证手机" />
    </Form.Item>
  ) : (
    <Field name="authTel" />
  )
