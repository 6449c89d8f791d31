import type * as z from 'zod'
import { type FieldList, type Having, having, listOptions } from '#contract/fieldList.ts'
import type { ListColumn } from '../dataTable.types.ts'
import { column } from './columns.tsx'

/** Makes the columns of a list as its fields say, `first` before the others; `own` changes what is given. */
export const listColumns = <Row, F extends FieldList>(
  contract: z.ZodObject,
  fields: F,
  first: readonly Having<F, 'list'>[],
  own: { [Name in Having<F, 'list'>]?: ListColumn<Row> } = {},
) =>
  having(fields, 'list', first).map((name) => {
    const { width, minor, more } = listOptions(fields[name])
    const shown = column<Row>(contract, name as unknown as keyof Row & string, {
      width,
      ...(minor && { minor }),
      ...own[name],
    })
    return more ? { ...shown, optional: true } : shown
  })
