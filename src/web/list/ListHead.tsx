import './list.css'
import { type ReactNode, type Ref, use, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import type { HeadPlaces } from '#web/head/usePlaceInHead.ts'
import { SplitChooser } from '#web/layout/splitChoice.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { FilterBar } from './filters/FilterBar.tsx'

type Props = {
  /** Measures the room that the list has. */
  measured?: Ref<HTMLDivElement>
  /** Holds the slots in the head of the page; undefined for a list that has none. */
  places: HeadPlaces | undefined
  /** Draws the count and the saved views, which stand behind the title of the page. */
  heading: ReactNode
  chips?: ReactNode
  actions?: ReactNode
  keyword: ReactNode
  filters?: ReactNode
  onReset: (() => void) | undefined
  /** Draws the tools of the list. */
  children?: ReactNode
}

/**
 * Draws what stands above a list: in the head of its page the count and the acts, then one line with its states at the left and what
 * narrows it at the right. On a phone, and where there is no head, count and acts stand beside the states.
 */
export function ListHead({ measured, places, heading, chips, actions, keyword, filters, onReset, children }: Props) {
  const narrow = useNarrow()
  const { chooser, setTaken } = use(SplitChooser)
  useLayoutEffect(() => {
    setTaken(true)
    return () => setTaken(false)
  }, [setTaken])
  const head = narrow ? undefined : places
  return (
    <>
      {head && createPortal(heading, head.title)}
      {head && createPortal(actions, head.acts)}
      <div className="list-tools" ref={measured}>
        <div className="list-line">
          <div className="list-states">
            {!narrow && chooser}
            {chips}
            {!head && heading}
          </div>
          {!head && <div className="list-acts">{actions}</div>}
        </div>
        <FilterBar
          keyword={
            <>
              {narrow && chooser}
              {keyword}
            </>
          }
          filters={filters}
          onReset={onReset}
        >
          {children}
        </FilterBar>
      </div>
    </>
  )
}
