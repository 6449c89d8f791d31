import { Filter } from '#web/list/filters/Filter.tsx'
import { DepartmentField, useDepartments } from './org.picker.tsx'

type Props = { label: string; value: string | undefined; onChange: (orgNo: string | undefined) => void }

/** Draws the filter of a list by a department: what lies below counts too. */
export function DepartmentFilter({ label, value, onChange }: Props) {
  const { byNo } = useDepartments()
  return (
    <Filter label={label} shown={value && (byNo.get(value)?.orgName ?? value)} onClear={() => onChange(undefined)}>
      <DepartmentField
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(next) => onChange(typeof next === 'string' ? next : undefined)}
      />
    </Filter>
  )
}
