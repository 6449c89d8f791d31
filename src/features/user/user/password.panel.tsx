import { Button, Form, Input } from 'antd'
import { AppForm } from '#web/form/AppForm.tsx'
import { showFaults } from '#web/form/showFaults.ts'
import { PasswordAgain, PasswordChange, user } from '#contract/shell/user.contract.ts'
import { codes } from '#contract/codes.ts'
import { explain } from '#contract/explain.ts'
import { isStrong } from '#contract/values/password.ts'
import { useState } from 'react'
import { PasswordStrength } from '#web/form/inputs/PasswordStrength.tsx'
import { type CallError, send } from '#web/api/send.ts'
import { replaceToken } from '#web/api/session.ts'
import { toast } from '#web/feedback/toast.ts'

type Values = { oldPwd: string; newPwd: string; again: string }

const hint = '6 到 20 位，不要用常见密码'
const strongHint = '8 到 20 位，含大写字母、小写字母、数字、符号中的至少两类，不要用常见密码'

const contract = PasswordChange.extend(PasswordAgain.shape)

function refuseOdd(field: keyof Values, value: unknown) {
  const one = contract.pick({ [field]: true } as { oldPwd: true })
  const parsed = one.safeParse({ [field]: value })
  if (!parsed.success) throw new Error(explain(one, parsed.error)[0]?.message)
}

const rule = (field: keyof Values, strong = false) => ({
  validator: async (_: unknown, value: unknown) => {
    refuseOdd(field, value)
    if (strong && !isStrong(String(value))) throw new Error(codes.weakPassword[1])
  },
})

/** `isUnset`: the account has no password, so that there is no old one to ask for. */
type Props = { oldPwd?: string; isUnset?: boolean; strong: boolean; onDone: () => void }

/**
 * Draws old password, new password, new password again, with the rules of docs/spec/sign-in.md#passwords; `strong`: with the
 * general rule.
 */
export default function PasswordForm({ oldPwd, isUnset = false, strong, onDone }: Props) {
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const typed = Form.useWatch('newPwd', form) ?? ''
  const submit = async ({ newPwd, ...values }: Values) => {
    setBusy(true)
    try {
      const change = { oldPwd: oldPwd ?? values.oldPwd, newPwd }
      const { result, message } = await (isUnset ? send(user.setpwd, { newPwd }) : send(user.updatepwd, change))
      replaceToken(result)
      toast.success(message)
      onDone()
    } catch (error) {
      const { fields, message } = error as CallError
      const own = fields.filter(({ field }) => form.getFieldInstance(field))
      if (own.length > 0) showFaults(form, own)
      else toast.error(message)
    }
    setBusy(false)
  }
  const extra = (
    <>
      {strong ? strongHint : hint}
      <PasswordStrength password={typed} />
    </>
  )
  return (
    <AppForm form={form} layout="vertical" requiredMark={false} onFinish={submit} validateTrigger="onBlur">
      {oldPwd === undefined && !isUnset && (
        <Form.Item name="oldPwd" label="旧密码" rules={[rule('oldPwd')]}>
          <Input.Password autoComplete="current-password" placeholder="请输入旧密码" autoFocus />
        </Form.Item>
      )}
      <Form.Item name="newPwd" label="新密码" rules={[rule('newPwd', strong)]} extra={extra}>
        <Input.Password autoComplete="new-password" placeholder="请输入新密码" autoFocus={oldPwd !== undefined || isUnset} />
      </Form.Item>
      <Form.Item
        name="again"
        label="再次输入"
        dependencies={['newPwd']}
        rules={[
          {
            validator: async (_, value) => {
              refuseOdd('again', value)
              if (value !== form.getFieldValue('newPwd')) throw new Error('两次密码输入不一致')
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" placeholder="请再次输入密码" />
      </Form.Item>
      <Button type="primary" htmlType="submit" block disabled={busy}>
        {busy ? '请稍候……' : isUnset ? '设置密码' : '修改密码'}
      </Button>
    </AppForm>
  )
}
