import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { unwrapSchema } from '#contract/explain.ts'
import { routes } from '#app/server/routes.ts'

const [, ...lines] = readFileSync(new URL('../fixtures/entities.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const listed = (names = '') => names.split(',').filter(Boolean)

/** Collects the names of all fields of a schema, wherever they stand. */
function namesIn(schema: z.ZodType | undefined, found = new Set<string>(), seen = new Set<unknown>()): Set<string> {
  const plain = unwrapSchema(schema)
  if (!plain || seen.has(plain)) return found
  seen.add(plain)
  if (plain instanceof z.ZodArray) namesIn(plain.element as z.ZodType, found, seen)
  if (plain instanceof z.ZodLazy) namesIn(plain.unwrap() as z.ZodType, found, seen)
  if (plain instanceof z.ZodUnion) for (const one of plain.options) namesIn(one as z.ZodType, found, seen)
  if (!(plain instanceof z.ZodObject)) return found
  for (const [name, field] of Object.entries(plain.shape)) {
    found.add(name)
    namesIn(field as z.ZodType, found, seen)
  }
  return found
}

test.each(lines.map((line) => line.split('\t')))(
  'the calls of %s answer or take each field that the specification names',
  (_, path = '', answered, taken) => {
    const calls = routes.map(({ call }) => call).filter((call) => call.path.startsWith(path))
    const outputs = calls.map(({ output }) => namesIn(output))
    const inputs = calls.map(({ input }) => namesIn(input))
    expect(listed(answered).filter((name) => !outputs.some((names) => names.has(name)))).toEqual([])
    expect(listed(taken).filter((name) => !inputs.some((names) => names.has(name)))).toEqual([])
  },
)
