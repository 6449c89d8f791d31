import * as z from 'zod'
import { explain, metaOf } from '#contract/explain.ts'
import { type FieldList, type FieldOf, type Having, having } from '#contract/fieldList.ts'
import { readDate } from './importCells.ts'
import type { ImportColumn } from './importTable.ts'

/** Tells how the cells of a column are read, and what the template offers there. */
type Reader = Partial<ImportColumn> & Pick<ImportColumn, 'read'>

/** Makes the columns of an import as their fields say; a field without a reader is read as a form takes it. */
export function importColumns<F extends FieldList>(
  fields: F,
  first: readonly Having<F, 'import'>[],
  readers: { [Name in Having<F, 'import'>]?: Reader },
): ImportColumn[] {
  return having(fields, 'import', first).map((name) => {
    const field = fields[name] as FieldOf
    const { wrong, ...said } = field.at?.import ?? {}
    return { field: name, title: field.title, example: '', ...said, ...(readers[name] ?? { read: readerOf(field, wrong) }) }
  })
}

function readerOf({ title, write = z.never() }: FieldOf, wrong: string | undefined): ImportColumn['read'] {
  if (metaOf(write).date) return readDate
  const form = z.object({ value: write.meta({ title }) })
  return (text) => {
    const { success, data, error } = form.safeParse({ value: text })
    return success ? { value: data.value } : { wrong: wrong ?? explain(form, error)[0]?.message ?? '' }
  }
}
