import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { unwrapSchema, metaOf } from '#contract/explain.ts'
import { dateOf } from '#contract/values/plain.ts'
import { isMaskedValue } from '#contract/values/masking.ts'
import { formatDate } from '#web/page/format.ts'
import type { CellChoice, SheetColumn } from './sheetModel.ts'

export type Row = Record<string, unknown>

/** Describes the reading of a text in a cell; `wrong`: why it cannot be saved. */
type CellReading = { value: unknown; wrong?: string }

/** Describes the options of a column that the contract does not hold. */
export type ColumnOptions = {
  field: string
  width: number
  /** Explains why it cannot be changed here. */
  readOnly?: string
  /** Lists the choices, where they are not a dictionary of the contract. */
  choices?: readonly CellChoice[]
  /** Allows several values, as a comma list. */
  multiple?: boolean
  /** Returns the text of a record, where its value alone does not tell. */
  textOf?: (row: Row) => string
}

/** Describes a column of records: how its cells are shown, and how typed or pasted texts are read. */
export type RecordColumn = SheetColumn<Row> & {
  /** Returns the name of a value of the field. */
  nameOf: (value: unknown) => string
  read: (text: string) => CellReading
}

/** Returns the fields of one row of a call that changes many (`cellRows`). */
const rowShape = ({ input }: Call): Record<string, z.ZodType> => {
  const list = unwrapSchema(input.shape.datas) as z.ZodArray<z.ZodObject>
  return list.element.shape
}

/** Returns the dictionary that a field of such a row takes its values from; undefined for none. */
export const dictionaryOf = (call: Call, field: string): string | undefined => {
  const schema = rowShape(call)[field]
  return schema && metaOf(schema).dictionary
}

/** Returns a column of a call's rows; one that the call does not change has its title from the record, and must be read-only. */
export function callColumn(call: Call, record: z.ZodObject, options: ColumnOptions, items: readonly CellChoice[]): RecordColumn {
  const { field, width, readOnly, multiple = false } = options
  const schema = (readOnly ? record.shape[field] : rowShape(call)[field]) as z.ZodType | undefined
  if (!schema) throw new Error(`${call.path} does not change ${field}`)
  const { title = field, date, dictionary, masked = false } = metaOf(schema)
  const enumerated = unwrapSchema(schema)
  const offered = dictionary && 'options' in (enumerated ?? {}) ? items.filter(({ value }) => accepts(schema, value)) : items
  const choices = options.choices ?? (dictionary ? offered : undefined)
  const nameOf = (value: unknown) => nameIn({ choices, multiple, date: date === true }, value)
  return {
    field,
    title,
    width,
    readOnly,
    choices,
    multiple,
    masked,
    required: !readOnly && !accepts(given(schema), null),
    nameOf,
    textOf: options.textOf ?? ((row) => nameOf(row[field])),
    read(text) {
      if (text === '') return { value: null }
      if (choices) return multiple ? readChoices(choices, title, text) : readChoice(choices, title, text)
      if (date) return readDate(text)
      if (masked && isMaskedValue(text)) return { value: text, wrong: `请写完整的${title}` }
      return { value: text }
    },
  }
}

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

// Returns the schema of a given field: an optional field of a change need not accept an empty value.
function given(schema: z.ZodType): z.ZodType {
  return schema.type === 'optional' ? given((schema as z.ZodOptional).unwrap() as z.ZodType) : schema
}

type Naming = { choices: readonly CellChoice[] | undefined; multiple: boolean; date: boolean }

function nameIn({ choices, multiple, date }: Naming, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  const text = String(value)
  if (date) return /^\d{8}$/.test(text) ? formatDate(text) : text
  if (!choices) return text
  const called = (code: string) => choices.find((one) => one.value === code)?.label ?? code
  return multiple ? text.split(',').map(called).join('、') : called(text)
}

function readDate(text: string): CellReading {
  const value = dateOf(text)
  return value ? { value } : { value: text, wrong: `“${text}”不是日期，应如 2015-09-01` }
}

// Treats 三年级(2)班 and 三年级（2）班 as the same.
const plain = (text: string) => text.replace(/\s/g, '').replaceAll('(', '（').replaceAll(')', '）').toLowerCase()

const found = (choices: readonly CellChoice[], text: string) =>
  choices.find(({ label }) => plain(label) === plain(text)) ?? choices.find(({ value }) => value === text)

// Limits the choices that an error lists.
const fewChoices = 8

function readChoice(choices: readonly CellChoice[], title: string, text: string): CellReading {
  const choice = found(choices, text)
  if (choice) return { value: choice.value }
  const offered = choices.length <= fewChoices ? `，可选：${choices.map(({ label }) => label).join('、')}` : ''
  return { value: text, wrong: `${title}里没有“${text}”${offered}` }
}

function readChoices(choices: readonly CellChoice[], title: string, text: string): CellReading {
  const words = text.split(/[、，,;；\n]/).map((word) => word.trim())
  const codes = words.filter(Boolean).map((word) => ({ word, choice: found(choices, word) }))
  const unknown = codes.flatMap(({ word, choice }) => (choice ? [] : [`“${word}”`]))
  if (unknown.length > 0) return { value: text, wrong: `${title}里没有${unknown.join('、')}` }
  const values = [...new Set(codes.map(({ choice }) => choice?.value ?? ''))].toSorted()
  return { value: values.join(',') || null }
}
