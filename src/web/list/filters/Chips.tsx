import type { ReactNode } from 'react'
import { formatCount } from '#web/page/format.ts'

type Chip = { key: string; label: ReactNode; count: number | undefined; is: boolean; onShow: () => void }

/**
 * Draws the counts of a list above it; each is a way to see just those (docs/spec/lists.md#filters); before they are
 * counted they stand there with `…`.
 */
export const Chips = ({ chips }: { chips: readonly Chip[] }) => (
  <div className="state-tabs">
    {chips.map(({ key, label, count, is, onShow }) => (
      <button key={key} type="button" aria-pressed={is} onClick={onShow}>
        {label} <b>{count === undefined ? '…' : formatCount(count)}</b>
      </button>
    ))}
  </div>
)
