import type { ReactNode } from 'react'
import * as z from 'zod'
import { unwrapSchema, metaOf } from '#contract/explain.ts'
import { hiddenNumber } from '#contract/values/masking.ts'
import { isToned, Label, StatusTag } from '#web/api/dictionary.tsx'
import { formatDate, formatTime } from '#web/page/format.ts'
import { Avatar } from '#web/page/Avatar.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'
import type { ListColumn } from '../dataTable.types.ts'
import { wholeWidthOf } from './fittingColumns.ts'

/** Returns a column of a contract's field: title from its label, cells as its type reads; `own` changes what is given. */
export function column<Row>(contract: z.ZodObject, name: keyof Row & string, own: ListColumn<Row> = {}): ListColumn<Row> {
  const schema = contract.shape[name] as z.ZodType
  const numeric = unwrapSchema(schema) instanceof z.ZodNumber
  return {
    key: name,
    dataIndex: name,
    title: metaOf(schema).title,
    ellipsis: true,
    ...(numeric && { align: 'right' as const }),
    render: (value: string | null) => renderValue(name, schema, value),
    ...own,
    ...(own.width !== undefined && { width: Math.max(own.width, wholeWidthOf(name)) }),
  }
}

/**
 * Describes what opens the record of a row; `hrefOf` gives the address it stands under, for a new tab and a copied link, people
 * have their avatar before their name.
 */
type Opening<Row> = ((row: Row) => void) | { open: (row: Row) => void; hrefOf?: (row: Row) => string; isPerson?: boolean }

// Knows people by the photo that their lists answer.
const photoOf = (row: unknown) => (row as { cardPht?: string | null }).cardPht

// Takes an avatar before a name, with what is between them.
const avatarWidth = 36

/** Returns the first column of a list: names that open their records. */
export const linkedNameColumn = <Row,>(
  contract: z.ZodObject,
  name: keyof Row & string,
  width: number,
  opening: Opening<Row>,
): ListColumn<Row> => {
  const { open, hrefOf, isPerson = false } = typeof opening === 'function' ? { open: opening } : opening
  return column<Row>(contract, name, {
    width: width + (isPerson ? avatarWidth : 0),
    fixed: 'left',
    twoLines: true,
    render: (value: string, row) => (
      <span className="row-name">
        {isPerson && <Avatar name={value} photo={photoOf(row)} />}
        <RowButton href={hrefOf?.(row)} onClick={() => open(row)}>
          <bdi>{value}</bdi>
        </RowButton>
      </span>
    ),
  })
}

/** Shows a value as its field reads; an absent one as a dash. */
export function renderValue(name: string, schema: z.ZodType, value: unknown): ReactNode {
  const { dictionary } = metaOf(schema)
  if (typeof value === 'number') return value
  // Says only whether there is a number of which a list shows nothing.
  if (value === hiddenNumber) return '有'
  if (/^(idNo|unfStuNo)$/.test(name) && !value) return <span className="grey">缺</span>
  if (typeof value !== 'string' || value === '') return '–'
  if (dictionary && isToned(dictionary)) return <StatusTag type={dictionary} value={value} />
  if (dictionary) return <Label type={dictionary} value={value} />
  if (name.endsWith('Tm')) return formatTime(value)
  return name === 'brth' || name.endsWith('Dt') ? formatDate(value) : value
}
