import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { styleBudget } from '../support/budgets.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const sheets = globSync('src/**/*.css').map((path) => [path, read(path).replaceAll(/\/\*[\s\S]*?\*\//g, '')] as const)
const source = globSync('src/**/*.{ts,tsx,html}').map(read).join('\n')

// Have colours of their own: the series of charts, the picture of the sign-in, what strangers' pages show in a frame, and what lies
// on the dark notice or on paper.
const ownColours = [
  'src/web/theme/tokens.css',
  'src/web/chart/chart.css',
  'src/web/layout/signInLayout.css',
  'src/web/list/table/tickBox.css',
  'src/app/web/frame/framed.css',
  'src/app/web/undoNotice.css',
  'src/domain/rights/rightsMatrix.css',
]

test('every colour of a style is one of the base, so that day and night have the same pages', () => {
  const others = sheets.filter(([path]) => !ownColours.includes(path) && !path.includes('print'))
  const found = others.flatMap(([path, style]) => (style.match(/#[0-9a-f]{3,8}\b/gi) ?? []).map((colour) => `${path} ${colour}`))
  expect(found).toEqual([])
})

// Are put together from a word and a number or a place.
const composed = /^(depth|level|matrix-level|fixed|node|of)-/

test('every class of a style is used', () => {
  // Leaves out what antd, the icons and the layer of a PDF's text draw.
  const isOurs = (name: string) => !/^(ant|lucide|markedContent)\b/.test(name) && !composed.test(name)
  const unused = sheets.flatMap(([path, style]) =>
    [...new Set([...style.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/g)].map(([, name = '']) => name))]
      .filter((name) => isOurs(name) && !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(source))
      .map((name) => `${path} .${name}`),
  )
  expect(unused).toEqual([])
})

test('all styles of ours together are no more than their budget', () => {
  const kilobytes = gzipSync(sheets.map(([, style]) => style).join('\n')).length / 1024
  expect(kilobytes).toBeGreaterThan(styleBudget / 2)
  expect(kilobytes).toBeLessThan(styleBudget)
})
