import { sql } from 'kysely'
import * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { unwrapSchema, metaOf } from '#contract/explain.ts'
import type { Db } from './database.ts'
import { Fault } from '#server/base/fault.ts'

type Code = { field: string; title: string; dictionary: string; value: string }

// Tests whether an enterprise uses a value: one that it has chosen of a dictionary; where none of those is shown any more, any
// (docs/spec/dictionaries.md#an-enterprises-choice).
const isUsed = (entNo: string) => sql`(
  exists (select from entinfo e where e.ent_no = ${entNo} and e.type_code = i.type_code and e.info_no = i.info_no
    and e.stt = ${Status.enabled})
  or not exists (select from entinfo e join info c using (type_code, info_no) where e.ent_no = ${entNo} and e.type_code = i.type_code
    and e.stt = ${Status.enabled} and c.stt = ${Status.enabled} and c.show_flag = '1'))`

// Tests whether a value may be chosen by anybody: it is shown, and neither it nor its dictionary is disabled.
const isOffered = sql`(i.stt = ${Status.enabled} and i.show_flag = '1'
  and exists (select from infotype t where t.type_code = i.type_code and t.stt = ${Status.enabled}))`

/**
 * Throws invalid for a value of a dictionary field, however deep in the input, that its dictionary does not offer in the
 * enterprise.
 */
export async function checkCodes(schema: z.ZodObject, input: Record<string, unknown>, db: Db, entNo: string) {
  const codes = codesIn(schema, input)
  if (codes.length === 0) return
  const [types, values] = [codes.map(({ dictionary }) => dictionary), codes.map(({ value }) => value)]
  const { rows } = await sql<{ ord: number }>`
    select w.ord from unnest(${types}::text[], ${values}::text[]) with ordinality w (type_code, info_no, ord)
    join info i on i.type_code = w.type_code and i.info_no = w.info_no
    where ${isOffered} and ${isUsed(entNo)}`.execute(db)
  const offered = new Set(rows.map(({ ord }) => ord))
  const errors = codes
    .filter((_, i) => !offered.has(i + 1))
    .map(({ field, title }) => ({ field, message: `${title}不在可选范围内` }))
  if (errors.length > 0) throw new Fault('invalid', [...new Set(errors.map(({ message }) => message))].join('；'), { errors })
}

type Item = {
  typeCode: string
  infoNo: string
  chnName: string
  engName: string | null
  chdTypeCode: string | null
  charClmn: string | null
  numClmn: number | null
  showFlag: '0' | '1'
}

/**
 * Reads the values of dictionaries in an enterprise's own order; `showFlag` 0: not offered there, though old records may have it.
 */
export async function itemsOf(db: Db, entNo: string, typeCodes: readonly string[]): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select i.type_code, i.info_no, i.chn_name, i.eng_name, i.chd_type_code, i.char_clmn, i.num_clmn,
      case when ${isOffered} and ${isUsed(entNo)} then '1' else '0' end as show_flag
    from info i left join entinfo o on o.ent_no = ${entNo} and o.type_code = i.type_code and o.info_no = i.info_no
      and o.stt <> ${Status.deleted}
    where i.type_code = any(${typeCodes}) and i.stt <> ${Status.deleted}
    order by i.type_code, o.show_ord, i.show_ord, i.info_no`.execute(db)
  return rows
}

/** Reads the labels of a dictionary by code that an enterprise may write, in its order. */
export async function offeredLabels(db: Db, entNo: string, typeCode: string): Promise<Map<string, string>> {
  const items = await itemsOf(db, entNo, [typeCode])
  return new Map(items.flatMap(({ infoNo, chnName, showFlag }) => (showFlag === '1' ? [[infoNo, chnName]] : [])))
}

/** Selects the label of a value inside a statement. */
export const dictionaryLabel = (typeCode: string, value: ReturnType<typeof sql>) =>
  sql<string>`coalesce((select i.chn_name from info i where i.type_code = ${typeCode} and i.info_no = ${value}), '')`

/** Reads the labels of a dictionary by code, those no longer offered included. */
export async function readDictionaryLabels(db: Db, typeCode: string): Promise<Map<string, string>> {
  const items = await db.selectFrom('info').select(['infoNo', 'chnName']).where('typeCode', '=', typeCode).execute()
  return new Map(items.map(({ infoNo, chnName }) => [infoNo, chnName]))
}

function codesIn(schema: z.ZodType, value: unknown, field = ''): Code[] {
  const { dictionary, title = field } = metaOf(schema)
  const plain = unwrapSchema(schema)
  // Skips an enumeration, which its contract has checked and may know more spellings of than the dictionary.
  if (dictionary && typeof value === 'string') return plain instanceof z.ZodEnum ? [] : [{ field, title, dictionary, value }]
  if (plain instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item, i) => codesIn(plain.element as z.ZodType, item, `${field}.${i}`))
  if (plain instanceof z.ZodObject && typeof value === 'object' && value !== null)
    return Object.entries(plain.shape).flatMap(([key, part]) =>
      codesIn(part as z.ZodType, (value as Record<string, unknown>)[key], field ? `${field}.${key}` : key),
    )
  return []
}
