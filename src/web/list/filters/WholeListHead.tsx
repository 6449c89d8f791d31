import type { ReactNode } from 'react'
import { usePlaceInHead } from '#web/head/usePlaceInHead.ts'
import { Keyword } from './Keyword.tsx'
import { StateChips } from './StateChips.tsx'
import { ListHead } from '../ListHead.tsx'
import type { ListState } from '../listState.ts'
import { totalOf } from '../pager.ts'

type Props = {
  list: ListState
  /** Lists what the other filters leave, of all states; undefined until it is read. */
  all: readonly { stt: string }[] | undefined
  /** Names the dictionary of the states. */
  type: string
  states: readonly string[]
  /** Names what the keyword is searched in. */
  search: string
  /** Draws the main act. */
  create: ReactNode
}

/** Returns those in a state; all without one. */
export const inState = <Row extends { stt: string }>(all: readonly Row[] | undefined, stt: string | undefined) =>
  all?.filter((one) => stt === undefined || one.stt === stt)

/** Draws what stands above a list that is read as a whole: its states with their counts, its keyword, and in the head of the page count and act. */
export function WholeListHead({ list, all, type, states, search, create }: Props) {
  const [places, findPlace] = usePlaceInHead()
  const { filters, setFilters, keyWord, look, isFiltered, clear } = list
  const shown = inState(all, filters.stt)
  return (
    <>
      <span ref={findPlace} hidden />
      <ListHead
        places={places}
        heading={<span className="grey">{shown && totalOf(shown.length, false)}</span>}
        chips={
          <StateChips
            type={type}
            states={states}
            shown={filters.stt}
            onShow={(stt) => setFilters({ stt })}
            countOf={(stt) => inState(all, stt)?.length}
          />
        }
        actions={create}
        keyword={<Keyword value={keyWord} onChange={look} placeholder={search} hotkey />}
        onReset={isFiltered ? clear : undefined}
      />
    </>
  )
}
