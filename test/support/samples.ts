import fc from 'fast-check'
import * as z from 'zod'
import type { Call } from '#contract/call.ts'

/** Describes values that mean something on this database, by the key that names them: `grpNo`, `pwd`, or a dictionary's code. */
export type Known = Record<string, readonly unknown[]>

type Input = Record<string, unknown>

/** Describes the part of zod's JSON Schema that inputs use. */
type Node = {
  type?: string
  enum?: unknown[]
  anyOf?: Node[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  pattern?: string
  allOf?: { pattern?: string }[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  dictionary?: string
}

const schemaOf = once((call: Call) => z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Node)

/** Remembers what a function answered: inputs are drawn thousands of times from the same few hundred schemas. */
function once<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key) as Value
  }
}

/** Returns the singular: `empNos` holds what `empNo` names. */
const singular = (key: string) => key.replace(/s$/, '')

const knownOf = (known: Known, key: string): readonly unknown[] => known[key] ?? known[singular(key)] ?? []

/** Draws any input that the contract of a call accepts, real numbers and codes among them. */
export function validInput(call: Call, known: Known): fc.Arbitrary<Input> {
  const { properties = {}, required = [] } = schemaOf(call)
  return recordOf(properties, required, known).filter((input) => call.input.safeParse(input).success)
}

/** Returns an input with which a call succeeds: what it requires, and of the rest what names records. */
export function workingInput(call: Call, known: Known): Input {
  const { properties = {}, required = [] } = schemaOf(call)
  const wanted = Object.entries(properties).filter(([key]) => required.includes(key) || (key in known && key !== 'entNo'))
  const entries = wanted.map(([key, node]) => [key, workingValue(key, node, known)])
  const input = Object.fromEntries(entries)
  const { error } = call.input.safeParse(input)
  if (error) throw new Error(`samples.ts knows no working input for ${call.path}: ${z.prettifyError(error)}`)
  return input
}

function workingValue(key: string, node: Node, known: Known): unknown {
  const values = knownOf(known, key)
  // Takes a list that is known as a whole.
  if (node.type === 'array' && Array.isArray(known[key]?.[0])) return known[key][0]
  if (node.type === 'array' && node.items?.properties) return wholeSet(key, node, known)
  if (values.length > 0) return node.type === 'array' ? values : values[0]
  return fc.sample(valueOf(key, node, known), { seed: 1, numRuns: 1 })[0]
}

// Returns the whole sibling set for an order call, reversed, so that something changes.
function wholeSet(list: string, node: Node, known: Known) {
  const { properties = {}, required = [] } = node.items ?? {}
  const key = Object.keys(properties).find((name) => name in known)
  if (key === undefined) return fc.sample(inventedValue(list, node, known), { seed: 1, numRuns: 1 })[0]
  const others = required.filter((name) => name !== key && name !== 'showOrd')
  const more = Object.fromEntries(others.map((name) => [name, workingValue(name, properties[name] ?? {}, known)]))
  return [...knownOf(known, key)]
    .reverse()
    .map((no, i) => ({ [key]: no, ...more, ...('showOrd' in properties && { showOrd: (i + 1) * 5 }) }))
}

function recordOf(properties: Record<string, Node>, required: string[], known: Known): fc.Arbitrary<Input> {
  const values = Object.fromEntries(Object.entries(properties).map(([key, node]) => [key, valueOf(key, node, known)]))
  return fc.record(values, { requiredKeys: required, noNullPrototype: true })
}

function valueOf(key: string, node: Node, known: Known): fc.Arbitrary<unknown> {
  const real = node.type === 'array' ? [] : knownOf(known, key)
  const codes = node.dictionary && !node.enum ? (known[node.dictionary] ?? []) : []
  const invented = inventedValue(key, node, known)
  if (codes.length > 0) return fc.constantFrom(...(real.length > 0 ? real : codes))
  return real.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...real) }, invented) : invented
}

function inventedValue(key: string, node: Node, known: Known): fc.Arbitrary<unknown> {
  if (node.enum) return fc.constantFrom(...node.enum)
  if (node.anyOf) return fc.oneof(...node.anyOf.map((one) => valueOf(key, one, known)))
  switch (node.type) {
    case 'string':
      return textOf(node)
    case 'integer':
    case 'number':
      return fc.integer({ min: node.minimum ?? -(2 ** 31), max: node.maximum ?? 2 ** 31 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const bounds = { minLength: node.minItems ?? 0, maxLength: Math.min(node.maxItems ?? 5, 5) }
      return fc.uniqueArray(valueOf(singular(key), node.items ?? {}, known), {
        ...bounds,
        selector: (item) => JSON.stringify(item),
      })
    }
    case 'object':
      return recordOf(node.properties ?? {}, node.required ?? [], known)
    default:
      return fc.constantFrom(...(knownOf(known, key).length > 0 ? knownOf(known, key) : [null]))
  }
}

const characters = '陈晓雯教研组·𠮷😀abcXYZ019 -_%\\\'"<>&;/.é１，\t\n'

const textOf = once(({ pattern, allOf = [], minLength = 0, maxLength = 60 }: Node): fc.Arbitrary<string> => {
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].flatMap((one) => (one ? [new RegExp(one, 'u')] : []))
  const fits = (value: string) =>
    value.length <= maxLength && value.trim().length >= minLength && patterns.every((one) => one.test(value.trim()))
  const written = fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength: Math.min(maxLength, 60) })
  const dates = fc.date({ min: new Date('1900-01-02'), max: new Date('2100-01-01'), noInvalidDate: true })
  const stamps = dates.map((date) => date.toISOString().replace(/\D/g, ''))
  // Makes existing dates and times of texts with so many digits alone.
  const [, digits] = patterns.flatMap((one) => /^\^\\d\{(8|14)\}\$$/.exec(one.source) ?? [])
  if (digits) return stamps.map((stamp) => stamp.slice(0, Number(digits)))
  const matching = patterns.flatMap((one) => matchingOf(one))
  const usable = [written, stamps.map((stamp) => stamp.slice(0, 8)), ...matching].filter((arbitrary) =>
    fc.sample(arbitrary, { seed: 1, numRuns: 50 }).some(fits),
  )
  return fc.oneof(...usable).filter(fits)
})

// Draws texts of a pattern; free text for the few (those of excluded characters) that cannot be turned round.
function matchingOf(pattern: RegExp): fc.Arbitrary<string>[] {
  try {
    return [fc.stringMatching(pattern)]
  } catch {
    return []
  }
}
