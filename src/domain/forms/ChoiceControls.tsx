import type { Offered } from '#contract/form/values.ts'
import { type ControlProps, plainProps, radioGroupProps } from './control.web.ts'

/** Draws the choice of one of several, all visible. */
export function RadioControl({ column, value, onChange, offered, readOnly, id, ...group }: ControlProps) {
  return (
    <div {...radioGroupProps(group)} className="fill-choices">
      {offered(column).map(({ val, name }, i) => (
        <label key={val}>
          <input
            type="radio"
            id={i === 0 ? id : undefined}
            name={id}
            disabled={readOnly}
            checked={value === val}
            onChange={() => onChange(val)}
          />
          {name}
        </label>
      ))}
    </div>
  )
}

/** Draws the choice of any of several. */
export function TicksControl({ column, value, onChange, offered, labelId, describedBy, readOnly, id }: ControlProps) {
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const change = (val: string, ticked: boolean) => {
    const next = ticked ? [...chosen, val] : chosen.filter((one) => one !== val)
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="fill-choices">
      {offered(column).map(({ val, name }, i) => (
        <label key={val}>
          <input
            type="checkbox"
            id={i === 0 ? id : undefined}
            disabled={readOnly}
            checked={chosen.includes(val)}
            onChange={({ target }) => change(val, target.checked)}
          />
          {name}
        </label>
      ))}
    </div>
  )
}

/** Draws the choice of one in a list that folds away. */
export const SelectControl = (props: ControlProps) => (
  <Options
    {...plainProps(props)}
    value={typeof props.value === 'string' ? props.value : ''}
    offered={props.offered(props.column)}
    onChange={props.onChange}
  />
)

type OptionsProps = Omit<React.ComponentProps<'select'>, 'onChange' | 'value'> & {
  value: string
  offered: readonly Offered[]
  onChange: (val: string | undefined) => void
}

/** Draws a list that folds away, whose first line chooses nothing. */
export const Options = ({ offered, onChange, ...props }: OptionsProps) => (
  <select {...props} onChange={({ target }) => onChange(target.value || undefined)}>
    <option value="">请选择</option>
    {offered.map(({ val, name }) => (
      <option key={val} value={val}>
        {name}
      </option>
    ))}
  </select>
)

/** Draws yes or no. */
export const SwitchControl = (props: ControlProps) => (
  <label className="fill-switch">
    <input
      type="checkbox"
      role="switch"
      {...plainProps(props)}
      checked={props.value === '1'}
      onChange={({ target }) => props.onChange(target.checked ? '1' : '0')}
    />
    <span>{props.value === '1' ? '是' : '否'}</span>
  </label>
)
