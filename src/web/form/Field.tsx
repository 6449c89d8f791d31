import { Form, Input, InputNumber } from 'antd'
import { type ComponentProps, createContext, lazy, type ReactElement, Suspense, use } from 'react'
import * as z from 'zod'
import { explain, inner, metaOf } from '#contract/explain.ts'
import { CodeInput } from './CodeInput.tsx'
import { isMasked, MaskedInput } from './MaskedInput.tsx'

// The calendar is large, and most forms have no date.
const DateInput = lazy(() => import('./DateInput.tsx'))

/** The contract of the form around a field. */
export const FormContract = createContext<z.ZodObject | undefined>(undefined)

type Props = {
  name: string
  autoFocus?: boolean
  /** Takes the place of the contract's label. */
  label?: string
  /** A remark about a value that is accepted all the same. */
  warn?: (value: string) => string | undefined
  /** A control of the caller's own, in place of the one that the contract's field suggests. */
  children?: ReactElement
}

/** One field of a form: label, rule and control come from the contract's own field. */
export function Field({ name, autoFocus = false, label, warn, children }: Props) {
  const contract = use(FormContract)
  const schema = contract?.shape[name] as z.ZodType | undefined
  if (!contract || !schema) throw new Error(`the form's contract has no field ${name}`)
  const { title, dictionary, date, masked } = metaOf(schema)
  const required = ![null, []].some((empty) => accepts(given(schema), empty))
  const max = maxLength(schema)
  const control = { autoFocus, maxLength: max, placeholder: `${dictionary || date ? '请选择' : '请输入'}${label ?? title}` }
  const rules = [
    { validator: async (_: unknown, value: unknown) => check(contract, name, value) },
    ...(warn ? [{ warningOnly: true, validator: async (_: unknown, value: unknown) => remark(warn, value) }] : []),
  ]
  return (
    <Form.Item name={name} label={label ?? title} required={required} rules={rules}>
      {children ??
        (dictionary ? (
          <CodeInput typeCode={dictionary} only={choicesOf(schema)} clearable={!required} placeholder={control.placeholder} />
        ) : inner(schema) instanceof z.ZodNumber ? (
          <InputNumber autoFocus={autoFocus} placeholder={control.placeholder} style={{ width: '100%' }} />
        ) : date ? (
          <LateDate placeholder={control.placeholder} />
        ) : masked ? (
          <MaskedInput {...control} />
        ) : (max ?? 0) > 100 ? (
          // A fixed height: measuring one sets a style attribute, which the page's security policy forbids.
          <Input.TextArea {...control} showCount rows={3} />
        ) : (
          <Input {...control} />
        ))}
    </Form.Item>
  )
}

// What the form gives to its control is handed on.
function LateDate(props: ComponentProps<typeof DateInput>) {
  return (
    <Suspense fallback={<Input disabled placeholder={props.placeholder} />}>
      <DateInput {...props} />
    </Suspense>
  )
}

async function remark(warn: (value: string) => string | undefined, value: unknown) {
  const said = typeof value === 'string' && value !== '' && warn(value)
  if (said) throw new Error(said)
}

// An enumeration with a dictionary offers its own values alone.
function choicesOf(schema: z.ZodType): readonly string[] | undefined {
  const plain = inner(schema)
  return plain instanceof z.ZodEnum ? plain.options.map(String) : undefined
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

function maxLength(schema: z.ZodType): number | undefined {
  const plain = inner(schema)
  return plain instanceof z.ZodString ? (plain.maxLength ?? undefined) : undefined
}
