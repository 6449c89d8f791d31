import type { Offered } from '#contract/form/values.ts'
import { Options } from './ChoiceControls.tsx'
import type { ControlProps } from './control.web.ts'

/** Draws one list after the other, as deep as the choices go. */
export default function CascadeControl({
  column,
  value,
  onChange,
  offered,
  labelId,
  describedBy,
  invalid,
  readOnly,
  id,
}: ControlProps) {
  const path = Array.isArray(value) ? (value as string[]) : []
  const levels: (readonly Offered[])[] = [offered(column)]
  for (const step of path) {
    const inside = levels.at(-1)?.find(({ val }) => val === step)?.items
    if (inside) levels.push(inside)
  }
  const change = (at: number, val: string | undefined) => {
    const next = [...path.slice(0, at), ...(val ? [val] : [])]
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="fill-row">
      {levels.map((level, at) => (
        <Options
          key={path.slice(0, at).join('/')}
          id={at === 0 ? id : undefined}
          aria-label={`第 ${at + 1} 级`}
          aria-invalid={invalid || undefined}
          disabled={readOnly}
          value={path[at] ?? ''}
          offered={level}
          onChange={(val) => change(at, val)}
        />
      ))}
    </div>
  )
}
