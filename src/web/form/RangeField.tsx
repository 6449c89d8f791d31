import { Form, Input } from 'antd'
import { Suspense } from 'react'
import type { DayLimits } from '#contract/values/dayLimits.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'
import './inputs/date.css'
import { type DateRange, wrongRange } from './inputs/dateRange.ts'

// Loads the calendar late, for it is large.
const DateRangeInput = lazyPiece(() => import('./inputs/DateRangeInput.tsx'))

type Props = {
  label: string
  /** Names the fields of the form that hold its ends, `yyyyMMddHHmmss`. */
  from: string
  to: string
  limits?: DayLimits
}

/** Draws two fields of a form, a start and an end, as one range of times that is needed (docs/spec/inputs.md#dates). */
export function RangeField({ label, from, to, limits }: Props) {
  const form = Form.useFormInstance()
  const rule = {
    validator: async (_: unknown, start: string | null | undefined) => {
      const wrong = wrongRange([start ?? null, form.getFieldValue(to) ?? null])
      if (wrong) throw new Error(wrong)
    },
  }
  return (
    <Form.Item label={label} htmlFor={from} required className="range-field">
      <Form.Item name={from} noStyle rules={[rule]}>
        <TwoEnds label={label} to={to} {...(limits && { limits })} />
      </Form.Item>
      {/* Registers the other end, so that it is sent, and what is wrong with it is told here. */}
      <Form.Item name={to} noStyle>
        <Unseen />
      </Form.Item>
    </Form.Item>
  )
}

type EndsProps = Pick<Props, 'label' | 'to' | 'limits'> & {
  id?: string
  value?: string | null
  onChange?: (start: string | null) => void
}

function TwoEnds({ label, to, limits, id, value = null, onChange }: EndsProps) {
  const form = Form.useFormInstance()
  const end = (Form.useWatch(to, { form, preserve: true }) as string | null | undefined) ?? null
  const change = ([start, last]: DateRange) => {
    form.setFieldValue(to, last)
    onChange?.(start)
  }
  return (
    <Suspense fallback={<Input disabled />}>
      <DateRangeInput
        {...(id && { id })}
        {...(limits && { limits })}
        time
        aria-label={label}
        value={[value, end]}
        onChange={change}
      />
    </Suspense>
  )
}

const Unseen = () => null
