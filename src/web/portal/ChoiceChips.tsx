import type { ReactNode } from 'react'

type Props = {
  label: string
  /** Names the choice of all of them. */
  all?: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Draws further chips. */
  children?: ReactNode
}

/** Draws the choice of one of a few values, or all of them; on a phone it scrolls sideways. */
export const ChoiceChips = ({ label, all = '全部', options, value, onChange, children }: Props) => (
  <div className="portal-chips" role="group" aria-label={label}>
    {[{ value: undefined, label: all }, ...options].map((option) => (
      <button
        key={option.value ?? ''}
        type="button"
        className="chip"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
    {children}
  </div>
)
