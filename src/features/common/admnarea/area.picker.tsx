import { Form, Select } from 'antd'
import { Field } from '#web/form/Field.tsx'
import './admnarea.css'
import { levelNames } from './admnarea.contract.ts'
import { useAreas } from './useAreas.tsx'

const whole = ['prvn', 'city', 'dstr', 'chdDstr'] as const

/** An address from the province down: one select for each of these fields of the form around it, which holds names. */
export function AreaField({ fields = whole }: { fields?: readonly string[] }) {
  return (
    <div className="area-field">
      {fields.map((field, at) => (
        <Field key={field} name={field}>
          <AreaSelect fields={fields} at={at} />
        </Field>
      ))}
    </div>
  )
}

type Props = {
  fields: readonly string[]
  at: number
  value?: string | null
  onChange?: (name: string | null) => void
  id?: string
}

function AreaSelect({ fields, at, value, onChange, id }: Props) {
  const form = Form.useFormInstance()
  const values: Record<string, unknown> = Form.useWatch([], form) ?? {}
  const above = fields.slice(0, at).flatMap((field) => (values[field] ? [String(values[field])] : []))
  const isReady = above.length === at
  const { data, isFetching } = useAreas(above, isReady)
  const choose = (name: string | null) => {
    // What lies below another area is no part of the new one.
    form.setFieldsValue(Object.fromEntries(fields.slice(at + 1).map((field) => [field, null])))
    onChange?.(name)
  }
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(!isReady && { disabled: true })}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={`请选择${levelNames[at]}`}
      value={value ?? null}
      onChange={(name: string | undefined) => choose(name ?? null)}
      options={data?.map(({ areaName }) => ({ value: areaName, label: areaName })) ?? []}
      notFoundContent={isFetching ? '正在读取' : '没有可选的'}
    />
  )
}
