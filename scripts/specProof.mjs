// Reads what shows each sentence of the specification (docs/spec/proof.md), and finds what a run leaves unshown.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** Says in the place of a test that the specification itself leaves open what is meant. */
const open = 'not shown'

/** Returns the rows of the tables: section, what is said, and the tests that show it; `isOpen` where none need. */
export function readRows() {
  let section = ''
  return readFileSync(join(root, 'docs/spec/proof.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('## ')) section = line.slice(3)
      if (!line.startsWith('| ') || line === '| what is said | shown by |') return []
      const [, said = '', shown = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
      const tests = shown.split('<br>').flatMap((test) => {
        const [path, title] = test.split(' › ')
        return path && title ? [{ path, title: title.replaceAll('\\|', '|') }] : []
      })
      return [{ section, said, tests, isOpen: shown === open }]
    })
}

/** Returns what the names of a test may look like, of which its title has places to fill in. */
export function patternOf(title) {
  const parts = title.split(/\$\{.*\}|\$\w+|%[sid]/)
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')).join('.*')}$`, 's')
}

/** Returns the named tests of files that ran, which are not there or have failed; `results` has a line for each test: state, path › name. */
export function unshownBy(results) {
  const lines = results.split('\n').map((line) => line.split('\t'))
  const ran = lines.map(([state, name = '']) => ({
    state,
    path: name.split(' › ')[0],
    title: name.slice(name.indexOf(' › ') + 3),
  }))
  const named = readRows().flatMap(({ tests }) => tests)
  const wrong = named.filter(({ path, title }) => {
    const ofFile = ran.filter((one) => one.path === path)
    const same = ofFile.filter((one) => patternOf(title).test(one.title))
    return ofFile.length > 0 && !(same.length > 0 && same.every(({ state }) => state === 'passed' || state === 'skipped'))
  })
  return [...new Set(wrong.map(({ path, title }) => `${path} › ${title}`))]
}
