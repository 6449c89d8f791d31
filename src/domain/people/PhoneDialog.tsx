import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'

type PhoneCall = Call<z.ZodObject<{ authTel: z.ZodType; reason: z.ZodType }>>

type Props<C extends Call> = {
  name: string
  authTel: string | null
  authFlag: string
  call: C
  /** Holds the number of the person. */
  send: Partial<z.input<C['input']>>
  /** Names what changes with a certified phone, after 已认证：. */
  certified: string
  onDone?: (result: z.output<C['output']>) => void
  /** Shows remarks on the new phone while it is typed. */
  children?: ReactNode
  onClose: () => void
}

/** Changes the phone of somebody, certified or not. */
export function PhoneDialog<C extends PhoneCall>({ name, authTel, authFlag, certified, children, ...form }: Props<C>) {
  const now = authTel ? `现在的手机 ${authTel}${authFlag === '1' ? `，已认证：${certified}` : '，未认证。'}` : '还没有登记手机。'
  return (
    <EditModal {...form} title={`改“${name}”的手机`} okText="保存" said={`已改${name}的手机`} width={440}>
      <p className="grey">{now}</p>
      <Field name="authTel" label="新手机" autoFocus />
      {children}
      <Field name="reason" />
    </EditModal>
  )
}
