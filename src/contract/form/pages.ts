import { partOf } from './catalogue.ts'
import type { Column, FormValues } from './column.ts'
import { shownColumns, valueColumns } from './shown.ts'

/** Describes a page of a form: `no` stays the same while it is filled in; `title` is empty before the first break. */
export type FormPage = { no: string; title: string; columns: Column[] }

const isBreak = (column: Column) => partOf(column)?.no === 'page'

/**
 * Divides what a form shows now into its pages, without those all of whose questions are hidden; `isSingle`: each question is a page
 * of its own, with what is said before it. A form that shows nothing has one empty page.
 */
export function pagesOf(columns: readonly Column[], values: FormValues, isSingle = false): FormPage[] {
  const shown = new Set(shownColumns(columns, values))
  const pages = brokenUp(columns, shown).flatMap((page) => {
    const left = page.columns.filter((column) => shown.has(column))
    // Keeps a page that only says something, but not one whose questions are all hidden.
    const isEmpty = left.length === 0 || (valueColumns(left).length === 0 && valueColumns(page.columns).length > 0)
    return isEmpty ? [] : [{ ...page, columns: left }]
  })
  const all = isSingle ? pages.flatMap(oneByOne) : pages
  return all.length > 0 ? all : [{ no: '', title: '', columns: [] }]
}

function brokenUp(columns: readonly Column[], shown: ReadonlySet<Column>): FormPage[] {
  const pages: FormPage[] = [{ no: '', title: '', columns: [] }]
  for (const column of columns)
    if (!isBreak(column)) pages.at(-1)?.columns.push(column)
    else if (shown.has(column)) pages.push({ no: column.clmnNo, title: column.clmnName, columns: [] })
  return pages
}

function oneByOne({ title, columns }: FormPage): FormPage[] {
  const pages: FormPage[] = []
  let said: Column[] = []
  for (const column of columns) {
    said.push(column)
    if (partOf(column)?.isSaid) continue
    pages.push({ no: column.clmnNo, title, columns: said })
    said = []
  }
  const last = pages.at(-1)
  if (!last) return [{ no: said[0]?.clmnNo ?? '', title, columns: said }]
  last.columns.push(...said)
  return pages
}
