import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { inThread } from '#server/base/inThread.ts'
import { isStillSvg } from '#server/files/svg.ts'
import { cpuOf } from '../support/cpu.ts'

const around = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
const largest = 2 * 2 ** 20
const filled = (begin: string, pump: string, end: string) => begin + pump.repeat(Math.floor(largest / pump.length)) + end

/** Lists what a check may stumble over: each is the begin of something, repeated, that never comes to its end. */
const shapes: Record<string, string> = {
  'spaces in a reference': around(filled('<rect fill="url(', ' ', 'x)"/>')),
  references: around(filled('<rect fill="', 'url(#a', '"/>')),
  'a name without end': around(filled('<', 'a', '')),
  'attributes without end': around(filled('<rect ', 'a ', '')),
  'quotes without end': around(filled('<rect ', '"a"', '"')),
  'empty values': around(filled('<rect ', "a=''", '=/>')),
  'colons in a name': around(filled('<', 'a:', 'script')),
  'event names': around(filled('<rect ', ' on', '/>')),
  'letters of an event': around(filled('<rect on', 'x', ' />')),
  'spaces of an event': around(filled('<rect onx', ' ', '/>')),
  encodings: filled('<?xml ', 'encoding ', '?>') + around(''),
  'spaces before an encoding': filled('<?xml encoding', ' ', '?>') + around(''),
  'begins of tags': around(filled('', '<', '')),
  'ends of the drawing': around(filled('', '</svg ', '')),
  'spaces at the end': around(filled('</svg', ' ', '')),
  'numbers of letters': around(filled('&#', '1', ';')),
  'begun letters': around(filled('', '&#x', ';')),
  comments: around(filled('', '<!--', '')),
  'named parts': around(filled('', '<g id="a"/>', '')),
  copies: around(filled('<g id="a"/>', '<use href="#a"/>', '')),
  'names of one part': around(filled('<g id="a"/><g x="', 'url(#a)', '"/>')),
  'parts in parts': around(filled('', '<g>', '')),
}

const ordinary = Buffer.from(around(filled('', '<path fill="red" d="M10 20L30 40C50 60 70 80 90 100Z"/>', '')))
let once: number
beforeAll(() => {
  once = cpuOf(() => isStillSvg(ordinary))
})

test.each(Object.entries(shapes))(
  'checking a drawing of two megabytes of %s costs little more than an ordinary one',
  (_, text) => {
    const bytes = Buffer.from(text)
    expect(cpuOf(() => isStillSvg(bytes), 2) / once).toBeLessThan(20)
  },
)

test('a file whose check takes too long, or more memory than there is for it, is refused with a sentence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'campus-thread-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const module = (name: string, body: string) => {
    writeFileSync(join(folder, name), `export default (input) => { ${body} }`)
    return join(folder, name)
  }
  const told = '这个文件检查起来太久'
  const endless = module('endless.mjs', 'for (;;);')
  await expect(inThread({ module: endless, seconds: 0.3, told }, 1)).rejects.toMatchObject({ code: 'fileBroken', message: told })
  const greedy = module('greedy.mjs', 'const kept = []; for (;;) kept.push({ a: kept.length })')
  await expect(inThread({ module: greedy, seconds: 60, told }, 1)).rejects.toMatchObject({ code: 'fileBroken', message: told })
  expect(await inThread({ module: module('next.mjs', 'return input + 1'), seconds: 60, told }, 1)).toBe(2)
})
