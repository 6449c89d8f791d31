import type { Right } from '#contract/access.ts'

type Props = {
  rights: Right[]
  granted: ReadonlySet<Right>
  label: string
  place: string
  /** Tells that Tab leads here. */
  isStop: boolean
  onToggle: (rights: Right[]) => void
}

/**
 * Draws a box for one right or several: ticked where all are granted, half where some are. Uses the browser's own box: there may
 * be hundreds.
 */
export function Tick({ rights, granted, label, place, isStop, onToggle }: Props) {
  const held = rights.filter((right) => granted.has(right)).length
  return (
    <input
      type="checkbox"
      className="tick"
      data-place={place}
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      checked={held > 0 && held === rights.length}
      ref={(box) => {
        if (box) box.indeterminate = held > 0 && held < rights.length
      }}
      onChange={() => onToggle(rights)}
    />
  )
}
