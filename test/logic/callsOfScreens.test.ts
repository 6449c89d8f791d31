import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routes } from '#app/server/routes.ts'

const root = new URL('../..', import.meta.url).pathname

/** Reads the calls that docs/spec/calls.md says no screen makes, by their paths. */
function unmadeCalls(): string[] {
  const text = readFileSync(join(root, 'docs/spec/calls.md'), 'utf8')
  const part = text.slice(text.indexOf('## Calls that no screen makes'))
  return part.split('\n').flatMap((line) => {
    const named = [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    const folder = named[0]?.replace(/[a-z]+$/, '') ?? ''
    return named.map((name) => (name.startsWith('/') ? name : folder + name))
  })
}

test('every call of the specification is made by a screen, or said to be made by none and by what instead', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx$|\.web\.ts$|(^|\/)use\w+\.ts$|^web\/|^app\/web\//.test(name) && /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .join('\n')
  const fixed = readFileSync(join(root, 'test/fixtures/calls.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[1] ?? '')
  const isNamed = (path: string) => new RegExp(`\\.${path.split('/').pop()}\\b`).test(sources)
  const left = fixed.filter((path) => path && !isNamed(path))
  // Finds by the last word only, so a call beside one of the same word is not missed here: the table names those too.
  expect(left.filter((path) => !unmadeCalls().includes(path))).toEqual([])
  expect(unmadeCalls().filter((path) => !routes.some(({ call }) => call.path === path))).toEqual([])
})
