import type { ReactNode } from 'react'

type Props = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Further chips, which stand for themselves. */
  children?: ReactNode
}

/** One of a few values, or all of them; on a phone they move sideways inside. */
export const ChoiceChips = ({ label, options, value, onChange, children }: Props) => (
  <div className="portal-chips" role="group" aria-label={label}>
    {[{ value: undefined, label: '全部' }, ...options].map((option) => (
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
