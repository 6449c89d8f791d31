import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, clientOf, makePerson, startServer, type TestServer } from '../../../../test/support/harness.ts'
import type { FormValues } from '#contract/form/column.ts'
import { newToken } from '#server/base/tokens.ts'
import { type Gate, makeGate, register, visitBy, withPictures } from '../../../../test/support/visits.ts'
import { portrait } from '../../../../test/support/uploads.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { gateCodes } from '#features/ent/vst/gate/vst.codes.contract.ts'
import { vst } from '../../ent/vst/vst.contract.ts'
import { mVisit } from './visit.contract.ts'

let server: TestServer
let gate: Gate
beforeAll(async () => {
  server = await startServer()
  gate = await makeGate(server)
})
afterAll(() => server.close())
// Resets the counts, for every test comes from the same address.
const beginHour = () => server.owner.query(`delete from login_fail where who like 'visit%'`)

const stranger = () => clientOf(server)
const dead = { code: 10002, message: '二维码已失效，请向门卫索取新的', result: null }

test('whoever scans the code at the gate sees the school, the form and how long it is kept', async () => {
  const shown = await stranger().call(mVisit.get, { code: gate.code })
  expect(shown).toMatchObject({
    entName: `学校${gate.school.entNo}`,
    codeName: '东门',
    keepDays: 90,
    auditFlag: '1',
    choices: [],
  })
  expect(shown.billClmns.map(({ fldCode }) => fldCode)).toContain('toEmp')
})

test('a stranger registers, is agreed to, shows the code at the gate and leaves', async () => {
  await beginHour()
  const { admin, host } = gate
  const key = await register(server, gate)
  const state = () => stranger().call(mVisit.getstate, { key })
  expect(await state()).toMatchObject({ vstName: '欧阳访客', toEmpName: '慕容主', stt: '1', passNo: null })
  const [row] = (await host.client.call(vst.getvstnotepersonalpage, { chip: 'wait' })).datas
  await host.client.call(vst.pass, { vstNo: row?.vstNo as string })
  const { passNo } = await state()
  await admin.client.call(vst.arrive, { passNo: passNo as string, gate: '东门' })
  expect(await state()).toMatchObject({ stt: '4', passNo })
  await admin.client.call(vst.leave, { passNo: passNo as string })
  expect(await state()).toMatchObject({ stt: '5', passNo: null })
})

test('unknown, disabled, deleted, forged and foreign codes are told alike', async () => {
  await beginHour()
  const beside = await makeGate(server)
  const [{ code }, other] = [gate, beside.code]
  const disabled = await makeGate(server)
  await disabled.admin.client.call(gateCodes.updatecode, { codeNo: disabled.codeNo, stt: '2' })
  const deleted = await makeGate(server)
  await deleted.admin.client.call(gateCodes.deletecode, { codeNo: deleted.codeNo })
  const closed = await makeGate(server)
  await server.owner.query(`update ent set stt = '2' where ent_no = $1`, [closed.school.entNo])
  const swapped = `${code.split('.')[0]}.${other.split('.')[1]}`
  for (const wrong of ['x', '.', swapped, `${code}x`, disabled.code, deleted.code, closed.code, `Z99.${'a'.repeat(43)}`]) {
    expect(await stranger().answer(mVisit.get, { code: wrong })).toEqual(dead)
    expect(await stranger().answer(mVisit.findhost, { code: wrong, name: '慕容主' })).toEqual(dead)
    expect(await stranger().answer(mVisit.create, { code: wrong, once: newToken(), vals: {} })).toEqual(dead)
    expect(await stranger().answer(mVisit.getstate, { key: wrong })).toEqual(dead)
    expect(await stranger().answer(mVisit.cancel, { key: wrong })).toEqual(dead)
  }
  // Checks that a code is no key of a visit, nor the other way round.
  const key = await register(server, gate)
  expect(await stranger().answer(mVisit.get, { code: key })).toEqual(dead)
  expect(await stranger().answer(mVisit.getstate, { key: code })).toEqual(dead)
})

test('only a whole name finds anybody; of two of that name the department decides, and no number is told', async () => {
  await beginHour()
  const { school } = gate
  const [one] = [await makePerson(school, { name: '王同名' }), await makePerson(school, { name: '王同名' })]
  await asOwner(server, school.entNo, async (db) => {
    await db.insertInto('org').values({ entNo: school.entNo, orgNo: 'O-far', orgName: '后勤处' }).execute()
    await db
      .updateTable('orgemp')
      .set({ orgNo: 'O-far' })
      .where('empNo', '=', one?.empNo as string)
      .execute()
  })
  const ask = (name: string, unit?: string) => stranger().call(mVisit.findhost, { code: gate.code, name, unit })
  for (const part of ['慕', '慕容', '容主', '%', '_____', '慕容主 ', 'murongzhu', gate.host.empNo])
    expect([part, (await ask(part)).found]).toEqual([part, part.trim() === '慕容主' ? 'one' : 'none'])
  expect(await ask('王同名')).toEqual({ found: 'several', no: null })
  expect((await ask('王同名', '后勤处')).found).toBe('one')
  expect((await ask('王同名', '后勤')).found).toBe('none')
  expect(JSON.stringify(await ask('王同名', '后勤处'))).not.toContain(one?.empNo)
})

test('somebody of another school, and whoever was not looked up, cannot be visited', async () => {
  await beginHour()
  const beside = await makeGate(server)
  const { no: foreign } = await stranger().call(mVisit.findhost, { code: beside.code, name: '慕容主' })
  for (const no of [foreign as string, gate.host.empNo, beside.host.empNo, 'x'])
    expect(await stranger().answer(mVisit.create, { code: gate.code, once: newToken(), vals: visitBy(no) })).toMatchObject({
      message: '没有找到被访人，请重新输入全名',
      result: { errors: [{ field: 'c5' }] },
    })
})

const tooOften = { code: 10012, message: '操作太频繁，请一小时后再试，或请门卫登记' }

/** Sets how often this has been done already in the hour. */
const done = (what: string, times: number) =>
  server.owner.query('update login_fail set begun = $2 where who like $1', [`visit ${what}%`, times])

test('an address may register two hundred visits in an hour, whatever was refused in between, and look for five hundred names', async () => {
  const own = await makeGate(server)
  await beginHour()
  const { no } = await stranger().call(mVisit.findhost, { code: own.code, name: '慕容主' })
  const send = (vals: FormValues) => stranger().answer(mVisit.create, { code: own.code, once: newToken(), vals })
  const right = visitBy(no as string)
  expect((await send(right)).code).toBe(0)
  await done('create:', 199)
  expect((await send({ ...right, c2: '110' })).code).toBe(10001)
  expect((await send(right)).code).toBe(0)
  expect(await send(right)).toMatchObject(tooOften)
  expect((await own.admin.client.call(vst.getvstnotepersonalpage)).recordCount).toBe(2)
  await done('find:', 500)
  expect((await stranger().answer(mVisit.findhost, { code: own.code, name: '慕容主' })).code).toBe(10012)
  await beginHour()
})

test('a gate registers no more than a thousand visits in an hour, from however many addresses', async () => {
  await beginHour()
  const [own, other] = [await makeGate(server), await makeGate(server)]
  await register(server, own)
  await done('create ', 1000)
  const { no } = await stranger().call(mVisit.findhost, { code: own.code, name: '慕容主' })
  const input = { code: own.code, once: newToken(), vals: visitBy(no as string) }
  expect(await stranger().answer(mVisit.create, input)).toMatchObject(tooOften)
  await register(server, other)
})

test('what is typed stays text, and is told to nobody but its own visitor', async () => {
  await beginHour()
  const own = await makeGate(server)
  const script = '<script>alert(1)</script>'
  const [key, other] = [await register(server, own, { c1: script, c4: script }), await register(server, own)]
  expect(await stranger().call(mVisit.getstate, { key })).toMatchObject({ vstName: script, rsn: script })
  const told = JSON.stringify([
    await stranger().call(mVisit.getstate, { key: other }),
    await stranger().call(mVisit.get, { code: own.code }),
  ])
  for (const secret of [script, '13712345678', '110105199003074610', own.host.empNo, own.host.userNo])
    expect(told).not.toContain(secret)
})

test('where hosts are not asked a visit is agreed at once', async () => {
  await beginHour()
  const own = await makeGate(server)
  await asOwner(server, own.school.entNo, (db) =>
    db.insertInto('entcfg').values({ entNo: own.school.entNo, cfgCode: 'VST_AUDIT', curVal: '0' }).execute(),
  )
  const state = await stranger().call(mVisit.getstate, { key: await register(server, own) })
  expect(state).toMatchObject({ stt: '2', passNo: expect.stringMatching(/^\d{6}$/) })
})

test('a picture is drawn anew and opens nothing by its number', async () => {
  await beginHour()
  const { code } = gate
  const { fileNo } = await stranger().call(mVisit.upload, { code, file: await portrait() })
  const { rows } = await server.owner.query('select user_no, width from file where file_no = $1', [fileNo])
  expect(rows).toEqual([{ user_no: '-', width: 480 }])
  const script = new File(['<svg onload="alert(1)"/>'], 'x.svg')
  expect((await stranger().answer(mVisit.upload, { code, file: script })).code).toBe(40001)
  const fake = new File(['MZ'], 'x.pdf')
  expect((await stranger().answer(mVisit.upload, { code, file: fake })).code).toBe(40002)
})

test('a form that is sent again because its answer was lost is one visit', async () => {
  await beginHour()
  const own = await makeGate(server)
  const { no } = await stranger().call(mVisit.findhost, { code: own.code, name: '慕容主' })
  const input = { code: own.code, once: newToken(), vals: visitBy(no as string) }
  const answers = await Promise.all([1, 2, 3].map(() => stranger().answer(mVisit.create, input)))
  expect(answers.map(({ result }) => result)).toEqual(Array(3).fill({ key: `${own.school.entNo}.${input.once}` }))
  expect(await stranger().call(mVisit.create, input)).toEqual(answers[0]?.result)
  expect((await own.admin.client.call(vst.getvstnotepersonalpage)).recordCount).toBe(1)
})

test('a file is named by nobody but who sent it, and belongs to one visit', async () => {
  await beginHour()
  const own = await makeGate(server)
  await withPictures(own)
  const { fileNo } = await stranger().call(mVisit.upload, { code: own.code, file: await portrait() })
  expect(fileNo).toMatch(/^[A-Za-z0-9]{20}$/)
  const { no } = await stranger().call(mVisit.findhost, { code: own.code, name: '慕容主' })
  const send = (file: string) => {
    const vals = visitBy(no as string, '慕容主', { c50: [{ fileNo: file, name: '证件.png', size: 1 }] })
    return stranger().answer(mVisit.create, { code: own.code, once: newToken(), vals })
  }
  const gone = { message: '照片里有的文件已失效，请重新上传', result: { errors: [{ field: 'c50' }] } }
  expect(await send('F000000001')).toMatchObject(gone)
  const answers = await Promise.all([send(fileNo), send(fileNo)])
  expect(answers.map(({ code }) => code)).toEqual(expect.arrayContaining([0, 10001]))
  expect(await send(fileNo)).toMatchObject(gone)
  const [visit] = (await own.admin.client.call(vst.getvstnotepersonalpage)).datas
  expect(visit?.pht).toContain(fileNo)
})

test('a visit of a school that was closed is neither told nor called off', async () => {
  await beginHour()
  const own = await makeGate(server)
  const key = await register(server, own)
  await server.owner.query(`update ent set stt = '2' where ent_no = $1`, [own.school.entNo])
  for (const call of [mVisit.getstate, mVisit.cancel]) expect(await stranger().answer(call, { key })).toEqual(dead)
})

test('a code that was renewed is dead at once, and the new one registers', async () => {
  await beginHour()
  const own = await makeGate(server)
  const { client } = own.admin
  await client.call(gateCodes.renewcode, { codeNo: own.codeNo })
  expect(await stranger().answer(mVisit.get, { code: own.code })).toEqual(dead)
  const { path } = await client.call(gateCodes.getcode, { codeNo: own.codeNo })
  expect((await stranger().call(mVisit.get, { code: path.split('#c=')[1] as string })).codeName).toBe('东门')
})

test('a form that a code at a gate uses is neither disabled nor deleted, and says which codes', async () => {
  const own = await makeGate(server)
  const { client } = own.admin
  const told = (verb: string) => `“东门”的登记二维码用的是这张表单，${verb}后扫码就打不开了。请先到“登记二维码”里${verb}它们`
  const refusal = async (call: typeof bill.disabletmpl | typeof bill.deletetmpl) =>
    (await client.answer(call, { tmplNo: own.tmplNo })).message
  expect([await refusal(bill.disabletmpl), await refusal(bill.deletetmpl)]).toEqual([told('停用'), told('删除')])
  expect(await stranger().call(mVisit.get, { code: own.code })).toMatchObject({ codeName: '东门' })
  await client.call(gateCodes.updatecode, { codeNo: own.codeNo, stt: '2' })
  await client.call(bill.disabletmpl, { tmplNo: own.tmplNo })
  expect(await refusal(bill.deletetmpl)).toBe(told('删除'))
  expect((await client.answer(gateCodes.updatecode, { codeNo: own.codeNo, stt: '1' })).message).toBe(
    '表单不存在或已停用，请重新选择',
  )
  await client.call(gateCodes.deletecode, { codeNo: own.codeNo })
  await client.call(bill.deletetmpl, { tmplNo: own.tmplNo })
})
