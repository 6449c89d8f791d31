import { Form } from 'antd'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { mobile } from '#contract/fields.ts'
import { PhoneDialog } from '#domain/people/PhoneDialog.tsx'
import { HolderCard, useHolder } from './holder.panel.tsx'

type Props<C extends Call> = {
  person: { ptrNo: string; ptrName: string; authTel: string | null; authFlag: string | null }
  call: C
  send: Partial<z.input<C['input']>>
  onClose: () => void
}

type PhoneCall = Call<z.ZodObject<{ authTel: z.ZodType; reason: z.ZodType }>>

/** Changes the phone of a guardian; before it is saved one sees who has the new one already. */
export function GuardianPhone<C extends PhoneCall>({ person: { ptrNo, ptrName, authTel, authFlag }, ...props }: Props<C>) {
  return (
    <PhoneDialog
      {...props}
      name={ptrName}
      authTel={authTel}
      authFlag={authFlag ?? '0'}
      certified="改后仍是已认证，请先和家长核对新号码。"
    >
      <NewOwner ptrNo={ptrNo} />
    </PhoneDialog>
  )
}

function NewOwner({ ptrNo }: { ptrNo: string }) {
  const holder = useHolder()
  const isWhole = mobile.safeParse(Form.useWatch('authTel')).success
  if (!holder) return <p className="grey holder-line">{isWhole && '没有其他家长使用这个手机号。'}</p>
  if (holder.ptrNo === ptrNo) return null
  return (
    <HolderCard holder={holder}>
      <p>一个手机只能登记给一位家长，请填另一个手机，或先改{holder.ptrName}的手机。</p>
    </HolderCard>
  )
}
