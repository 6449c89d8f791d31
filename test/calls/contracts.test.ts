import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { type Action, permissions } from '#contract/access.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import type { Call } from '#contract/call.ts'
import { unwrapSchema, fieldLabel } from '#contract/explain.ts'
import { basePath } from '#contract/wire.ts'
import { makeApp } from '#app/server/app.ts'
import { startServer, type TestServer } from '../support/harness.ts'
import { calls, isGuarded } from '../support/seedSchool.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Lists calls that ask for no right. A call gets in here only by a decision, never by mistake. */
const withoutRight = {
  open: [
    '/common/user/beginsso',
    '/common/user/checkslide',
    '/common/user/getcas',
    '/common/user/getcode',
    '/common/user/getslide',
    '/common/user/gettokenbyid',
    '/common/user/getways',
    '/common/user/login',
    '/common/user/loginbycas',
    '/common/user/loginbyslidecode',
    '/common/user/loginbysso',
    '/m/host/answer',
    '/m/host/get',
    '/m/sign/get',
    '/m/sign/sign',
    '/m/visit/cancel',
    '/m/visit/create',
    '/m/visit/findhost',
    '/m/visit/get',
    '/m/visit/getareas',
    '/m/visit/getstate',
    '/m/visit/upload',
    '/vam/act/getopenpage',
  ],
  initial: ['/common/user/logout', '/user/user/get', '/user/user/updatepwd'],
  session: [
    '/common/admnarea/get',
    '/common/admnarea/getcity',
    '/common/admnarea/getdstr',
    '/common/admnarea/getlist',
    '/common/admnarea/getprvn',
    '/common/admnarea/getsource',
    '/common/admnarea/gettown',
    '/ent/entcfg/getcurval',
    '/ent/history/getthen',
    '/ent/history/gettimeline',
    '/ent/history/gettree',
    '/ent/history/restore',
    '/ent/history/undo',
    '/ent/info/getlist',
    '/ent/info/gettypelist',
    '/file/upload/createchunk',
    '/file/upload/dropchunk',
    '/file/upload/getunfinished',
    '/file/upload/upload',
    '/file/upload/uploadchunk',
    '/user/bill/getdatalist',
    '/user/cfg/getentcfg',
    '/user/draft/delete',
    '/user/draft/get',
    '/user/draft/set',
    '/user/home/get',
    '/user/home/getcharts',
    '/user/mdl/get',
    '/user/mdl/geturl',
    '/user/prefer/getlist',
    '/user/prefer/set',
    '/user/search/get',
    '/user/session/endown',
    '/user/session/getown',
    '/user/user/getidnts',
    '/user/user/getownidnts',
    '/user/user/getphoto',
    '/user/user/join',
    '/user/user/leave',
    '/user/user/previewjoin',
    '/user/user/switch',
    '/user/user/updateavatar',
    '/user/user/updatenickname',
    '/user/user/updatetel',
    '/user/userlgn/getlogpage',
  ],
}

const callsWith = (access: Call['access']) => calls.flatMap((call) => (call.access === access ? [call.path] : [])).sort()
const whatNeedsNoRight = () => ({ open: callsWith('open'), initial: callsWith('initial'), session: callsWith('session') })

test('only these calls need no right, and one that loses its right is noticed', () => {
  expect(whatNeedsNoRight()).toEqual(withoutRight)
  const call = calls.find(({ path }) => path === '/ent/empgrp/create') as Call
  const { access } = call
  call.access = 'session'
  expect(whatNeedsNoRight()).not.toEqual(withoutRight)
  call.access = access
})

/** Maps the last word of a path to its action. */
const meanings: [RegExp, Action][] = [
  [/^get/, 'view'],
  [/^create$/, 'add'],
  [/^delete$/, 'delete'],
  [/^update|^set\w+ord$/, 'edit'],
  [/^import/, 'import'],
]

/** Lists calls that ask for something else, or for one of several rights. */
const [org, emp, empgrp, role] = [permissions('org'), permissions('emp'), permissions('empgrp'), permissions('role')]
const [emppwr, entmdl] = [permissions('emppwr'), permissions('entmdl')]
const [ownmdl, pbcrole] = [permissions('ownmdl'), permissions('pbcrole')]
const [stu, ptr, stuptr, edcunit] = [permissions('stu'), permissions('ptr'), permissions('stuptr'), permissions('edcunit')]
const unitReaders = [...edcunit.view, ...permissions('stu').view, ...permissions('ptr').view]
const pickers = [
  ...emp.view,
  ...org.set,
  ...empgrp.set,
  ...role.set,
  ...emppwr.view,
  ...['empdatapwr', 'reason', 'user'].flatMap((module) => permissions(module).view),
]
const named = (folder: string, names: string, rights: readonly string[]) =>
  Object.fromEntries(names.split(' ').map((name) => [`${folder}/${name}`, rights]))
const otherwise: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    Object.values(imp).map(({ path }) => [path, [...emp.import, ...stu.import, ...edcunit.import, ...permissions('mtg').import]]),
  ),
  '/ecb/pbccfg/believeclock': permissions('pbccfg').edit,
  '/ent/org/gettree': [...org.view, ...emp.view, ...empgrp.set],
  '/ent/org/gettreewithstatis': [...org.view, ...emp.view, ...empgrp.set],
  '/ent/org/updateemporg': [...org.edit, ...emp.edit],
  '/ent/org/updateorgemp': org.set,
  ...named('/ent/emp', 'getlist getorgtree', pickers),
  ...named('/ent/role', 'getalllist', [...role.view, ...role.set]),
  ...named('/ent/role', 'createselfrole', role.add),
  ...named('/ent/role', 'deleteselfrole deleteselfrolemany', role.delete),
  ...named('/ent/rolepwr', 'getlist getmdltree', role.view),
  ...named('/ent/rolepwr', 'set createmdlrolepwr updatemdlrolepwr deletemdlrolepwr', role.set),
  ...named('/ent/emprole', 'getlist', [...role.view, ...role.set]),
  ...named('/ent/emprole', 'createroleemp deleteroleemp set setroleempord', role.set),
  ...named('/ecb/entrole', 'getmdltree getentlist', pbcrole.view),
  ...named('/ecb/entrole', 'setpbcrole createpbcroleent deletepbcroleent getentforset', pbcrole.set),
  ...named('/ecb/entcfg', 'getentforset createcfgent', permissions('entcfg').add),
  ...named('/ecb/entcfg', 'deletecfgent', permissions('entcfg').delete),
  ...named('/ecb/getcfg', 'set', [...permissions('entcfg').edit, ...permissions('entcfg').set]),
  ...named('/ecb/pbccfg', 'getlist', [...permissions('pbccfg').view, ...permissions('entcfg').view]),
  ...named('/ecb/entmdl', 'createmdlent', entmdl.add),
  ...named('/ecb/entmdl', 'deletemdlent', entmdl.delete),
  ...named('/ent/mdl', 'getmdltree', ownmdl.view),
  ...named('/ent/mdl', 'setentmdlord updateprtmdl update', ownmdl.edit),
  ...named('/ecb/pwr', 'getlist', [...permissions('pwr').view, ...permissions('mdl').view]),
  ...named('/ent/emppwr', 'createmdlemppwr', emppwr.add),
  ...named('/ent/emppwr', 'deletemdlemppwr deleteemppwr', emppwr.delete),
  ...named('/ecb/ent', 'get', [...permissions('ent').view, ...permissions('ownent').view]),
  ...named('/ecb/ent', 'update', [...permissions('ent').edit, ...permissions('ownent').edit]),
  ...named('/ent/ent', 'getparent getsubset getlist', permissions('ownent').view),
  ...named('/ecb/info', 'gettypelist', [...permissions('info').view, ...permissions('entinfo').view]),
  ...named('/ecb/info', 'createtype', permissions('info').add),
  ...named('/ecb/info', 'deletetype', permissions('info').delete),
  ...named('/ecb/info', 'compare load', permissions('info').import),
  ...named('/ecb/info', 'export', permissions('info').export),
  ...named('/ecb/entinfo', 'createinfoent', permissions('entinfo').add),
  ...named('/ecb/entinfo', 'deleteinfoent', permissions('entinfo').delete),
  ...named('/ent/stu', 'enable disable', stu.enable),
  ...named('/ent/stu', 'updatephone', stu.set),
  ...named('/ent/stu', 'similar', stu.view),
  ...named('/ent/stu', 'bulkupdatewts', stu.edit),
  '/ent/stu/reveal': stu.clear,
  ...named('/ent/stu', 'applyforstucardpht applyforstufacepht', [...stu.edit, ...stu.set]),
  ...named('/ent/stu', 'previewpic getpic setpic closepic', stu.import),
  '/ent/stuarch/set': permissions('stuarch').edit,
  '/ent/stuarch/reveal': permissions('stuarch').clear,
  ...named('/ent/stu', 'importedcunit importedcunitcreate', edcunit.import),
  '/ent/stu/export': stu.export,
  ...named('/ent/ptr', 'getlist find', [...ptr.view, ...stuptr.add, ...stuptr.edit]),
  ...named('/ent/ptr', 'enable disable', ptr.enable),
  ...named('/ent/ptr', 'updatephone auth', ptr.set),
  ...named('/ent/ptr', 'applyforptrcardpht applyforptrfacepht', [...ptr.edit, ...ptr.set]),
  ...named('/ent/ptr', 'previewpic getpic setpic closepic', ptr.import),
  '/ent/ptr/reveal': ptr.clear,
  '/ent/ptr/export': ptr.export,
  ...named('/ent/stuptr', 'create createwithptr', [...stuptr.add, ...stuptr.edit]),
  '/ecb/ptrarch/set': permissions('ptrarch').edit,
  ...named('/ent/edcunit', 'getchktypelist getchktypetree gettree getlist getexlist getrolechdlist', unitReaders),
  ...named('/ent/edcunit', 'getrolelist getstatis getunitname', unitReaders),
  '/ent/edcunit/getrolelistforset': permissions('empdatapwr').view,
  ...named('/ent/edcunit', 'creategradeandclass createclassmany', edcunit.add),
  ...named('/ent/edcunit', 'enable disable', edcunit.enable),
  '/ecb/emparch/set': permissions('emparch').edit,
  '/ecb/emparch/reveal': permissions('emparch').clear,
  '/ent/scharch/set': permissions('scharch').edit,
  '/ent/edcarch/set': permissions('edcarch').edit,
  '/ent/emp/updatephone': emp.set,
  '/ent/emp/enable': emp.enable,
  '/ent/emp/disable': emp.enable,
  '/ent/emp/reveal': emp.clear,
  '/ent/emp/export': emp.export,
  '/ent/emp/previewpic': emp.import,
  '/ent/emp/getpic': emp.import,
  '/ent/emp/setpic': emp.import,
  '/ent/emp/closepic': emp.import,
  '/ent/emp/applyforempcardpht': emp.view,
  '/ent/emp/applyforempfacepht': emp.view,
  '/ent/rollover/get': permissions('rollover').view,
  '/ent/rollover/getpage': permissions('rollover').view,
  '/ent/rollover/getundo': permissions('rollover').view,
  '/ent/rollover/savedraft': permissions('rollover').set,
  '/ent/rollover/dropdraft': permissions('rollover').set,
  '/ent/rollover/dropimports': permissions('rollover').set,
  '/ent/rollover/run': permissions('rollover').set,
  '/ent/rollover/takeback': permissions('rollover').set,
  '/ent/duplicate/getmerges': permissions('duplicate').view,
  '/ent/photo/pass': permissions('photo').review,
  '/ent/photo/reject': permissions('photo').review,
  '/ent/empgrp/creatembr': empgrp.set,
  '/ent/empgrp/deletembr': empgrp.set,
  ...named('/ent/bill', 'getlist gettmpl', [...permissions('bill').view, ...permissions('mtg').view, ...permissions('vst').view]),
  '/ent/bill/createtmpl': permissions('bill').add,
  '/ent/bill/updatetmpl': permissions('bill').edit,
  ...named('/ent/bill', 'enabletmpl disabletmpl', permissions('bill').enable),
  '/ent/bill/deletetmpl': permissions('bill').delete,
  '/ent/bill/savetmplclmns': permissions('bill').edit,
  '/ent/bill/publishtmpl': permissions('bill').review,
  ...named('/ent/mtg', 'getclash creatorupdatemtg', [...permissions('mtg').add, ...permissions('mtg').edit]),
  ...named('/ent/mtg', 'getmtgqrcode getboard', permissions('mtg').set),
  '/ent/mtg/deletemtg': permissions('mtg').delete,
  '/ent/mtg/deletemtgman': permissions('mtg').edit,
  ...named('/ent/mtg', 'setpass setreject', permissions('mtg').review),
  '/ent/mtg/previewmtgman': permissions('mtg').import,
  '/ent/mtg/createmtgman': permissions('mtg').import,
  ...named('/ent/mtg', 'exportmtgman exportmtgsign', permissions('mtg').export),
  ...named('/ent/mtg', 'apply applyleave withdraw setseen reply signin', permissions('mtg').view),
  ...named('/vam/act', 'update submit end cancel', [...permissions('act').add, ...permissions('act').edit]),
  '/vam/act/delete': [...permissions('act').add, ...permissions('act').delete],
  ...named('/vam/act', 'publish sendback', permissions('act').review),
  ...named('/vam/act', 'export exportmissing', permissions('act').export),
  ...named('/vam/reg', 'getcandidates enroll getminepage cancel getcode', permissions('act').view),
  ...named('/vam/reg', 'setpass setreject setplace', permissions('reg').review),
  ...named('/vam/reg', 'setsign setpaid reveal', permissions('reg').edit),
  '/vam/reg/export': permissions('reg').export,
  ...named('/vam/wrk', 'getwall getunits getmine create like report', permissions('act').view),
  '/vam/wrk/delete': [...permissions('act').view, ...permissions('wrk').delete],
  ...named('/vam/wrk', 'setpass setreject setkept', permissions('wrk').review),
  '/ent/vst/reveal': permissions('vst').clear,
  '/ent/vst/export': permissions('vst').export,
  ...named('/ent/vst', 'makehostkey pass reject cancel', permissions('vst').review),
  '/res/rescls/gettree': [...permissions('rescls').view, ...permissions('res').view],
  '/res/rescls/setord': permissions('rescls').edit,
  ...named('/res/res', 'update addversion move setscope', [...permissions('res').add, ...permissions('res').edit]),
  '/res/res/delete': [...permissions('res').add, ...permissions('res').delete],
  ...named('/res/res', 'getofferedpage setpass setreject', permissions('res').review),
  ...named('/res/res', 'setfav setseen', permissions('res').view),
  '/res/res/export': permissions('res').export,
  ...named('/ent/vst', 'create arrive leave getcodes getcode createcode updatecode renewcode deletecode', permissions('vst').set),
}

test('a call asks for the right that its name tells, or is known to ask for another', () => {
  for (const { path, access } of calls.filter(isGuarded)) {
    const [module = '', name = ''] = path.split('/').slice(-2)
    const action = meanings.find(([pattern]) => pattern.test(name))?.[1] ?? 'set'
    expect([path, access]).toEqual([path, otherwise[path] ?? permissions(module)[action]])
  }
})

const sorted = (paths: Iterable<string>) => [...paths].sort()
const served = sorted(calls.map(({ method, path }) => `${method} ${path}`))

test('the contracts name exactly the calls that are served', async () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('src/{contract,domain,features}/**/*.contract.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file))))
  const isCall = (value: unknown): value is Call =>
    typeof value === 'object' && value !== null && 'path' in value && 'access' in value
  const resources = modules
    .flatMap((module) => Object.values(module))
    .flatMap((value) => (value && typeof value === 'object' ? Object.values(value) : []))
  expect(sorted(resources.filter(isCall).map(({ method, path }) => `${method} ${path}`))).toEqual(served)
  expect(new Set(served).size).toBe(served.length)
})

test('the server routes exactly the calls that are served', async () => {
  const app = await makeApp(server.services, { checkOutput: true, logging: false })
  await app.ready()
  const routed = routesIn(app.printRoutes({ commonPrefix: false })).filter(
    (route) => route.includes(` ${basePath}/`) && !route.startsWith('HEAD '),
  )
  expect(sorted(routed.map((route) => route.replace(basePath, '')))).toEqual(served)
  await app.close()
})

// Reads the routes that Fastify prints as a tree, each line what its path adds to the line above it.
function routesIn(tree: string): string[] {
  const parts: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = line.match(/^((?:[│ ] {3})*)[├└]── (\S*)(?: \((.*)\))?$/) ?? []
    parts.splice(indent.length / 4, Number.POSITIVE_INFINITY, part)
    return methods?.split(', ').map((method) => `${method} ${parts.join('')}`) ?? []
  })
}

type Operation = {
  operationId: string
  summary: string
  'x-permission': string
  parameters?: { name: string; in: string }[]
  requestBody?: object
  responses: object
  security: object[]
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: object
}

test('the description lists exactly the calls that are served, and all it refers to is in it', async () => {
  const response = await fetch(`${server.url}/api/openapi.json`)
  const text = await response.text()
  const document: Document = JSON.parse(text)
  expect([response.status, document.openapi, document.info]).toEqual([200, '3.1.0', { title: expect.any(String), version: 'v1' }])
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  expect(sorted(operations.map(({ method, path }) => `${method.toUpperCase()} ${path.slice(basePath.length)}`))).toEqual(served)
  expect(operations.every(({ path }) => path.startsWith(`${basePath}/`))).toBe(true)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(served.length)
  for (const { path, method, parameters, requestBody, responses, security } of operations) {
    const { input, access } = calls.find((call) => basePath + call.path === path) as Call
    expect(Object.keys(responses)).toEqual(['200'])
    expect(security.length).toBe(access === 'open' ? 0 : 1)
    if (method === 'get') expect(sorted((parameters ?? []).map(({ name }) => name))).toEqual(sorted(Object.keys(input.shape)))
    else expect(requestBody).toMatchObject({ required: true, content: expect.any(Object) })
  }
  const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference)
  const resolve = (reference: string) =>
    reference
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  expect(references.filter((reference) => !reference.startsWith('#/') || resolve(reference) === undefined)).toEqual([])
})

test('the description says in Chinese what each call does and who may make it', async () => {
  const document: Document & { tags: { name: string; description: string }[] } = await (
    await fetch(`${server.url}/api/openapi.json`)
  ).json()
  const chinese = /[\u4e00-\u9fff]/
  const wordless = Object.entries(document.paths).filter(([, methods]) =>
    Object.values(methods).some((one) => !chinese.test(one.summary) || !chinese.test(one['x-permission'])),
  )
  expect(wordless.map(([path]) => path)).toEqual([])
  expect(document.tags.filter(({ description }) => !chinese.test(description))).toEqual([])
})

const hasName = (call: Call, path: PropertyKey[]) => /[\u4e00-\u9fff]/.test(fieldLabel(call.input, path) ?? '')

test('every field that a call takes has a Chinese name, for the sentences about it', () => {
  const nameless = calls.flatMap((call) =>
    Object.entries(call.input.shape).flatMap(([key, field]) => {
      const list = unwrapSchema(field as z.ZodType)
      const item = list instanceof z.ZodArray ? unwrapSchema(list.element as z.ZodType) : undefined
      const fields = item instanceof z.ZodObject ? Object.keys(item.shape).map((name) => [key, 0, name]) : []
      return [[key], ...fields].filter((path) => !hasName(call, path)).map((path) => `${call.path} ${path.join('.')}`)
    }),
  )
  expect(nameless).toEqual([])
})

test('method, body form, parameters and message of each call are those of the specification', () => {
  const [, ...lines] = readFileSync(new URL('../fixtures/calls.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const specified = new Map(
    lines.map((line) => line.split('\t')).map(([method, path = '', ...rest]) => [path, [method, ...rest]]),
  )
  const among = calls.filter(({ path }) => specified.has(path))
  expect([...specified.keys()].filter((path) => !among.some((call) => call.path === path))).toEqual([])
  for (const { path, method, body, message, input } of among) {
    const [specifiedMethod, form, named = '', success = ''] = specified.get(path) ?? []
    expect([path, method, method === 'GET' ? '' : body, message]).toEqual([path, specifiedMethod, form, success])
    const parameters = named
      .replace(/\(.*?\)/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    expect([path, parameters.filter((name) => !(name in input.shape))]).toEqual([path, []])
  }
})
