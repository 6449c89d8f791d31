import { CloseOutlined } from '@ant-design/icons'
import { createContext, type ReactNode, use, useId, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { useFilterWord } from './filterWords.ts'

/** Describes what the bar around filters holds: which of them are folded away, and where these show as chips. */
type Bar = {
  isSheet: boolean
  folded: ReadonlySet<string>
  chips: HTMLElement | null
  /** Is called when a filter appears or disappears. */
  arrange: () => void
  /** Counts the filters that are set. */
  tally: (by: 1 | -1) => void
}

export const FilterContext = createContext<Bar>({
  isSheet: false,
  folded: new Set(),
  chips: null,
  arrange: () => {},
  tally: () => {},
})

type Props = {
  label: string
  /** Shows its value in words; undefined while it is off. */
  shown: ReactNode
  onClear: () => void
  children: ReactNode
}

/**
 * Draws one filter of a list. A folded one still shows, as a chip that can be removed, while it is set
 * (docs/spec/lists.md#filters).
 */
export function Filter({ label, shown, onClear, children }: Props) {
  const id = useId()
  const { isSheet, folded, chips, arrange, tally } = use(FilterContext)
  const isSet = shown !== undefined && shown !== null && shown !== ''
  const isFolded = folded.has(id)
  useFilterWord(id, isSet ? { label, shown } : undefined)
  useLayoutEffect(() => {
    arrange()
    return arrange
  }, [arrange])
  useLayoutEffect(() => {
    if (!isSet) return
    tally(1)
    return () => tally(-1)
  }, [isSet, tally])
  return (
    <div className={isFolded ? 'filter folded' : 'filter'} data-filter={id}>
      {isSheet && <div className="filter-label">{label}</div>}
      {children}
      {isFolded &&
        isSet &&
        chips &&
        createPortal(
          <button type="button" className="chip" onClick={onClear}>
            <span className="unseen">清除筛选 </span>
            {label}：{shown} <CloseOutlined aria-hidden />
          </button>,
          chips,
        )}
    </div>
  )
}
