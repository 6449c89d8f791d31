import type { Offered } from '#contract/form/values.ts'
import { today } from '#contract/values/day.ts'
import { yearsBack } from '#web/form/inputs/years.ts'
import { Options } from './ChoiceControls.tsx'
import { type ControlProps, plainProps } from './control.web.ts'

/** Draws the choice of one of the last years; keeps an older one that is held. */
export function YearControl(props: ControlProps) {
  const held = typeof props.value === 'string' ? props.value : ''
  const years = yearsBack(Number(today().slice(0, 4)))
  const offered = (held === '' || years.includes(held) ? years : [...years, held]).map((year) => ({
    val: year,
    name: `${year}年`,
  }))
  return <Options {...plainProps(props)} value={held} offered={offered} onChange={props.onChange} />
}

/** Draws one list after the other, as deep as the choices go. */
export function CascadeControl({ column, value, onChange, offered, labelId, describedBy, invalid, readOnly, id }: ControlProps) {
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

/** Draws one to five stars. */
export function RateControl({ value, onChange, labelId, describedBy, readOnly, id }: ControlProps) {
  const held = typeof value === 'number' ? value : 0
  return (
    <div role="radiogroup" aria-labelledby={labelId} aria-describedby={describedBy} className="fill-rate">
      {[1, 2, 3, 4, 5].map((stars) => (
        <label key={stars} data-on={stars <= held || undefined}>
          <input
            type="radio"
            id={stars === 1 ? id : undefined}
            name={id}
            aria-label={`${stars} 星`}
            disabled={readOnly}
            checked={held === stars}
            onChange={() => onChange(stars)}
          />
          <span aria-hidden="true">★</span>
        </label>
      ))}
    </div>
  )
}
