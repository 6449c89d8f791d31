import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).sort()
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

type Import = { from: string; to: string }

/** What a file imports: a path under `src`, or the name of a package. */
function importsOf(from: string): Import[] {
  const found = textOf(from).matchAll(
    /^(?:import |export |\}).*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|new URL\('(\.[^']+)', import\.meta\.url\)/gm,
  )
  return [...found].map(([, ...names]) => ({ from, to: pathOf(from, names.find(Boolean) ?? '') }))
}

function pathOf(from: string, module: string): string {
  if (module.startsWith('#')) return `src/${module.slice(1)}`
  return module.startsWith('.') ? normalize(join(dirname(from), module)) : module
}

const imports = files.flatMap(importsOf)
const wrong = (isWrong: (one: Import) => boolean) => imports.filter(isWrong).map(({ from, to }) => `${from} -> ${to}`)

const isContract = (file: string) => /^src\/contract\/|\.contract\.ts$/.test(file)
const isTest = (file: string) => file.endsWith('.test.ts')
/** Server side: the kernel and the handlers; what a feature adds to these is named by who imports it. */
const isServer = (file: string) =>
  file.startsWith('src/server/') || (/^src\/features\/.*\.ts$/.test(file) && !isContract(file) && !isTest(file))
const isWeb = (file: string) => file.startsWith('src/web/') || file.endsWith('.tsx')
const featureOf = (file: string) => (file.startsWith('src/features/') ? dirname(file) : undefined)

test('every file belongs to one side', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => [isContract, isTest, isServer, isWeb].filter((is) => is(file)).length !== 1)).toEqual([])
})

test('an import names its file with the extension, and the file is there', () => {
  expect(wrong(({ to }) => to.startsWith('src/') && !existsSync(join(root, to)))).toEqual([])
})

test('across folders a file is imported by its name with #, inside one by ./', () => {
  const written = (file: string) =>
    [...textOf(file).matchAll(/\bfrom '(\.[^']+|#[^']+)'/g)].map(([, module = '']) => ({ from: file, to: module }))
  const home = (file: string) => featureOf(file) ?? file.split('/').slice(0, 2).join('/')
  const upward = files
    .filter((file) => !isTest(file))
    .flatMap(written)
    .filter(({ from, to }) => to.startsWith('.') && home(pathOf(from, to)) !== home(from))
  expect(upward).toEqual([])
})

test('the contract imports nothing but zod and itself', () => {
  expect(wrong(({ from, to }) => isContract(from) && to !== 'zod' && !isContract(to))).toEqual([])
  expect(wrong(({ from, to }) => from.startsWith('src/contract/') && to !== 'zod' && !to.startsWith('src/contract/'))).toEqual([])
})

test('the server imports nothing of the web side', () => {
  expect(wrong(({ from, to }) => isServer(from) && (isWeb(to) || /^(react|antd|@ant-design|@tanstack)/.test(to)))).toEqual([])
})

test('the web side imports nothing of the server', () => {
  expect(wrong(({ from, to }) => isWeb(from) && isServer(to))).toEqual([])
  expect(
    wrong(({ from, to }) => !isServer(from) && !isTest(from) && /^(node:|pg|kysely|fastify|@fastify|@node-rs)/.test(to)),
  ).toEqual([])
})

test('a feature imports of another only its contract, its picker, or its panel', () => {
  const isOther = (one: Import) =>
    featureOf(one.to) !== undefined && featureOf(one.from) !== undefined && featureOf(one.to) !== featureOf(one.from)
  expect(
    wrong((one) => !isTest(one.from) && isOther(one) && !isContract(one.to) && !/\.(picker|panel)\.tsx$/.test(one.to)),
  ).toEqual([])
})

test('handlers and screens are imported by their lists alone', () => {
  expect(wrong(({ from, to }) => to.endsWith('.handlers.ts') && from !== 'src/server/routes.ts')).toEqual([])
  expect(
    wrong(
      ({ from, to }) =>
        to.endsWith('.screen.tsx') &&
        !['src/web/screens.ts', 'src/web/main.tsx', 'src/web/m/main.tsx'].includes(from) &&
        featureOf(from) !== featureOf(to),
    ),
  ).toEqual([])
})

test('there is no barrel', () => {
  expect(files.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([])
  expect(files.filter((file) => /^export (\*|\{[^}]*\}) from /m.test(textOf(file)))).toEqual([])
})

test('no type is silenced', () => {
  const everywhere = [...files, ...globSync('{test,e2e,bench,scripts}/**/*.{ts,mjs}', { cwd: root })].filter(
    (file) => file !== 'test/borders.test.ts',
  )
  expect(
    everywhere.filter((file) => /\bas any\b|@ts-(ignore|nocheck|expect-error)|: any\b(?! \w)|<any>/.test(textOf(file))),
  ).toEqual([])
})

test('windows of antd are opened through ours', () => {
  const raw = files.filter((file) =>
    [...textOf(file).matchAll(/import \{([^}]*)\} from 'antd'/g)].some(([, names = '']) =>
      /(?<!type )\b(Modal|Drawer)\b/.test(names),
    ),
  )
  expect(raw).toEqual(['src/web/AppModal.tsx', 'src/web/layout/Side.tsx'])
})

test('a test that looks for wrong imports does see imports', () => {
  expect(imports.filter(({ to }) => to === 'src/features/ent/empgrp/empgrp.handlers.ts')).toEqual([
    { from: 'src/server/routes.ts', to: 'src/features/ent/empgrp/empgrp.handlers.ts' },
  ])
  expect(imports.some(({ from, to }) => from === 'src/server/sheet/sheet.ts' && to === 'src/server/sheet/sheet.worker.ts')).toBe(
    true,
  )
  expect(imports.length).toBeGreaterThan(300)
})
