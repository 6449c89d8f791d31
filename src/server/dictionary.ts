import type pg from 'pg'
import type * as z from 'zod'
import { metaOf } from '#contract/explain.ts'
import { Fault } from './fault.ts'

/** Refuses a value of a dictionary field that its dictionary does not offer. */
export async function checkCodes(schema: z.ZodObject, input: Record<string, unknown>, pool: pg.Pool) {
  const wanted = codeFields(schema).filter(({ key }) => typeof input[key] === 'string')
  if (wanted.length === 0) return
  const { rows } = await pool.query(
    `select w.ord from unnest($1::text[], $2::text[]) with ordinality w (type_code, info_no, ord)
     join info i on i.type_code = w.type_code and i.info_no = w.info_no and i.stt = '1' and i.show_flag = '1'`,
    [wanted.map(({ dictionary }) => dictionary), wanted.map(({ key }) => input[key])],
  )
  const offered = new Set(rows.map(({ ord }) => ord))
  const errors = wanted
    .filter((_, i) => !offered.has(i + 1))
    .map(({ key, title }) => ({ field: key, message: `${title}不在可选范围内` }))
  if (errors.length > 0) throw new Fault('invalid', errors.map(({ message }) => message).join('；'), { errors })
}

const known = new WeakMap<z.ZodObject, { key: string; dictionary: string; title: string }[]>()

function codeFields(schema: z.ZodObject) {
  const kept = known.get(schema)
  if (kept) return kept
  const fields = Object.entries(schema.shape).flatMap(([key, field]) => {
    const { dictionary, title = key } = metaOf(field as z.ZodType)
    return dictionary ? [{ key, dictionary, title }] : []
  })
  known.set(schema, fields)
  return fields
}
