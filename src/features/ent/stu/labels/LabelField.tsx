import { Checkbox } from 'antd'
import '../students.css'
import { splitLabels, listOf, replacedBy } from '#domain/students/stu.labels.contract.ts'
import { useLabels } from './useLabels.tsx'

type Props = {
  /** Holds a comma list of labels; null when there are none. */
  value?: string | null
  onChange?: (value: string | null) => void
  id?: string
}

/** Draws the labels of students as tick boxes in their groups; one of an exclusive group replaces the other. */
export function LabelField({ value, onChange, id }: Props) {
  const { groups } = useLabels()
  const chosen = splitLabels(value)
  const tick = (code: string, is: boolean) => {
    const out = new Set(is ? replacedBy([code]) : [code])
    onChange?.(listOf([...chosen.filter((one) => !out.has(one) && one !== code), ...(is ? [code] : [])]))
  }
  return (
    <div className="label-groups touch" id={id}>
      {groups.map(({ name, options }) => (
        <div key={name} role="group" aria-label={name} className="label-group">
          <span className="grey">{name}</span>
          <span className="label-boxes">
            {options
              .filter(({ value: code, isOff }) => !isOff || chosen.includes(code))
              .map((one) => (
                <Checkbox
                  key={one.value}
                  checked={chosen.includes(one.value)}
                  onChange={({ target }) => tick(one.value, target.checked)}
                >
                  {one.label}
                </Checkbox>
              ))}
          </span>
        </div>
      ))}
    </div>
  )
}

/** Draws the labels of a student in words. */
export function Labels({ wts }: { wts: string | null }) {
  const { nameOf } = useLabels()
  const codes = splitLabels(wts)
  if (codes.length === 0) return '–'
  return (
    <span className="label-tags">
      {codes.map((code) => (
        <span key={code} className="tag off">
          {nameOf(code)}
        </span>
      ))}
    </span>
  )
}
