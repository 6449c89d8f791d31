import { type ControlProps, radioGroupProps } from './control.web.ts'

/** Draws one to five stars. */
export default function RateControl({ value, onChange, readOnly, id, ...group }: ControlProps) {
  const held = typeof value === 'number' ? value : 0
  return (
    <div {...radioGroupProps(group)} className="fill-rate">
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
