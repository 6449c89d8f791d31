import { useEffect, useState } from 'react'
import type { Column, FormValues } from '#contract/form/column.ts'
import type { FormPage } from '#contract/form/pages.ts'
import { shownColumns } from '#contract/form/shown.ts'
import { focusFirstFault, stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import type { FormSources } from '../sources.web.ts'
import { useFormChoices } from '../useFormChoices.web.ts'
import type * as Turning from './turning.web.ts'

type Errors = Readonly<Record<string, string>>

type Given = {
  columns: readonly Column[]
  values: FormValues
  /** Maps a column (`c3`) or a cell (`c3.0.c1`) to its error. */
  errors: Errors
  setErrors: (errors: Record<string, string>) => void
  sources: Pick<FormSources, 'choices'>
  /** Tells that on phones each question is a page of its own. */
  isSingle?: boolean
  /** Lists the questions that may stay empty, since what is stored of them stays. */
  kept?: readonly string[]
  /** Tells that it is drawn as on a phone, however wide the window is. */
  isPhone?: boolean
  /** Waits for what is looked up of the values, and returns these then. */
  settled?: () => Promise<FormValues>
}

/** Describes where somebody is in a form of several pages. */
export type Paging = {
  page: FormPage
  /** Counts the pages before this one, and all. */
  at: number
  count: number
  isLast: boolean
  /** Tells that each page is one question. */
  isSingle: boolean
  /** Counts the turns, so that the focus follows each. */
  turns: number
  next: () => Promise<void>
  back: () => void
}

// Keeps what turns pages once it is loaded, so that the next form begins with it.
let turning: typeof Turning | undefined

/** Loads what turns pages for a form that has some: most have none, and that of a gate stays small. `isFailed`: it cannot be loaded. */
function useTurning(isWanted: boolean) {
  const [loaded, setLoaded] = useState(turning)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isWanted || loaded) return
    import('./turning.web.ts').then(
      (all) => {
        turning = all
        setLoaded(all)
      },
      () => setFailed(true),
    )
  }, [isWanted, loaded])
  return { loaded, isFailed }
}

/**
 * Leads through the pages of a form: goes on where the page has no fault, and goes to the page of the first fault that comes up, as
 * when the server refuses what was sent. Shows the whole form where pages cannot be loaded: the server checks everything.
 */
export function usePaging(given: Given): Paging {
  const { columns, values, errors, setErrors, sources, isSingle = false, kept = [], isPhone, settled } = given
  const [isNarrow] = useState(() => window.matchMedia('(max-width: 599px)').matches)
  const isOneByOne = isSingle && (isPhone ?? isNarrow)
  const isPaged = isOneByOne || columns.some(({ ctrlNo }) => ctrlNo === 'page')
  const { loaded, isFailed } = useTurning(isPaged)
  const offered = useFormChoices(columns, sources)
  const [seen, setSeen] = useState<Errors>({})
  const [place, setPlace] = useState({ no: '', at: 0, turns: 0 })
  if (!loaded || !isPaged) {
    const isWhole = !isPaged || isFailed
    const page = { no: '', title: '', columns: isWhole ? shownColumns(columns, values) : [] }
    return { page, at: 0, count: 1, isLast: isWhole, isSingle: false, turns: 0, next: async () => {}, back: () => {} }
  }
  const { pagesAround, placeOf, followed, isChanged, checked } = loaded
  const { pages, at, page } = pagesAround(place, columns, values, isOneByOne)

  // Follows new faults alone: one that is left on another page takes nobody away from what they are writing.
  if (isChanged(errors, seen)) {
    setSeen(errors)
    const to = followed(pages, page, errors, seen)
    if (to !== undefined) setPlace(placeOf(pages, to, place.turns + 1))
  }

  const turn = (by: 1 | -1) => setPlace(placeOf(pages, Math.min(Math.max(at + by, 0), pages.length - 1), place.turns + 1))
  const next = async () => {
    if (stopAtWrongDay()) return
    const now = settled ? await settled() : values
    const { all, isRight } = checked(page, errors, { columns, values: now, offered, kept })
    setErrors(all)
    if (isRight) turn(1)
    else focusFirstFault()
  }
  return {
    page,
    at,
    count: pages.length,
    isLast: at === pages.length - 1,
    isSingle: isOneByOne,
    turns: place.turns,
    next,
    back: () => turn(-1),
  }
}
