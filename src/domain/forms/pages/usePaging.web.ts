import { useState } from 'react'
import type { Column, FormValues } from '#contract/form/column.ts'
import { type FormPage, pagesOf } from '#contract/form/pages.ts'
import { focusFirstFault, stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import type { FormSources } from '../sources.web.ts'
import { useFormChoices } from '../useFormChoices.web.ts'

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

const isOn = ({ columns }: FormPage, field: string) => columns.some(({ clmnNo }) => clmnNo === field.split('.')[0])
const isFaulty = (page: FormPage, errors: Errors) => Object.keys(errors).some((field) => isOn(page, field))
const firstFaulty = (pages: readonly FormPage[], errors: Errors) =>
  Math.max(
    0,
    pages.findIndex((page) => isFaulty(page, errors)),
  )
const hasNew = (errors: Errors, before: Errors) => Object.entries(errors).some(([field, said]) => before[field] !== said)

/**
 * Leads through the pages of a form: goes on where the page has no fault, and goes to the page of the first fault that comes up, as
 * when the server refuses what was sent.
 */
export function usePaging({
  columns,
  values,
  errors,
  setErrors,
  sources,
  isSingle = false,
  kept = [],
  isPhone,
  settled,
}: Given): Paging {
  const [isNarrow] = useState(() => window.matchMedia('(max-width: 599px)').matches)
  const isOneByOne = isSingle && (isPhone ?? isNarrow)
  const offered = useFormChoices(columns, sources)
  const pages = pagesOf(columns, values, isOneByOne)
  const [seen, setSeen] = useState(errors)
  const [place, setPlace] = useState(() => placeOf(pages, firstFaulty(pages, errors), 0))
  const found = pages.findIndex(({ no }) => no === place.no)
  const at = found >= 0 ? found : Math.min(place.at, pages.length - 1)
  const page = pages[at] as FormPage

  // Follows new faults alone: one that is left on another page takes nobody away from what they are writing.
  if (hasNew(errors, seen) || hasNew(seen, errors)) {
    setSeen(errors)
    const isElsewhere = hasNew(errors, seen) && !isFaulty(page, errors) && pages.some((one) => isFaulty(one, errors))
    if (isElsewhere) setPlace(placeOf(pages, firstFaulty(pages, errors), place.turns + 1))
  }

  const turn = (by: 1 | -1) => setPlace(placeOf(pages, Math.min(Math.max(at + by, 0), pages.length - 1), place.turns + 1))
  const next = async () => {
    if (stopAtWrongDay()) return
    // Loads what checks a page with the first turn: most forms have none, and that of a gate stays small.
    // Goes on where that cannot be loaded: the server checks everything.
    const check = await import('./checkPage.web.ts').catch(() => undefined)
    const wrong = check?.faultsOn(page, { columns, values: settled ? await settled() : values, offered, kept }) ?? []
    const others = Object.entries(errors).filter(([field]) => !isOn(page, field))
    setErrors(Object.fromEntries([...others, ...wrong]))
    if (wrong.length > 0) focusFirstFault()
    else turn(1)
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

const placeOf = (pages: readonly FormPage[], at: number, turns: number) => ({ no: pages[at]?.no ?? '', at, turns })
