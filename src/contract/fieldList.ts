import type * as z from 'zod'
import { metaOf } from './explain.ts'

/** Tells where a field is shown, and how: each place reads its own part. */
type Places = {
  /** Makes it a column of the list, so many pixels wide; `minor`: left out first where room is short; `more`: where the reader adds it. */
  list?: number | { width: number; minor?: true; more?: true }
  /** Makes it a column of the sheet, so many pixels wide; `readOnly` says why it is not changed there. */
  sheet?: number | { width: number; readOnly: string }
  /** Names the heading in the drawer below which it stands. */
  drawer?: string
  /** Makes it a column of the exported workbook, so many characters wide. */
  export?: number
  /** Makes it a column of the imported one; `wrong` is said of a text that `write` refuses, where its own words do not do. */
  import?: { title?: string; also?: readonly string[]; required?: true; example?: string; hint?: string; wrong?: string }
}

type Schemas = {
  /** Types it as every list answers it (`row`), or only one record (`joined`). */
  row?: z.ZodType
  joined?: z.ZodType
  /** Types it as a form sets it. */
  write?: z.ZodType
}

/** Describes a field, once. */
export type FieldOf = Schemas & { title: string; at?: Places }

export type FieldList = Readonly<Record<string, FieldOf>>

/** Names the fields that have a part. */
export type Having<F extends FieldList, Part extends keyof Schemas | keyof Places> = {
  [Name in keyof F]: F[Name] extends Record<Part, unknown> | { at: Record<Part, unknown> } ? Name : never
}[keyof F] &
  string

/** Lists the fields that have a part, in the order of the description; `first` come before all others. */
export function having<F extends FieldList, Part extends keyof Schemas | keyof Places>(
  fields: F,
  part: Part,
  first: readonly Having<F, Part>[] = [],
): Having<F, Part>[] {
  const has = (name: string): name is Having<F, Part> => ({ ...fields[name], ...fields[name]?.at })[part] !== undefined
  return [...new Set([...first, ...Object.keys(fields).filter(has)])]
}

/** Makes a value for each of several names. */
export const valuesOfNames = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

type Shape<F extends FieldList, Part extends keyof Schemas> = {
  [Name in Having<F, Part>]: F[Name] extends Record<Part, infer Schema extends z.ZodType> ? Schema : never
}

/** Makes the shape of an object of all fields that have a part; each is titled, unless it has a title of its own there. */
export function shapeOf<F extends FieldList, Part extends keyof Schemas>(fields: F, part: Part): Shape<F, Part> {
  const entries = having(fields, part).map((name) => {
    const { title, [part]: schema } = fields[name] as FieldOf & Record<Part, z.ZodType>
    return [name, metaOf(schema).title ? schema : schema.meta({ title })]
  })
  return Object.fromEntries(entries) as Shape<F, Part>
}

const widthOf = <Said extends { width: number }>(said: number | Said) => (typeof said === 'number' ? { width: said } : said)

/** Returns what a list says of the column of a field. */
export const listOptions = (field: FieldOf | undefined): { width: number; minor?: true; more?: true } =>
  widthOf(field?.at?.list ?? 0)

/** Lists the columns of a sheet, `first` before the others. */
export const sheetOptions = <F extends FieldList>(fields: F, first: readonly Having<F, 'sheet'>[]) =>
  having(fields, 'sheet', first).map((field) => ({ field, ...widthOf(fields[field]?.at?.sheet ?? 0) }))

/** Groups the fields of a drawer below their headings. */
export const drawerGroups = <F extends FieldList>(fields: F, first: readonly Having<F, 'drawer'>[]) =>
  Object.fromEntries(Map.groupBy(having(fields, 'drawer', first), (name) => fields[name]?.at?.drawer ?? ''))

/** Titles the columns of an exported workbook. */
export const exportTitles = <F extends FieldList>(fields: F) =>
  valuesOfNames(having(fields, 'export'), (name) => fields[name]?.title ?? name)

/** Returns how wide the columns of an exported workbook are, in characters. */
export const exportWidths = <F extends FieldList>(fields: F) =>
  valuesOfNames(having(fields, 'export'), (name) => fields[name]?.at?.export ?? 12)

/** Says which columns an imported workbook must and may have. */
export function importNeeds<F extends FieldList>(fields: F, first: readonly Having<F, 'import'>[]) {
  const titles = (required: boolean) =>
    having(fields, 'import', first)
      .flatMap((name) => fields[name] ?? [])
      .filter((field) => (field.at?.import?.required ?? false) === required)
      .map((field) => field.at?.import?.title ?? field.title)
      .join('、')
  return `要有这些列：${titles(true)}。可以有：${titles(false)}。`
}
