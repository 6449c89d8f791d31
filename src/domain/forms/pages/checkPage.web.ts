import type { Column, FormValues } from '#contract/form/column.ts'
import type { FormPage } from '#contract/form/pages.ts'
import { readFilledForm } from '#contract/form/readValues.ts'
import { isEmpty, type OfferedBy } from '#contract/form/values.ts'

type Given = { columns: readonly Column[]; values: FormValues; offered: OfferedBy; kept: readonly string[] }

/** Returns what is wrong on a page, by the field; `kept` questions may be empty, since what is stored of them stays. */
export function faultsOn(page: FormPage, { columns, values, offered, kept }: Given): [field: string, message: string][] {
  const here = new Set(page.columns.map(({ clmnNo }) => clmnNo))
  return readFilledForm(columns, values, offered).errors.flatMap(({ field, message }): [string, string][] =>
    here.has(field.split('.')[0] ?? '') && !(kept.includes(field) && isEmpty(values[field])) ? [[field, message]] : [],
  )
}
