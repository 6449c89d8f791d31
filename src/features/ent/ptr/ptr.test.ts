import { afterAll, beforeAll, expect, test } from 'vitest'
import { basePath } from '#contract/wire.ts'
import { addChild, makeClasses, makeHeadTeacher } from '../../../../test/support/classes.ts'
import { type Client, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { cellsOf } from '../../../../test/support/seedSchool.ts'
import { idNoOf } from '../../../../test/support/staffList.ts'
import { history } from '#contract/shell/history.contract.ts'
import { stuptr } from '../stuptr/stuptr.contract.ts'
import { ptr } from './ptr.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

let phones = 14_200_000_000
const facts = (more: object = {}) => ({ ptrName: '王伟', sex: 'M' as const, authTel: String(++phones), ...more })
const names = async (client: Client, filter: object) =>
  (await client.call(ptr.getpage, filter)).datas.map(({ ptrName }) => ptrName)

/** Makes a school in which 王伟 is the father of 王小明 in the first of two classes; 陈静 has no child yet. */
async function makeFamily() {
  const school = await makeSchool(server)
  const { client } = school.admin
  const classes = await makeClasses(school)
  const ming = await addChild(school, classes.one, '王小明')
  const father = facts()
  const { ptrNo } = await client.call(stuptr.createwithptr, { ...father, stuNo: ming, relt: '51' })
  const { ptrNo: other } = await client.call(ptr.create, facts({ ptrName: '陈静', sex: 'N', rem: '姑妈' }))
  return { ...classes, client, ming, father: { ...father, ptrNo: ptrNo ?? '' }, other }
}

test('a guardian is found by name, pinyin, phone and by the child', async () => {
  const { client, father } = await makeFamily()
  for (const keyWord of ['王伟', 'wangwei', 'ww', father.authTel, father.authTel.slice(-4), '小明', 'wxm', father.ptrNo])
    expect([keyWord, await names(client, { keyWord })]).toEqual([keyWord, ['王伟']])
  expect((await client.call(ptr.getpage, { keyWord: '小明' })).datas).toMatchObject([
    { authTel: `${father.authTel.slice(0, 3)}****${father.authTel.slice(-4)}`, stus: [{ stuName: '王小明', relt: '51' }] },
  ])
})

test('what is counted is what the list shows', async () => {
  const { school, client, gradeNo, two, father, other } = await makeFamily()
  const gone = await addChild(school, two, '陈小刚', '3')
  await client.call(stuptr.create, { stuNo: gone, ptrNo: other, relt: '90' })
  await client.call(ptr.auth, { ptrNo: father.ptrNo })
  await client.call(ptr.disable, { ptrNos: [other] })
  const found = async (filter: object) => (await client.call(ptr.getpage, filter)).recordCount
  for (const base of [{}, { unitNo: gradeNo }, { unitNo: two }, { keyWord: '陈' }]) {
    const counts = await client.call(ptr.getstatis, base)
    expect(counts).toEqual({
      total: await found(base),
      onCnt: await found({ ...base, stt: '1' }),
      offCnt: await found({ ...base, stt: '2' }),
      manCnt: await found({ ...base, sex: 'M' }),
      womanCnt: await found({ ...base, sex: 'N' }),
      authCnt: await found({ ...base, authFlag: '1' }),
      noStuCnt: await found({ ...base, noStu: '1' }),
    })
  }
  for (const filter of [{ stt: '1' }, { sex: 'N' }, { authFlag: '1' }, { noStu: '0' }, { noStu: '1', stt: '2' }] as const)
    expect((await client.call(ptr.getstatis, filter)).total).toBe(await found(filter))
  expect(await names(client, { noStu: '1' })).toEqual(['陈静'])
  expect(await names(client, { unitNo: two })).toEqual(['陈静'])
})

test('a phone or ID number that somebody has is refused by name, with whose guardian that is', async () => {
  const { client, father, other } = await makeFamily()
  const idNo = idNoOf('98010119850305001')
  await client.call(ptr.update, { ptrNo: father.ptrNo, idNo })
  const whose = '王伟（三年级（1）班王小明的父亲）'
  const told = async (call: typeof ptr.create | typeof ptr.update | typeof ptr.updatephone, input: object) =>
    (await client.answer(call, { ...input })).message
  expect(await told(ptr.create, facts({ authTel: father.authTel }))).toBe(`手机已被${whose}使用`)
  expect(await told(ptr.create, facts({ idNo }))).toBe(`身份证号已被${whose}使用`)
  expect(await told(ptr.update, { ptrNo: other, authTel: father.authTel })).toBe(`手机已被${whose}使用`)
  expect(await told(ptr.updatephone, { ptrNo: other, authTel: father.authTel })).toBe(`手机已被${whose}使用`)
  const { authTel } = facts()
  await client.call(ptr.create, facts({ ptrName: '周敏', authTel }))
  expect(await told(ptr.create, facts({ authTel }))).toBe('手机已被周敏使用')
  expect(await client.call(ptr.find, { authTel: father.authTel })).toMatchObject({
    ptrName: '王伟',
    stus: [{ stuName: '王小明' }],
  })
  expect(await client.call(ptr.find, { idNo })).toMatchObject({ ptrNo: father.ptrNo })
  expect(await client.call(ptr.find, { authTel: '14999999999' })).toBeNull()
})

test('a verified phone is changed by its own call alone, stays verified, is found at once, and comes back with an undo', async () => {
  const { client, father } = await makeFamily()
  const { ptrNo } = father
  await client.call(ptr.auth, { ptrNo })
  const { authTel } = facts()
  expect((await client.answer(ptr.update, { ptrNo, authTel })).message).toBe('手机已认证，请用“改手机”')
  expect((await client.answer(ptr.auth, { ptrNo, authTel })).message).toBe('手机已认证，换号请用“改手机”')
  expect((await client.answer(ptr.updatephone, { ptrNo, authTel: father.authTel })).message).toBe('新手机与原来的相同')
  await client.call(ptr.updatephone, { ptrNo, authTel, reason: '换号' })
  expect(await client.call(ptr.find, { authTel })).toMatchObject({ ptrNo, authFlag: '1' })
  expect(await names(client, { keyWord: authTel.slice(-4) })).toEqual(['王伟'])
  await client.call(history.undo, { op: client.lastOp })
  expect(await client.call(ptr.find, { authTel: father.authTel })).toMatchObject({ ptrNo, authFlag: '1' })
})

test('who is deleted leaves the children and the phone free, and an undo brings back both', async () => {
  const { client, ming, father } = await makeFamily()
  await client.call(ptr.delete, { ptrNo: father.ptrNo })
  expect((await client.call(stuptr.getpage, { stuNo: ming })).datas).toMatchObject([{ ptrNo: null }])
  const op = client.lastOp
  const { ptrNo } = await client.call(ptr.create, facts({ authTel: father.authTel, ptrName: '周敏' }))
  expect((await client.answer(history.undo, { op })).message).toBe('家长“王伟”的手机已被别的记录使用，不能撤销')
  await client.call(ptr.delete, { ptrNo })
  await client.call(history.undo, { op })
  expect((await client.call(stuptr.getpage, { stuNo: ming })).datas).toMatchObject([{ ptrName: '王伟', relt: '51' }])
})

test('guardians are disabled and enabled by a body without a wrapper, and a wrapped one is refused', async () => {
  const { client, father, other } = await makeFamily()
  const send = async (body: object) => {
    const headers = { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await (await fetch(`${server.url}${basePath}/ent/ptr/disable`, init)).json()) as { code: number; message: string }
  }
  expect(await send({ ptrNos: [father.ptrNo, other], version: 'v1' })).toMatchObject({ code: 0, message: '停用成功' })
  expect((await send({ data: { ptrNos: [other] } })).code).toBe(10001)
  expect(await names(client, { stt: '2' })).toEqual(['王伟', '陈静'])
  expect((await client.answer(ptr.auth, { ptrNo: other })).message).toBe('停用的家长不能认证，请先启用')
  expect((await client.answer(ptr.enable, { ptrNos: [other, 'P000000000'] })).message).toBe('所选家长有的已不存在，请刷新后再选')
  await client.call(ptr.enable, { ptrNos: [other] })
  expect(await names(client, { stt: '1' })).toEqual(['陈静'])
})

test('an export has the columns asked for, masked unless somebody may see and asks; a head teacher exports her class', async () => {
  const { school, client, one, father } = await makeFamily()
  const flds = ['ptrName', 'authTel', 'stus'] as const
  const sheet = async (by: Client, more: object = {}) => {
    const { result } = await by.answer(ptr.export, { flds: [...flds], ...more })
    return cellsOf((result as Uint8Array<ArrayBuffer>).buffer)
  }
  const masked = await sheet(client)
  expect(masked).toContain('三年级（1）班王小明（父亲）')
  expect(masked).toContain('陈静')
  expect(masked).not.toContain(father.authTel)
  expect(await sheet(client, { mask: '0' })).toContain(father.authTel)
  const teacher = await makeHeadTeacher(school, one)
  const own = await sheet(teacher.client)
  expect(own).toContain('王伟')
  expect(own).not.toContain('陈静')
})

test('a look at a phone is kept, and who reaches some classes alone makes a guardian together with a child', async () => {
  const { school, client, one, father } = await makeFamily()
  expect(await client.call(ptr.reveal, { ptrNo: father.ptrNo, field: 'authTel' })).toEqual({ value: father.authTel })
  const { rows } = await server.owner.query(`select key from history where ent_no = $1 and act = 'read'`, [school.entNo])
  expect(rows).toEqual([{ key: { ptr_no: father.ptrNo, field: 'authTel' } }])
  await server.owner.query(
    `insert into pbcrolepwr (role_no, mdl_code, pwr_no) values ('P030CLASS', 'ptr', '000001') on conflict do nothing`,
  )
  const { client: teacher } = await makeHeadTeacher(school, one)
  expect((await teacher.answer(ptr.create, facts())).message).toMatch('请用“新建家长并关联”')
})
