import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).sort()
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

type Import = { from: string; to: string }

/** Returns the imports of a file: paths under `src`, or names of packages. */
function importsOf(from: string): Import[] {
  const found = textOf(from).matchAll(
    /^(?:import |export |\}).*\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|new URL\('(\.[^']+)', import\.meta\.url\)/gm,
  )
  // Leaves out how the build is to take a file.
  return [...found].map(([, ...names]) => ({ from, to: pathOf(from, names.find(Boolean)?.replace(/\?.*/, '') ?? '') }))
}

function pathOf(from: string, module: string): string {
  if (module.startsWith('#')) return `src/${module.slice(1)}`
  return module.startsWith('.') ? normalize(join(dirname(from), module)) : module
}

const imports = files.flatMap(importsOf)
const wrong = (isWrong: (one: Import) => boolean) => imports.filter(isWrong).map(({ from, to }) => `${from} -> ${to}`)

const isContract = (file: string) => /^src\/contract\/|\.(contract|fields)\.ts$/.test(file)
const isTest = (file: string) => file.endsWith('.test.ts')
const rankOf = (file: string) => file.split('/')[1] ?? ''
/** Returns the folder that a file is at home in: of a feature or a subject, or one part of server, web or app. */
const homeOf = (file: string) =>
  file
    .split('/')
    .slice(0, rankOf(file) === 'features' ? 4 : 3)
    .join('/')
const isPage = (file: string) => /^src\/(app\/)?web\//.test(file) || /\.tsx$|\.web\.ts$/.test(file)
const isServer = (file: string) => /^src\/.*\.ts$/.test(file) && !isContract(file) && !isTest(file) && !isPage(file)

/** Lists for each rank what its files may import besides their own rank. */
const below: Record<string, readonly string[]> = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  domain: ['contract', 'server', 'web'],
  features: ['contract', 'server', 'web', 'domain'],
  app: ['contract', 'server', 'web', 'domain', 'features'],
}

/** Lists the parts of the server, each of which imports only those before it. */
const serverOrder =
  'base database jobs reference store call process sheet access files auth history importing exporting backup http'.split(' ')

/** Maps each subject to those that it imports. */
const subjects: Record<string, readonly string[]> = {
  units: ['people'],
  students: ['people', 'units'],
  guardians: ['people', 'units'],
  activities: ['people', 'units', 'students', 'guardians', 'staff'],
  search: ['people', 'units', 'students', 'guardians'],
  visits: ['forms', 'messages'],
  approvals: ['forms', 'messages', 'units', 'leaves', 'staff', 'collections'],
  leaves: ['staff'],
  collections: ['forms', 'messages', 'units'],
  decisions: ['messages'],
  messages: ['people', 'units', 'meetings', 'activities', 'channels', 'forms'],
}

// Leaves out tests of a feature, which stand beside it and use what runs it.
const written = imports.filter(({ from }) => !isTest(from))
const upward = (isWrong: (one: Import) => boolean) =>
  wrong((one) => !isTest(one.from) && one.to.startsWith('src/') && isWrong(one))

test('every file has a rank and belongs to one side', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(files.filter((file) => !(rankOf(file) in below))).toEqual([])
  expect(files.filter((file) => rankOf(file) === 'server' && isPage(file))).toEqual([])
})

test('nothing imports what ranks above it: contract, then server or web, then domain, features, app', () => {
  const isAbove = ({ from, to }: Import) => rankOf(from) !== rankOf(to) && !below[rankOf(from)]?.includes(rankOf(to))
  expect(upward(isAbove)).toEqual([])
  expect(written.some(({ from, to }) => rankOf(from) === 'domain' && rankOf(to) === 'server')).toBe(true)
})

test('a part of the server imports only the parts before it', () => {
  const placeOf = (file: string) => serverOrder.indexOf(file.split('/')[2] ?? '')
  expect(files.filter((file) => rankOf(file) === 'server' && !isTest(file) && placeOf(file) === -1)).toEqual([])
  expect(upward(({ from, to }) => rankOf(from) === 'server' && rankOf(to) === 'server' && placeOf(to) > placeOf(from))).toEqual(
    [],
  )
})

test('a subject imports only the subjects it rests on', () => {
  const subjectOf = (file: string) => (rankOf(file) === 'domain' ? file.split('/')[2] : undefined)
  const isOther = ({ from, to }: Import) => {
    const [one, other] = [subjectOf(from), subjectOf(to)]
    return one !== undefined && other !== undefined && one !== other && !subjects[one]?.includes(other)
  }
  expect(upward(isOther)).toEqual([])
})

test('no folder holds more than 25 files', () => {
  const counts = new Map<string, number>()
  for (const file of globSync('{src,scripts,bench}/**/*.{ts,tsx,css,mjs}', { cwd: root }))
    if (!isTest(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > 25)).toEqual([])
  expect(counts.size).toBeGreaterThan(100)
})

test('no file imports itself by way of others', () => {
  const graph = Map.groupBy(
    written.filter(({ to }) => to.startsWith('src/')),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const circles: string[][] = []
  const walk = (file: string, way: string[]) => {
    if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file])
    if (done.has(file)) return
    for (const { to } of graph.get(file) ?? []) walk(to, [...way, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  // Expects none: a worker is named by its user, and takes its types from a file of their own.
  expect(circles).toEqual([])
})

test('an import names its file with the extension, and the file is there', () => {
  expect(wrong(({ to }) => to.startsWith('src/') && !existsSync(join(root, to)))).toEqual([])
})

test('across folders a file is imported by its name with #, inside one by ./', () => {
  const spelled = (file: string) =>
    [...textOf(file).matchAll(/\bfrom '(\.[^']+|#[^']+)'/g)].map(([, module = '']) => ({ from: file, to: module }))
  const foreign = files
    .filter((file) => !isTest(file))
    .flatMap(spelled)
    .filter(({ from, to }) => to.startsWith('.') && homeOf(pathOf(from, to)) !== homeOf(from) && rankOf(from) !== 'contract')
  expect(foreign).toEqual([])
})

test('the contract imports nothing but zod and itself', () => {
  expect(wrong(({ from, to }) => isContract(from) && to !== 'zod' && !isContract(to))).toEqual([])
})

test('the server imports nothing of the web side', () => {
  expect(
    wrong(
      ({ from, to }) =>
        isServer(from) && ((isPage(to) && to.startsWith('src/')) || /^(react|antd|@ant-design|@tanstack)/.test(to)),
    ),
  ).toEqual([])
})

test('the web side imports nothing of the server', () => {
  expect(wrong(({ from, to }) => isPage(from) && isServer(to))).toEqual([])
  expect(
    wrong(({ from, to }) => !isServer(from) && !isTest(from) && /^(node:|pg|kysely|fastify|@fastify|@node-rs)/.test(to)),
  ).toEqual([])
})

test('a feature imports of another only its contract, its table, its picker, or its panel', () => {
  const isOther = ({ from, to }: Import) =>
    rankOf(from) === 'features' && rankOf(to) === 'features' && homeOf(from) !== homeOf(to)
  expect(upward((one) => isOther(one) && !isContract(one.to) && !/\.(picker|panel)\.tsx$|\.table\.ts$/.test(one.to))).toEqual([])
})

test('handlers and screens are imported by their lists alone', () => {
  expect(wrong(({ from, to }) => to.endsWith('.handlers.ts') && from !== 'src/app/server/routes.ts')).toEqual([])
  expect(
    wrong(
      ({ from, to }) =>
        to.endsWith('.screen.tsx') &&
        !['screens.ts', 'workPages.ts', 'main.tsx', 'public/main.tsx'].some((list) => from === `src/app/web/${list}`) &&
        homeOf(from) !== homeOf(to),
    ),
  ).toEqual([])
})

test('there is no barrel', () => {
  expect(files.filter((file) => /\/index\.tsx?$/.test(file))).toEqual([])
  expect(files.filter((file) => /^export (\*|\{[^}]*\}) from /m.test(textOf(file)))).toEqual([])
})

test('no type is silenced', () => {
  const everywhere = [...files, ...globSync('{test,e2e,bench,scripts}/**/*.{ts,mjs}', { cwd: root })].filter(
    (file) => file !== 'test/logic/ranks.test.ts',
  )
  expect(
    everywhere.filter((file) => /\bas any\b|@ts-(ignore|nocheck|expect-error)|: any\b(?! \w)|<any>/.test(textOf(file))),
  ).toEqual([])
})

test('a docstring begins with a verb, not with a question word', () => {
  const everywhere = [...files, ...globSync('{test,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })]
  const riddle = /\/\*\*\s*(\* )?(What|Who|Whoever|Whom|Whose|Whether|How|Of|Where|When|Which)\b/
  expect(everywhere.filter((file) => riddle.test(textOf(file)))).toEqual([])
})

test('windows of antd are opened through ours', () => {
  const raw = files.filter((file) =>
    [...textOf(file).matchAll(/import \{([^}]*)\} from 'antd'/g)].some(([, names = '']) =>
      /(?<!type )\b(Modal|Drawer)\b/.test(names),
    ),
  )
  expect(raw).toEqual(['src/app/web/menu/Side.tsx', 'src/web/feedback/AppDrawer.tsx', 'src/web/feedback/AppModal.tsx'])
})

test('a test that looks for wrong imports does see imports', () => {
  expect(imports.filter(({ to }) => to === 'src/features/ent/empgrp/empgrp.handlers.ts')).toEqual([
    { from: 'src/app/server/routes.ts', to: 'src/features/ent/empgrp/empgrp.handlers.ts' },
  ])
  expect(imports.some(({ from, to }) => from === 'src/server/sheet/sheet.ts' && to === 'src/server/sheet/sheet.process.ts')).toBe(
    true,
  )
  expect(imports.length).toBeGreaterThan(300)
})
