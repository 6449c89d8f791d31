import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '#contract/modules.ts'
import { helpFor, helpSections } from '#server/http/help.ts'
import { pictureNames } from '../../e2e/pictureNames.ts'
import { manualPages, readPage } from '../../scripts/manual.ts'

const folder = join(import.meta.dirname, '../..', 'docs', 'manual')
const textOf = (name: string) => readFileSync(join(folder, `${name}.md`), 'utf8')
const names = globSync('*.md', { cwd: folder }).map((file) => basename(file, '.md'))
const pages = names.map((name) => readPage(name, textOf(name)))
/** Lists all pages but those about the machine, which are about commands, not the screen. */
const forOffice = pages.filter(({ name }) => !['operation', 'scale'].includes(name))

const sections = pages.flatMap(({ name, headings }) => headings.map(({ id }) => ({ page: name, id })))
const screens = modules.flatMap(({ code, path }) => (path ? [code] : []))

test('every page of the manual has its place in the order of reading', () => {
  expect(names.filter((name) => !manualPages.some((known) => known === name))).toEqual([])
})

test.each(screens)('the screen of %s has its section on exactly one page, and help leads there', (code) => {
  const found = sections.filter(({ id }) => id === code)
  expect(found).toHaveLength(1)
  expect(helpFor(code)).toBe(`/manual/${found[0]?.page}.html#${code}`)
})

test('help leads to sections that exist, and from anywhere else to the index', () => {
  expect(helpSections().length).toBeGreaterThan(40)
  expect(helpSections().filter(({ page, id }) => !sections.some((one) => one.page === page && one.id === id))).toEqual([])
  expect([helpFor('of another system'), helpFor('constructor')]).toEqual(['/manual/', '/manual/'])
})

test('every link of the manual leads to something', () => {
  const broken = pages.flatMap(({ name, links }) =>
    links
      .filter((link) => {
        if (link.startsWith('https:')) return false
        const [file, anchor] = link.split('#')
        if (file && !existsSync(join(folder, file))) return true
        const page = file ? basename(file, '.md') : name
        // Skips the anchors of files beside the manual.
        return anchor !== undefined && !file?.includes('/') && !sections.some((one) => one.page === page && one.id === anchor)
      })
      .map((link) => `${name}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('every picture of the manual is there, and is one that the browser tests make', () => {
  const shown = pages.flatMap(({ name, pictures }) => pictures.map((picture) => ({ name, picture })))
  expect(shown.length).toBeGreaterThan(30)
  expect(shown.filter(({ picture }) => !existsSync(join(folder, picture)))).toEqual([])
  expect(shown.filter(({ picture }) => !pictureNames.has(basename(picture, '.webp')))).toEqual([])
})

const sources = globSync('src/**/*.{ts,tsx}', { cwd: join(folder, '..', '..') })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(folder, '..', '..', file), 'utf8'))
  .join('\n')
/** Tells whether these words stand in the sources by themselves, not as a part of longer ones. */
const standsThere = (label: string) => {
  const plain = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<!\\p{Script=Han})${plain}(?!\\p{Script=Han})`, 'u').test(sources)
}

test.each(forOffice)('what $name says in bold stands so on a screen', ({ name }) => {
  const labels = [...textOf(name).matchAll(/\*\*(.+?)\*\*|「(.+?)」/g)].map(([, bold, quoted]) => bold ?? quoted ?? '')
  expect(labels.length).toBeGreaterThan(0)
  expect([...new Set(labels)].filter((label) => !standsThere(label))).toEqual([])
})
