import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useId, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useFilterWord } from './filterWords.ts'

/** Describes what the bar around filters holds: where those that are set show as chips, and how many they are. */
type Bar = {
  /** Says that each filter stands below its name. */
  isLabelled: boolean
  chips: HTMLElement | null
  /** Counts the filters that are set. */
  tally: (by: 1 | -1) => void
}

export const FilterContext = createContext<Bar>({ isLabelled: false, chips: null, tally: () => {} })

type Props = {
  label: string
  /** Shows its value in words; undefined while it is off. */
  shown: ReactNode
  onClear: () => void
  /** Says that something above the list shows its value already. */
  isShownAbove?: boolean | undefined
  children: ReactNode
}

/** Draws one filter of a list, and, while it is set, a chip above the list that removes it (docs/spec/lists.md#filters). */
export function Filter({ label, shown, onClear, isShownAbove = false, children }: Props) {
  const id = useId()
  const { isLabelled, chips, tally } = use(FilterContext)
  const isSet = shown !== undefined && shown !== null && shown !== ''
  const isTold = isSet && !isShownAbove
  useFilterWord(id, isSet ? { label, shown } : undefined)
  useLayoutEffect(() => {
    if (!isTold) return
    tally(1)
    return () => tally(-1)
  }, [isTold, tally])
  return (
    <div className="filter">
      {isLabelled && <div className="filter-label">{label}</div>}
      {children}
      {isTold &&
        chips &&
        createPortal(
          <button type="button" className="chip" onClick={onClear}>
            <span className="unseen">清除筛选 </span>
            {label}：{shown} <X aria-hidden />
          </button>,
          chips,
        )}
    </div>
  )
}
