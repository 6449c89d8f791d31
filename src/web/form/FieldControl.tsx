import { Input } from 'antd'
import { type ComponentProps, Suspense } from 'react'
import * as z from 'zod'
import { usualDecimals } from '#contract/values/decimal.ts'
import { unwrapSchema, metaOf } from '#contract/explain.ts'
import { CodeInput } from './inputs/CodeInput.tsx'
import { MaskedInput } from './masked/MaskedInput.tsx'
import { NumberInput } from './inputs/NumberInput.tsx'
import { keyboardOf, TextInput } from './inputs/TextInput.tsx'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

// Loads the calendar late: it is large, and most forms have no date.
const DateInput = lazyPiece(() => import('./inputs/DateInput.tsx'))

type Props = { schema: z.ZodType; required: boolean; autoFocus: boolean; placeholder: string }

// Sets the length above which a text has several lines.
const oneLine = 100

/** Draws the control that a field of a contract suggests, with the props of the form. */
export function FieldControl({ schema, required, ...props }: Props) {
  const { dictionary, date, past, masked, kind } = metaOf(schema)
  const plain = unwrapSchema(schema)
  if (dictionary) {
    const { autoFocus: _, ...select } = props
    return <CodeInput typeCode={dictionary} only={choicesOf(plain)} clearable={!required} {...select} />
  }
  if (plain instanceof z.ZodNumber) return <NumberInput {...limitsOf(plain)} {...props} />
  if (date) return <LateDate limits={{ past }} {...props} />
  const text = { ...props, maxLength: maxLength(plain), ...(kind && keyboardOf[kind]) }
  if (masked) return <MaskedInput {...text} />
  return <TextInput {...text} counts={!kind} lines={!kind && (text.maxLength ?? 0) > oneLine ? 3 : 1} />
}

function LateDate({ autoFocus: _, ...props }: ComponentProps<typeof DateInput> & { autoFocus: boolean }) {
  return (
    <Suspense fallback={<Input disabled placeholder={props.placeholder} />}>
      <DateInput {...props} />
    </Suspense>
  )
}

/** Returns the decimals and limits, as far as a contract sets its own. */
function limitsOf(schema: z.ZodNumber) {
  const own = (limit: number | null) =>
    limit !== null && Number.isFinite(limit) && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined
  const precision = schema.isInt ? 0 : (metaOf(schema).decimals ?? usualDecimals)
  return { precision, min: own(schema.minValue), max: own(schema.maxValue) }
}

// Limits an enumeration with a dictionary to its own values.
const choicesOf = (schema: z.ZodType | undefined): readonly string[] | undefined =>
  schema instanceof z.ZodEnum ? schema.options.map(String) : undefined

const maxLength = (schema: z.ZodType | undefined) => (schema instanceof z.ZodString ? (schema.maxLength ?? undefined) : undefined)
