import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { type MenuModule, userMdl } from '#contract/shell/mdl.contract.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { ownMdl } from '#features/ent/mdl/mdl.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { loadReference } from '#server/reference/load.ts'
import {
  asOwner,
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { entmdl } from '../entmdl/entmdl.contract.ts'
import { mdl, type ModuleNode } from './mdl.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

/** Draws modules as `code(children)`. */
const drawn = (nodes: ModuleNode[]): string =>
  nodes.map(({ mdlCode, items }) => mdlCode + (items.length > 0 ? `(${drawn(items)})` : '')).join(' ')
const drawnTree = async (tmlType: string) => drawn(await operator.client.call(mdl.gettree, { tmlType }))

const leavesOf = (menu: readonly MenuModule[]): MenuModule[] =>
  menu.flatMap((node) => (node.items.length > 0 ? leavesOf(node.items) : [node]))

const make = (mdlCode: string, more: Record<string, unknown> = {}) =>
  operator.client.answer(mdl.create, { mdlCode, mdlName: `模块${mdlCode}`, tmlType: '006', ...more })

test('modules of a terminal lie in groups, at most three levels deep', async () => {
  await make('g1')
  await make('g2', { prtCode: 'g1' })
  expect((await make('m1', { prtCode: 'g2', url: '/screen/one' })).code).toBe(0)
  expect(await drawnTree('006')).toBe('g1(g2(m1))')
  expect((await make('m2', { prtCode: 'm1', url: '/screen/two' })).message).toBe('模块最多 3 级，移到这里会有 4 级')
  await make('m3', { prtCode: 'g1', url: '/screen/three' })
  expect((await make('m4', { prtCode: 'm3' })).message).toBe('模块只能放在分组（没有地址的模块）之下')
  expect(await make('m5', { prtCode: 'org' })).toMatchObject({ code: 10001, message: '上级模块不存在' })
})

test('a group cannot come below itself, and moving is taken back', async () => {
  for (const [code, prtCode] of [
    ['a', null],
    ['b', 'a'],
    ['c', null],
  ] as const)
    await make(code, { tmlType: '005', prtCode })
  const move = (prtCode: string | null, mdlCodes: string[], befNo?: string) =>
    operator.client.answer(mdl.updateprtmdl, { prtCode, mdlCodes, befNo })
  expect((await move('b', ['a'])).message).toBe('不能把模块移到它自己或它的下级之下')
  expect((await move(null, ['b'], 'a')).code).toBe(0)
  expect(await drawnTree('005')).toBe('b a c')
  await operator.client.call(history.undo, { op: operator.client.lastOp })
  expect(await drawnTree('005')).toBe('a(b) c')
})

test('siblings are put in order, and a set that has changed is refused', async () => {
  for (const code of ['x', 'y', 'z']) await make(code, { tmlType: '004' })
  const order = (codes: string[]) =>
    operator.client.answer(mdl.setmdlord, {
      prtCode: null,
      mdlOrds: codes.map((mdlCode, i) => ({ mdlCode, showOrd: (i + 1) * 10 })),
    })
  expect((await order(['z', 'x', 'y'])).code).toBe(0)
  expect(await drawnTree('004')).toBe('z x y')
  expect((await order(['z', 'x'])).code).toBe(10005)
  expect((await order(['z', 'x', 'y', 'org'])).code).toBe(10005)
})

test('an address is a page of ours or of another by http; whatever runs is refused', async () => {
  for (const url of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.cn',
    '/\\evil.cn',
    '/\t/evil.cn',
    'http:',
  ])
    for (const urlType of ['1', '2', '3']) expect([url, (await make('evil', { url, urlType })).code]).toEqual([url, 10001])
  expect((await make('out1', { url: 'https://map.example.cn/a?b=1#c', urlType: '1' })).message).toMatch('系统路由')
  expect((await make('out2', { url: '/own', urlType: '3' })).message).toMatch('http://')
  expect((await make('out3', { url: 'https://map.example.cn/a?b=1#c', urlType: '3', openType: '3' })).code).toBe(0)
})

test('a built-in module keeps its code and address and stays; its name may change', async () => {
  const { client } = operator
  expect((await client.answer(mdl.delete, { mdlCode: 'photo' })).message).toBe('内置模块不能删除，可以停用')
  expect((await client.answer(mdl.update, { mdlCode: 'photo', url: '/elsewhere' })).message).toMatch('不能修改')
  expect((await client.answer(mdl.update, { mdlCode: 'photo', openType: '2' })).message).toMatch('不能修改')
  expect((await client.answer(mdl.update, { mdlCode: 'photo', func: '000004,999999' })).message).toBe('此终端没有操作权限 999999')
  expect(await client.call(mdl.update, { mdlCode: 'photo', mdlName: '照片核验', func: '000008,000004' })).toMatchObject({
    mdlName: '照片核验',
    func: '000004,000008',
    fixFlag: '1',
  })
})

test('what an operator has changed of a built-in module survives the next start', async () => {
  await operator.client.call(mdl.update, { mdlCode: 'imp', mdlName: '导入批次', func: '000004' })
  await asOwner(server, '', async (db) => {
    await db.deleteFrom('meta').where('key', '=', 'reference').execute()
    await loadReference(db)
  })
  const nodes = (await operator.client.call(mdl.gettree)).flatMap(({ items }) => items).flatMap(({ items }) => items)
  expect(nodes.find(({ mdlCode }) => mdlCode === 'imp')).toMatchObject({ mdlName: '导入批次', func: '000004' })
})

test('a renamed module has its new name in the menu of everyone with the next request', async () => {
  const school = await makeSchool(server)
  const names = async () => (await school.admin.client.call(userMdl.get)).flatMap(({ items }) => items).map(({ name }) => name)
  expect(await names()).toContain('员工组')
  await operator.client.call(mdl.update, { mdlCode: 'empgrp', mdlName: '教研组' })
  expect(await names()).toContain('教研组')
  await operator.client.call(mdl.update, { mdlCode: 'empgrp', stt: '2' })
  expect(await names()).not.toContain('教研组')
  await operator.client.call(history.undo, { op: operator.client.lastOp })
  expect(await names()).toContain('教研组')
})

test('a module is not deleted while it holds others or enterprises have it, and its code is not used again', async () => {
  const { client } = operator
  const school = await makeSchool(server)
  await make('pay', { tmlType: '001', prtCode: 'goffice', url: 'https://pay.example.cn/', urlType: '3' })
  await client.call(entmdl.createmdlent, { mdlCode: 'pay', entNos: [school.entNo] })
  expect((await client.answer(mdl.delete, { mdlCode: 'pay' })).message).toBe('1 家企业开通了这个模块，请先在“模块开通”中移除')
  await client.call(entmdl.deletemdlent, { mdlCode: 'pay', entNos: [school.entNo] })
  await client.call(mdl.delete, { mdlCode: 'pay' })
  await client.call(history.undo, { op: client.lastOp })
  await client.call(mdl.delete, { mdlCode: 'pay' })
  expect(await make('pay', { tmlType: '001' })).toMatchObject({ code: 10003, result: { errors: [{ field: 'mdlCode' }] } })
  await make('grp')
  await make('leaf', { prtCode: 'grp', url: '/leaf' })
  expect((await client.answer(mdl.delete, { mdlCode: 'grp' })).message).toBe('分组里还有 1 个模块，请先移走再删除')
  expect((await client.answer(mdl.update, { mdlCode: 'grp', url: '/grp' })).message).toMatch('不能有地址')
  expect((await client.answer(mdl.update, { mdlCode: 'grp', stt: '2' })).message).toBe('分组里还有启用的模块，请先停用它们')
})

test('two operators who change one module at once learn of each other', async () => {
  await make('both', { tmlType: '003' })
  await operator.client.call(mdl.update, { mdlCode: 'both', mdlName: '甲', ver: 1 })
  expect(await operator.client.answer(mdl.update, { mdlCode: 'both', mdlName: '乙', ver: 1 })).toMatchObject({
    code: 10004,
    result: { mdlName: '甲' },
  })
})

test('companies and sub-platforms look at the catalogue, and change nothing of it', async () => {
  const company = await makeSchool(server, { idntNo: '010' })
  const below = await makeSchool(server, { idntNo: '060' })
  for (const { admin, entNo } of [company, below]) {
    expect((await admin.client.call(mdl.gettree)).length).toBeGreaterThan(3)
    for (const extra of [{}, { entNo }]) {
      const refused = await admin.client.answer(mdl.update, { mdlCode: 'org', mdlName: '我的', ...extra })
      expect(refused).toMatchObject({ code: 30001, message: '没有权限进行操作' })
    }
  }
})

test('the address of an external module is told to those who hold it alone', async () => {
  const school = await makeSchool(server)
  await make('map', { tmlType: '001', prtCode: 'goffice', url: 'https://map.example.cn/', urlType: '2', func: '000004' })
  const { entNo, admin } = school
  const ask = (mdlCode: string) => admin.client.answer(userMdl.geturl, { mdlCode })
  expect((await ask('map')).code).toBe(10002)
  await operator.client.call(entmdl.createmdlent, { mdlCode: 'map', entNos: [entNo] })
  await asOwner(server, entNo, (db) =>
    db.insertInto('emppwr').values({ entNo, empNo: admin.empNo, mdlCode: 'map', pwrNo: '000004', addDelFlag: '1' }).execute(),
  )
  const { url } = await admin.client.call(userMdl.geturl, { mdlCode: 'map' })
  expect(url).toMatch(/^https:\/\/map\.example\.cn\/\?tokenId=[\w-]{43}$/)
  expect((await ask('org')).code).toBe(10002)
})

test('another system learns once, from the ticket in its address, who comes; it looks and changes nothing', async () => {
  const { admin, entNo } = await makeSchool(server)
  await make('visits', { tmlType: '001', prtCode: 'goffice', url: 'https://visit.example.cn/in?from=campus', urlType: '2' })
  await operator.client.call(entmdl.createmdlent, { mdlCode: 'visits', entNos: [entNo] })
  const { url } = await admin.client.call(userMdl.geturl, { mdlCode: 'visits' })
  const { searchParams } = new URL(url)
  expect(searchParams.get('from')).toBe('campus')
  const id = searchParams.get('tokenId') ?? ''
  const { token, user: shown } = await clientOf(server).call(signin.gettokenbyid, { id })
  expect(shown).toMatchObject({ no: admin.userNo, entNo, idntNo: '030' })
  const system = clientOf(server, token)
  expect((await system.call(user.get)).no).toBe(admin.userNo)
  expect((await system.answer(org.create, { orgName: '外来', prtNo: null })).code).toBe(30002)
  expect((await clientOf(server).answer(signin.gettokenbyid, { id })).code).toBe(20011)
  await make('site', { tmlType: '001', prtCode: 'goffice', url: 'https://site.example.cn/', urlType: '3' })
  await operator.client.call(entmdl.createmdlent, { mdlCode: 'site', entNos: [entNo] })
  expect(await admin.client.call(userMdl.geturl, { mdlCode: 'site' })).toEqual({ url: 'https://site.example.cn/' })
})

test('a module without a list of actions is in the menu of everybody whose enterprise has it, and of nobody else', async () => {
  const school = await makeSchool(server)
  const nobody = await makePerson(school)
  await make('notices', { tmlType: '001', prtCode: 'goffice', url: 'https://notice.example.cn/', urlType: '2' })
  const menuOf = async ({ client }: Person) => leavesOf(await client.call(userMdl.get)).map(({ mdlCode }) => mdlCode)
  expect(await menuOf(nobody)).toEqual([])
  await operator.client.call(entmdl.createmdlent, { mdlCode: 'notices', entNos: [school.entNo] })
  expect(await menuOf(nobody)).toEqual(['notices'])
  expect(await menuOf(school.admin)).toContain('notices')
  await school.admin.client.call(ownMdl.update, { mdlCode: 'notices', stt: '2' })
  expect(await menuOf(nobody)).toEqual([])
  expect((await nobody.client.answer(userMdl.geturl, { mdlCode: 'notices' })).code).toBe(10002)
})

test('a page of the product is refused to be opened in a frame, with the reason below the field', async () => {
  const asked = { mdlCode: 'framed', tmlType: '001', mdlName: '框架', prtCode: 'goffice', url: '/dashboard', openType: '2' }
  expect(await operator.client.answer(mdl.create, asked)).toMatchObject({
    message: '系统路由是本站自己的页面，不能用内嵌框架打开，请选标签页或新窗口',
    result: { errors: [{ field: 'openType' }] },
  })
  await operator.client.call(mdl.create, { ...asked, openType: '1' })
  expect((await operator.client.answer(mdl.update, { mdlCode: 'framed', openType: '2' })).code).toBe(10001)
})
