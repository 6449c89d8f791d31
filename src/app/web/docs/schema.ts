import type { Schema } from './description.ts'

const types: Record<string, string> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: '是否',
  array: '列表',
  object: '对象',
  null: '空',
}

export type NamedSchemas = Record<string, Schema>

/** Returns a schema without the references and `null` around it. */
export function dereference(schema: Schema, named: NamedSchemas): Schema {
  const { $ref, anyOf, allOf, ...rest } = schema
  const target = $ref && named[$ref.split('/').at(-1) ?? '']
  if (target) return dereference({ ...target, ...rest }, named)
  const real = anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (real.length === 1 && real[0]) return dereference({ ...real[0], ...rest }, named)
  return schema
}

export const schemaType = (schema: Schema, named: NamedSchemas): string => {
  const { type = '', anyOf, items, enum: values } = dereference(schema, named)
  if (anyOf) return [...new Set(anyOf.map((one) => schemaType(one, named)))].join(' 或 ')
  if (type === 'array') return `${schemaType(items ?? {}, named)}的列表`
  return types[type] ?? (values ? '文本' : '任意')
}

/** Describes briefly what a value has to be. */
export function schemaRule(schema: Schema, named: NamedSchemas): string {
  const one = dereference(schema, named)
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, dictionary, date, default: usual } = one
  const isNullable = schema.anyOf?.some(({ type }) => type === 'null')
  const patterns = [one.pattern, ...(one.allOf?.map(({ pattern }) => pattern) ?? [])].filter(Boolean)
  return [
    one.enum && `${one.enum.join('、')} 之一`,
    dictionary && `字典 ${dictionary}`,
    date && 'yyyyMMdd',
    minLength !== undefined && maxLength !== undefined && `${minLength}～${maxLength} 个字`,
    minLength === undefined && maxLength !== undefined && `最多 ${maxLength} 个字`,
    isLimit(minimum) && `不小于 ${minimum}`,
    isLimit(maximum) && `不大于 ${maximum}`,
    maxItems !== undefined && `${minItems ?? 0}～${maxItems} 项`,
    // Leaves out patterns that only exclude control characters.
    ...patterns.filter((pattern) => !pattern?.includes('Cc')).map((pattern) => `格式 ${pattern}`),
    isNullable && '可为 null',
    usual !== undefined && `默认 ${JSON.stringify(usual)}`,
  ]
    .filter(Boolean)
    .join('，')
}

const isLimit = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER

export type FieldLine = { path: string; depth: number; title: string; type: string; required: boolean; rule: string }

/** Lists the fields of an object, those of nested ones below them; a recursive one only once. */
export function linesOf(schema: Schema, named: NamedSchemas, depth = 0, above: string[] = []): FieldLine[] {
  const one = dereference(schema, named)
  const own = schema.$ref ?? ''
  if (one.type === 'array') return linesOf(one.items ?? {}, named, depth, above)
  if (depth > 5 || (own && above.includes(own))) return []
  return Object.entries(one.properties ?? {}).flatMap(([name, field]) => [
    {
      path: name,
      depth,
      title: dereference(field, named).title ?? field.title ?? '',
      type: schemaType(field, named),
      required: one.required?.includes(name) ?? false,
      rule: schemaRule(field, named),
    },
    ...linesOf(field, named, depth + 1, [...above, own]),
  ])
}

/** Returns a value to begin with: the required parts, as empty as possible. */
export function sampleOf(schema: Schema, named: NamedSchemas): unknown {
  const one = dereference(schema, named)
  if (one.default !== undefined) return one.default
  if (one.enum) return one.enum[0]
  if (one.anyOf) return sampleOf(one.anyOf[0] ?? {}, named)
  if (one.type === 'object')
    return Object.fromEntries((one.required ?? []).map((name) => [name, sampleOf(one.properties?.[name] ?? {}, named)]))
  if (one.type === 'array') return (one.minItems ?? 0) > 0 ? [sampleOf(one.items ?? {}, named)] : []
  if (one.type === 'integer' || one.type === 'number') return isLimit(one.minimum) ? one.minimum : 1
  return one.type === 'null' ? null : ''
}
