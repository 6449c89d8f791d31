import * as z from 'zod'
import { isMaskedValue } from '#contract/values/masking.ts'
import { unwrapSchema, metaOf } from '#contract/explain.ts'
import { hideNumbersIn } from '#contract/values/personalNumbers.ts'

/** Copies exactly what a contract names, nothing else. */
type FieldPicker = (value: unknown) => unknown

/** Compiles the picker of an output schema once, at start; in lists, or everywhere, it hides numbers of people in free texts. */
export function pickerOf(schema: z.ZodType, hides = false): FieldPicker {
  if (metaOf(schema).free) return hides ? hideInText : asItIs
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    const pick = pickerOf(schema.unwrap() as z.ZodType, hides)
    if (pick === asItIs) return asItIs
    return (value) => (value === null || value === undefined ? (value ?? null) : pick(value))
  }
  if (schema instanceof z.ZodArray) {
    const pick = pickerOf(schema.element as z.ZodType, true)
    return (value) => (value as unknown[]).map(pick)
  }
  if (schema instanceof z.ZodLazy) {
    let pick: FieldPicker | undefined
    return (value) => (pick ??= pickerOf(schema.unwrap() as z.ZodType, hides))(value)
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([key, field]) => [key, pickerOf(field as z.ZodType, hides)] as const)
    const plain = fields.filter(([, pick]) => pick === asItIs).map(([key]) => key)
    const nested = fields.filter(([, pick]) => pick !== asItIs)
    return (value) => {
      const from = value as Record<string, unknown>
      const picked: Record<string, unknown> = {}
      for (const key of plain) if (from[key] !== undefined) picked[key] = from[key]
      for (const [key, pick] of nested) if (from[key] !== undefined) picked[key] = pick(from[key])
      return picked
    }
  }
  if (composites.some((kind) => schema instanceof kind))
    throw new Error('an output of this kind cannot be picked by its contract')
  return asItIs
}

// Lists the types whose parts would be passed on unseen.
const composites = [z.ZodUnion, z.ZodTuple, z.ZodIntersection, z.ZodPipe, z.ZodMap, z.ZodSet]

const asItIs: FieldPicker = (value) => value

const hideInText: FieldPicker = (value) => (typeof value === 'string' ? hideNumbersIn(value) : value)

/**
 * Throws, in tests and development, for a result that names what its contract does not, does not fit it, or holds in clear what
 * the contract masks: a bug.
 */
export function assertFits(schema: z.ZodType, result: unknown, picked: unknown) {
  const stray = strayKey(result, picked)
  if (stray) throw new Error(`the result names ${stray}, which its contract does not`)
  schema.parse(picked)
  const clear = clearValue(schema, picked)
  if (clear) throw new Error(`the result holds ${clear} in clear, which its contract masks`)
}

/** Finds the path of a masked field that is shown in clear; undefined where there is none. */
function clearValue(schema: z.ZodType | undefined, value: unknown, path = ''): string | undefined {
  const plain = unwrapSchema(schema)
  if (plain instanceof z.ZodLazy) return clearValue(plain.unwrap() as z.ZodType, value, path)
  if (Array.isArray(value) && plain instanceof z.ZodArray)
    return value.map((item, i) => clearValue(plain.element as z.ZodType, item, `${path}[${i}]`)).find(Boolean)
  if (typeof value === 'object' && value !== null && plain instanceof z.ZodObject)
    return Object.entries(value)
      .map(([key, one]) => clearValue(plain.shape[key] as z.ZodType, one, `${path}.${key}`))
      .find(Boolean)
  const isClear = schema && metaOf(schema).masked && typeof value === 'string' && value !== '' && !isMaskedValue(value)
  return isClear ? path : undefined
}

function strayKey(result: unknown, picked: unknown, path = ''): string | undefined {
  if (Array.isArray(result))
    return result.map((item, i) => strayKey(item, (picked as unknown[])[i], `${path}[${i}]`)).find(Boolean)
  if (typeof result !== 'object' || result === null || typeof picked !== 'object' || picked === null) return undefined
  for (const [key, value] of Object.entries(result)) {
    if (value === undefined) continue
    if (!(key in picked)) return `${path}.${key}`
    const deeper = strayKey(value, (picked as Record<string, unknown>)[key], `${path}.${key}`)
    if (deeper) return deeper
  }
  return undefined
}
