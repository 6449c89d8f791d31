import { Form } from 'antd'
import { Field } from '#web/form/Field.tsx'
import './admnarea.css'
import { AreaSelect } from './AreaSelect.tsx'

const whole = ['prvn', 'city', 'dstr', 'chdDstr'] as const

/** Draws an address from the province down: one select for each of these fields of the form around it, which holds names. */
export function AreaField({ fields = whole }: { fields?: readonly string[] }) {
  const form = Form.useFormInstance()
  const values: Record<string, unknown> = Form.useWatch([], form) ?? {}
  const names = fields.map((field) => (values[field] ? String(values[field]) : undefined))
  /** Takes over the names from the first level on; what lies below another area is no part of it. */
  const set = (path: readonly string[]) =>
    form.setFieldsValue(Object.fromEntries(fields.map((field, at) => [field, path[at] ?? null])))
  return (
    <div className="area-field">
      {fields.map((field, at) => (
        <Field key={field} name={field}>
          <AreaSelect names={names} at={at} onPath={set} />
        </Field>
      ))}
    </div>
  )
}
