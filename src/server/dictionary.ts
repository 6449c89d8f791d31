import type pg from 'pg'
import * as z from 'zod'
import { inner, metaOf } from '#contract/explain.ts'
import type { Db } from './database.ts'
import { Fault } from './fault.ts'

type Code = { field: string; title: string; dictionary: string; value: string }

/** Refuses a value of a dictionary field, however deep in the input, that its dictionary does not offer. */
export async function checkCodes(schema: z.ZodObject, input: Record<string, unknown>, pool: pg.Pool) {
  const codes = codesIn(schema, input)
  if (codes.length === 0) return
  const { rows } = await pool.query(
    `select w.ord from unnest($1::text[], $2::text[]) with ordinality w (type_code, info_no, ord)
     join info i on i.type_code = w.type_code and i.info_no = w.info_no and i.stt = '1' and i.show_flag = '1'`,
    [codes.map(({ dictionary }) => dictionary), codes.map(({ value }) => value)],
  )
  const offered = new Set(rows.map(({ ord }) => ord))
  const errors = codes
    .filter((_, i) => !offered.has(i + 1))
    .map(({ field, title }) => ({ field, message: `${title}不在可选范围内` }))
  if (errors.length > 0) throw new Fault('invalid', [...new Set(errors.map(({ message }) => message))].join('；'), { errors })
}

/** The labels of a dictionary by code, kept ones included. */
export async function labelsOf(db: Db, typeCode: string): Promise<Map<string, string>> {
  const items = await db.selectFrom('info').select(['infoNo', 'chnName']).where('typeCode', '=', typeCode).execute()
  return new Map(items.map(({ infoNo, chnName }) => [infoNo, chnName]))
}

function codesIn(schema: z.ZodType, value: unknown, field = ''): Code[] {
  const { dictionary, title = field } = metaOf(schema)
  const plain = inner(schema)
  // An enumeration has been checked by its contract, which may know more spellings than the dictionary.
  if (dictionary && typeof value === 'string') return plain instanceof z.ZodEnum ? [] : [{ field, title, dictionary, value }]
  if (plain instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item, i) => codesIn(plain.element as z.ZodType, item, `${field}.${i}`))
  if (plain instanceof z.ZodObject && typeof value === 'object' && value !== null)
    return Object.entries(plain.shape).flatMap(([key, part]) =>
      codesIn(part as z.ZodType, (value as Record<string, unknown>)[key], field ? `${field}.${key}` : key),
    )
  return []
}
