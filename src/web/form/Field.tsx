import { Form } from 'antd'
import { createContext, type ReactElement, use } from 'react'
import * as z from 'zod'
import { oddMobile } from '#contract/values/contact.ts'
import { explain, inner, metaOf } from '#contract/explain.ts'
import { oddIdNo } from '#contract/values/idNumber.ts'
import { FieldControl } from './FieldControl.tsx'
import { isMasked } from './masked/masked.ts'

/** The contract of the form around a field. */
export const FormContract = createContext<z.ZodObject | undefined>(undefined)

type Props = {
  name: string
  autoFocus?: boolean
  /** Take the place of what the contract's label gives. */
  label?: string
  placeholder?: string
  /** It must be given here, though the contract does not ask for it in every case. */
  isNeeded?: boolean
  /** A control of the caller's own, in place of the one that the contract's field suggests. */
  children?: ReactElement
}

/** One field of a form: label, rule and control come from the contract's own field. */
export function Field({ name, autoFocus = false, label, placeholder, isNeeded = false, children }: Props) {
  const contract = use(FormContract)
  const schema = contract?.shape[name] as z.ZodType | undefined
  if (!contract || !schema) throw new Error(`the form's contract has no field ${name}`)
  const { title, dictionary, date, files } = metaOf(schema)
  const required = isNeeded || ![null, []].some((empty) => accepts(given(schema), empty))
  const asked = placeholder ?? `${dictionary || date ? '请选择' : '请输入'}${label ?? title}`
  // Leaving it brings a number within its limits, so it is not judged before.
  const isNumber = !children && inner(schema) instanceof z.ZodNumber
  const rules = [
    {
      validator: async (_: unknown, value: unknown) => {
        if (isNeeded && (value === undefined || value === null || value === '')) throw new Error(`${label ?? title}不能为空`)
        check(contract, name, value)
      },
      // That files are still on their way is wrong only when the form is sent.
      ...(files && { validateTrigger: 'onSubmit' }),
    },
    { warningOnly: true, validator: async (_: unknown, value: unknown) => remark(schema, value) },
  ]
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

/** What is odd about a value that is accepted all the same. */
async function remark(schema: z.ZodType, value: unknown) {
  const { kind } = metaOf(schema)
  if (typeof value !== 'string') return
  const odd = kind === 'idNo' ? oddIdNo(value) : kind === 'mobile' ? oddMobile(value) : undefined
  if (odd) throw new Error(odd)
}

function check(contract: z.ZodObject, name: string, value: unknown) {
  const schema = given(contract.shape[name] as z.ZodType)
  // A masked value that nobody touched is not sent.
  if (isMasked(value)) return
  const isEmpty = value === '' || value === undefined || value === null
  // Nothing chosen yet is an empty list.
  if (isEmpty && [null, []].some((empty) => accepts(schema, empty))) return
  const parsed = z.object({ [name]: schema }).safeParse({ [name]: isEmpty ? undefined : value }, { reportInput: true })
  if (!parsed.success) throw new Error(explain(contract, parsed.error)[0]?.message)
}

/** A field as it is when it is given: that a change may leave it out does not mean that it may be empty. */
function given(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
  return isWrapped ? given(schema.unwrap() as z.ZodType) : schema
}

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
