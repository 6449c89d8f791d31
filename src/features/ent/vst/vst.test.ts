import { afterAll, beforeAll, expect, test } from 'vitest'
import { chinaTime } from '#domain/visits/visits.contract.ts'
import { asOwner, makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { cellsOf } from '../../../../test/support/seedSchool.ts'
import { enter, type Gate, makeGate, visitBy } from '../../../../test/support/visits.ts'
import { home } from '../../user/home/home.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { vst } from './vst.contract.ts'

let server: TestServer
let gate: Gate
beforeAll(async () => {
  server = await sharedServer()
  gate = await makeGate(server)
})
afterAll(() => server.close())

const idNo = '110105199003074610'

test('a visit that the front desk enters is listed with its numbers masked, and read with its form', async () => {
  const { admin, host } = gate
  const vstNo = await enter(gate)
  const [row] = (await admin.client.call(vst.getvstnotepersonalpage, { keyWord: 'ouyang' })).datas
  expect(row).toMatchObject({
    vstNo,
    vstName: '欧阳访客',
    vstTel: '137****5678',
    idNo: '••••',
    sex: 'M',
    toEmpNo: host.empNo,
    toEmpName: '慕容主',
    rsn: '送教材',
    inDt: null,
    mates: [],
    stt: '1',
  })
  const visit = await admin.client.call(vst.get, { vstNo })
  expect(visit.vals).toMatchObject({ c2: '137****5678', c3: '••••' })
  expect(visit.passNo).toBeNull()
  const { rows } = await server.owner.query('select * from vst where vst_no = $1', [vstNo])
  expect(JSON.stringify(rows)).not.toContain(idNo)
})

test('a visit with others is one of a team, and everybody is found by the leader', async () => {
  const { admin } = gate
  const vstNo = await enter(gate, { c1: '领队甲', c8: [{ c1: '队员乙', c2: '13900001111', c3: idNo }, { c1: '队员丙' }] })
  const { datas } = await admin.client.call(vst.getvstnoteteampage, { keyWord: '领队' })
  expect(datas).toMatchObject([
    { vstNo, mates: [{ mateName: '队员乙', mateTel: '139****1111', idNo: '••••' }, { mateName: '队员丙' }] },
  ])
  expect((await admin.client.call(vst.getvstnotepersonalpage, { keyWord: '领队' })).datas).toEqual([])
})

test('a range of days needs both ends, in order', async () => {
  const { client } = gate.admin
  const ask = async (range: object) => (await client.answer(vst.getvstnotepersonalpage, { ...range })).message
  expect(await ask({ vstSDt: '20261101' })).toBe('请先选择时间')
  expect(await ask({ vstEDt: '20261101' })).toBe('请先选择时间')
  expect(await ask({ vstSDt: '20261102', vstEDt: '20261101' })).toBe('截止时间必须大于开始时间')
  const day = chinaTime(0).slice(0, 8)
  expect(await ask({ vstSDt: day, vstEDt: day })).toBe('')
})

test('a form that ends before it begins, in the past, or with nobody to visit is refused by its field', async () => {
  const { admin, host, tmplNo } = gate
  const refused = async (more: object) => {
    const { message, result } = await admin.client.answer(vst.create, { tmplNo, vals: { ...visitBy(host.empNo), ...more } })
    return [message, (result as { errors?: { field: string }[] }).errors?.[0]?.field]
  }
  expect(await refused({ c7: chinaTime(-1) })).toEqual(['截止时间必须大于开始时间', 'c7'])
  expect(await refused({ c6: chinaTime(-3), c7: chinaTime(-1) })).toEqual(['离开时间已经过去，请改为以后的时间', 'c7'])
  expect(await refused({ c6: chinaTime(-24) })).toEqual(['来访时间不能早于今天', 'c6'])
  expect(await refused({ c6: chinaTime(24 * 91), c7: chinaTime(24 * 92) })).toEqual(['最多预约 90 天以内的来访', 'c6'])
  expect(await refused({ c7: chinaTime(24 * 31 + 1) })).toEqual(['一次来访最多 30 天', 'c7'])
  expect(await refused({ c5: [{ no: 'E999999999', name: '慕容主' }] })).toEqual(['被访人不存在或已停用，请重新选择', 'c5'])
  expect(await refused({ c2: 'x' })).toMatchObject([expect.stringContaining('手机'), 'c2'])
  expect(await refused({ c2: '010-65432100' })).toEqual(['手机应为 1 开头的 11 位数字', 'c2'])
  const { message } = await admin.client.answer(vst.create, { tmplNo: 'T404', vals: visitBy(host.empNo) })
  expect(message).toBe('表单不存在或已停用，请重新选择')
})

test('the host of a visit is called what the school calls them, whatever the form says', async () => {
  const { admin, host } = gate
  const vstNo = await enter(gate, { c5: [{ no: host.empNo, name: '校长' }] })
  expect((await admin.client.call(vst.get, { vstNo })).vals['c5']).toEqual([{ no: host.empNo, name: '慕容主' }])
})

test('a visit is found by whom it is to, by name and by sound, but not by digits of their phone', async () => {
  const own = await makeGate(server)
  const vstNo = await enter(own)
  const found = async (keyWord: string) =>
    (await own.admin.client.call(vst.getvstnotepersonalpage, { keyWord })).datas.map((one) => one.vstNo)
  for (const keyWord of ['慕容主', '慕容', 'murongzhu', 'mrz'])
    expect([keyWord, await found(keyWord)]).toEqual([keyWord, [vstNo]])
  const { rows } = await server.owner.query('select auth_tel from emp where emp_no = $1', [own.host.empNo])
  expect(await found(rows[0].auth_tel.slice(-4))).toEqual([])
})

test('the chips count what they then list', async () => {
  const own = await makeGate(server)
  const { client } = own.admin
  await enter(own)
  const [late, gone] = [await enter(own), await enter(own)]
  for (const vstNo of [late, gone]) {
    await client.call(vst.pass, { vstNo })
    await client.call(vst.arrive, { vstNo })
  }
  await client.call(vst.leave, { vstNo: gone })
  await asOwner(server, own.school.entNo, (db) =>
    db
      .updateTable('vst')
      .set({ planSDt: '20260101T080000+08', planEDt: '20260101T090000+08' })
      .where('vstNo', '=', late)
      .execute(),
  )
  const counted = await client.call(vst.getstatis)
  const listed = async (chip: 'wait' | 'in' | 'today' | 'late') =>
    (await client.call(vst.getvstnotepersonalpage, { chip })).recordCount
  expect(counted).toEqual({
    waitCnt: await listed('wait'),
    inCnt: await listed('in'),
    todayCnt: await listed('today'),
    lateCnt: await listed('late'),
  })
  expect(counted).toMatchObject({ waitCnt: 1, inCnt: 1, lateCnt: 1 })
})

test('who only receives visitors sees and answers their own, and no others', async () => {
  const { admin, host, school } = gate
  const vstNo = await enter(gate)
  const colleague = await makePerson(school, { name: '同事', roles: ['P030STAFF'] })
  expect((await host.client.call(vst.getvstnotepersonalpage)).datas.map((row) => row.vstNo)).toContain(vstNo)
  expect((await colleague.client.call(vst.getvstnotepersonalpage)).recordCount).toBe(0)
  for (const call of [vst.get, vst.pass, vst.cancel]) expect((await colleague.client.answer(call, { vstNo })).code).toBe(10002)
  expect((await host.client.answer(vst.arrive, { vstNo })).code).toBe(30001)
  await host.client.call(vst.pass, { vstNo })
  expect((await admin.client.call(vst.get, { vstNo })).stt).toBe('2')
})

test('a number is looked at one by one, and who looked is kept', async () => {
  const { admin, school, host } = gate
  const vstNo = await enter(gate, { c8: [{ c1: '乙', c2: '13900002222' }] })
  expect(await admin.client.call(vst.reveal, { vstNo, field: 'idNo' })).toEqual({ value: idNo })
  expect(await admin.client.call(vst.reveal, { vstNo, field: 'vstTel', rdx: 1 })).toEqual({ value: '13900002222' })
  expect((await host.client.answer(vst.reveal, { vstNo, field: 'idNo' })).code).toBe(30001)
  const { rows } = await server.owner.query(`select key from history where ent_no = $1 and act = 'read' order by id`, [
    school.entNo,
  ])
  expect(rows).toEqual([{ key: { vst_no: vstNo, field: 'idNo' } }, { key: { vst_no: vstNo, field: 'vstTel', rdx: 1 } }])
})

test('an export is masked unless asked otherwise, and a formula in a form stays text', async () => {
  const { admin } = gate
  const vstNo = await enter(gate, { c1: '=cmd()', c4: '@SUM(A1)' })
  const sheet = async (more: object) => {
    const { result } = await admin.client.answer(vst.export, { vstNos: [vstNo], ...more })
    return cellsOf((result as Uint8Array<ArrayBuffer>).buffer)
  }
  expect(await sheet({})).toContain('137****5678')
  expect(await sheet({})).not.toContain(idNo)
  expect(await sheet({ mask: '0' })).toContain(idNo)
  expect(await sheet({})).toContain("'=cmd()")
  expect(await sheet({})).toContain("'@SUM(A1)")
})

test('an answer is taken back like any other change', async () => {
  const { client } = gate.admin
  const vstNo = await enter(gate)
  await client.call(vst.reject, { vstNo, answer: '当天外出' })
  await client.call(history.undo, { op: client.lastOp })
  expect(await client.call(vst.get, { vstNo })).toMatchObject({ stt: '1', answer: null })
  const mistaken = await enter(gate, { c8: [{ c1: '乙' }] })
  await client.call(history.undo, { op: client.lastOp })
  expect((await client.answer(vst.get, { vstNo: mistaken })).code).toBe(10002)
})

test('whoever is visited finds on the home page that somebody waits', async () => {
  const own = await makeGate(server)
  const waiting = async () => (await own.host.client.call(home.get)).tasks.find(({ code }) => code === 'visit')
  expect(await waiting()).toBeUndefined()
  const vstNo = await enter(own)
  expect(await waiting()).toMatchObject({ text: '1 位访客等你确认', path: '/ent/vst?chip=wait' })
  expect((await own.admin.client.call(home.get)).tasks.some(({ code }) => code === 'visit')).toBe(false)
  await own.host.client.call(vst.pass, { vstNo })
  expect(await waiting()).toBeUndefined()
})
