import { Form } from 'antd'
import { createContext, type ReactElement, type ReactNode, use } from 'react'
import * as z from 'zod'
import { oddMobile } from '#contract/values/contact.ts'
import { explain, unwrapSchema, metaOf } from '#contract/explain.ts'
import { oddIdNo } from '#contract/values/idNumber.ts'
import { remarkOnNumbers } from '#contract/values/personalNumbers.ts'
import { FieldControl } from './FieldControl.tsx'
import { FieldShown, RecordShown } from './FieldShown.tsx'
import { isMaskedValue } from '#contract/values/masking.ts'

/** Provides the contract of the form around a field. */
export const FormContract = createContext<z.ZodObject | undefined>(undefined)

type Props = {
  name: string
  autoFocus?: boolean
  /** Replaces the contract's label. */
  label?: string
  placeholder?: string
  /** Requires a value here that the contract does not always require. */
  isNeeded?: boolean
  /** Checks it only when the form is sent, for it is written part by part. */
  isCheckedLater?: boolean
  /** Replaces the control that the contract's field suggests. */
  children?: ReactElement
  /** Draws the value where the record is only read; a control of its own stays what it is without it. */
  shown?: (value: string | null) => ReactNode
}

/** Draws one field of a form: label, rule and control come from the contract's own field. */
export function Field({
  name,
  autoFocus = false,
  label,
  placeholder,
  isNeeded = false,
  isCheckedLater = false,
  children,
  shown,
}: Props) {
  const contract = use(FormContract)
  const schema = contract?.shape[name] as z.ZodType | undefined
  if (!contract || !schema) throw new Error(`the form's contract has no field ${name}`)
  const isRead = use(RecordShown) !== undefined
  const { title, dictionary, date } = metaOf(schema)
  const required = isNeeded || ![null, []].some((empty) => accepts(given(schema), empty))
  const asked = placeholder ?? (date ? '如 2020-02-29' : `${dictionary ? '请选择' : '请输入'}${label ?? title}`)
  // Checks a number only after leaving the field has brought it within its limits.
  const isNumber = !children && unwrapSchema(schema) instanceof z.ZodNumber
  const rules = rulesOf(contract, schema, { name, label, isNeeded, isCheckedLater })
  if (isRead && (shown || !children)) return <FieldShown name={name} label={label} schema={schema} draw={shown} />
  return (
    <Form.Item
      name={name}
      label={label ?? title}
      required={required}
      rules={rules}
      validateTrigger={isNumber ? 'onBlur' : 'onChange'}
    >
      {children ?? <FieldControl schema={schema} required={required} autoFocus={autoFocus} placeholder={asked} />}
    </Form.Item>
  )
}

type Checked = { name: string; label: string | undefined; isNeeded: boolean; isCheckedLater: boolean }

/** Returns what is checked of a field, and remarked on. */
function rulesOf(contract: z.ZodObject, schema: z.ZodType, { name, label, isNeeded, isCheckedLater }: Checked) {
  const { title, files } = metaOf(schema)
  return [
    {
      validator: async (_: unknown, value: unknown) => {
        if (isNeeded && (value === undefined || value === null || value === '')) throw new Error(`${label ?? title}不能为空`)
        check(contract, name, value)
      },
      // Checks files too only when the form is sent, for they may be on their way.
      ...((files || isCheckedLater) && { validateTrigger: 'onSubmit' }),
    },
    { warningOnly: true, validator: async (_: unknown, value: unknown) => remark(schema, value, label) },
  ]
}

/** Returns a remark on a value that is accepted all the same; undefined where there is none. */
async function remark(schema: z.ZodType, value: unknown, label: string | undefined) {
  const { kind, masked, secret, dictionary, title = '' } = metaOf(schema)
  if (typeof value !== 'string') return
  const isFree = !kind && !masked && !secret && !dictionary && unwrapSchema(schema) instanceof z.ZodString
  const told = isFree ? remarkOnNumbers(label ?? title, value) : undefined
  const odd = kind === 'idNo' ? oddIdNo(value) : kind === 'mobile' ? oddMobile(value) : told
  if (odd) throw new Error(odd)
}

function check(contract: z.ZodObject, name: string, value: unknown) {
  const schema = given(contract.shape[name] as z.ZodType)
  // Skips an untouched masked value, which is not sent.
  if (isMaskedValue(value)) return
  const isEmpty = value === '' || value === undefined || value === null
  // Accepts an empty list where nothing is chosen yet.
  if (isEmpty && [null, []].some((empty) => accepts(schema, empty))) return
  const parsed = z.object({ [name]: schema }).safeParse({ [name]: isEmpty ? undefined : value }, { reportInput: true })
  if (!parsed.success) throw new Error(explain(contract, parsed.error)[0]?.message)
}

/** Returns the schema of a field that is given: an optional field of a change need not accept an empty value. */
function given(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
  return isWrapped ? given(schema.unwrap() as z.ZodType) : schema
}

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
