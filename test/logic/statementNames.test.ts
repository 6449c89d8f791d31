import { expect, test } from 'vitest'
import { nameStatements } from '#server/database/statementNames.ts'

const times = (count: number, ask: () => string | undefined) => Array.from({ length: count }, ask)

test('a statement gets a name when it is asked for the fifth time, and keeps it', () => {
  const nameOf = nameStatements()
  const names = times(7, () => nameOf('select a from b where c = $1', 'whole'))
  expect(names.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined])
  expect(names[4]).toBeTruthy()
  expect(new Set(names.slice(4)).size).toBe(1)
})

test('each role has names of its own, and so has each text', () => {
  const nameOf = nameStatements()
  const last = (text: string, role: string) => times(5, () => nameOf(text, role)).at(-1)
  const names = [last('select 1', 'whole'), last('select 1', 'reach'), last('select 2', 'whole')]
  expect(new Set(names).size).toBe(3)
  expect(names).not.toContain(undefined)
})

test('a statement that answers every column gets no name, for a migration changes what it answers', () => {
  const nameOf = nameStatements()
  for (const text of ['select * from b', 'select b.* from b', 'delete from b returning *', 'select a, * from b'])
    expect(times(9, () => nameOf(text, 'whole')).filter(Boolean), text).toEqual([])
  expect(times(5, () => nameOf('select count(*) from b', 'whole')).at(-1)).toBeTruthy()
})

test('a search gets no name, for the quickest way depends on the word', () => {
  const nameOf = nameStatements()
  for (const text of ['select a from b where c @> bigrams($1)', 'select a from b where c like $1'])
    expect(times(9, () => nameOf(text, 'whole')).filter(Boolean), text).toEqual([])
})

test('a count that joins gets no name, for the quickest way depends on the size of the enterprise', () => {
  const nameOf = nameStatements()
  for (const rest of ['join c using (d)', 'where not exists (select from c)', 'where c is null'])
    expect(times(9, () => nameOf(`select count(*)::int as n from b ${rest}`, 'whole')).filter(Boolean), rest).toEqual([])
})

test('no more than 300 statements get a name', () => {
  const nameOf = nameStatements()
  const names = Array.from({ length: 400 }, (_, i) => times(5, () => nameOf(`select ${i}`, 'whole')).at(-1))
  expect(names.filter(Boolean).length).toBe(300)
  expect(new Set(names.filter(Boolean)).size).toBe(300)
})
