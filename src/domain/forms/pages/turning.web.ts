import type { Column, FormValues } from '#contract/form/column.ts'
import { type FormPage, pagesOf } from '#contract/form/pages.ts'
import { readFilledForm } from '#contract/form/readValues.ts'
import { isEmpty, type OfferedBy } from '#contract/form/values.ts'

type Errors = Readonly<Record<string, string>>
/** Describes where somebody is: the number of the page, its place when they came, and how often they have turned. */
type Place = { no: string; at: number; turns: number }

const isOn = ({ columns }: FormPage, field: string) => columns.some(({ clmnNo }) => clmnNo === field.split('.')[0])
const isFaulty = (page: FormPage, errors: Errors) => Object.keys(errors).some((field) => isOn(page, field))
const hasNew = (errors: Errors, before: Errors) => Object.entries(errors).some(([field, said]) => before[field] !== said)

/** Tells whether faults have come up or gone. */
export const isChanged = (errors: Errors, before: Errors) => hasNew(errors, before) || hasNew(before, errors)

export const placeOf = (pages: readonly FormPage[], at: number, turns: number): Place => ({ no: pages[at]?.no ?? '', at, turns })

/** Returns the pages that a form has now, and where among them somebody is: the nearest place where their page is gone. */
export function pagesAround(place: Place, columns: readonly Column[], values: FormValues, isSingle: boolean) {
  const pages = pagesOf(columns, values, isSingle)
  const found = pages.findIndex(({ no }) => no === place.no)
  const at = found >= 0 ? found : Math.min(place.at, pages.length - 1)
  return { pages, at, page: pages[at] as FormPage }
}

/** Returns the place of the first page with a fault, where new ones have come up and none is on this page; undefined otherwise. */
export function followed(pages: readonly FormPage[], page: FormPage, errors: Errors, before: Errors): number | undefined {
  if (!hasNew(errors, before) || isFaulty(page, errors)) return undefined
  const at = pages.findIndex((one) => isFaulty(one, errors))
  return at >= 0 ? at : undefined
}

type Given = { columns: readonly Column[]; values: FormValues; offered: OfferedBy; kept: readonly string[] }

/**
 * Checks a page before the next: returns its faults with those of other pages; `kept` questions may be empty, since what is stored of
 * them stays.
 */
export function checked(page: FormPage, errors: Errors, { columns, values, offered, kept }: Given) {
  const wrong = readFilledForm(columns, values, offered).errors.filter(
    ({ field }) => isOn(page, field) && !(kept.includes(field) && isEmpty(values[field])),
  )
  const others = Object.entries(errors).filter(([field]) => !isOn(page, field))
  return {
    all: Object.fromEntries([...others, ...wrong.map(({ field, message }) => [field, message])]) as Record<string, string>,
    isRight: wrong.length === 0,
  }
}
