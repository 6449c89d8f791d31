import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf, formToken, shortCodeOf } from '#domain/meetings/meetingCode.ts'
import { getcfg } from '#features/ecb/getcfg/getcfg.contract.ts'
import { mSign } from '#features/m/sign/sign.contract.ts'
import { asOwner, clientOf, makePerson, startServer, type TestServer } from '../../../../../test/support/harness.ts'
import { beginNow, callMeeting, type Hall, makeHall } from '../../../../../test/support/meetings.ts'
import { mtg } from '../mtg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => server.owner.query('delete from login_fail'))

const tokenOf = ({ school }: Hall, mtgNo: string, ago = 0) =>
  codeOf(server.services.secret, { entNo: school.entNo, mtgNo, rdx: 1 }, Date.now() - ago).token

const formTokenOf = ({ school }: Hall, mtgNo: string, ago: number) =>
  formToken(server.services.secret, { entNo: school.entNo, mtgNo, rdx: 1, since: Date.now() - ago })

async function running(ago = 0, facts: Parameters<typeof callMeeting>[1] = {}, count = 1) {
  const hall = await makeHall(server, count)
  const mtgNo = await callMeeting(hall, facts)
  await beginNow(hall.school, mtgNo, ago)
  const [first] = hall.people
  if (!first) throw new Error('nobody')
  const sign = (token: string, { client } = first) => client.answer(mtg.signin, { token })
  return { hall, mtgNo, sign }
}

const newest = { code: 10002, message: '请扫描屏幕上最新的二维码' }

test('whoever scans in time is there, and scanning again answers with the first time', async () => {
  const { hall, mtgNo, sign } = await running()
  const { token, url } = await hall.admin.client.call(mtg.getmtgqrcode, { mtgNo, rdx: 1 })
  expect(url).toBe(`/m/sign#t=${token}`)
  const first = await sign(token)
  expect(first).toMatchObject({
    code: 0,
    message: '签到成功',
    result: { stt: '1', lateMin: null, newFlag: '1', manName: '员工甲' },
  })
  const { signTm } = first.result as { signTm: string }
  expect(await sign(token)).toMatchObject({ code: 0, result: { signTm, newFlag: '0', outTm: null } })
  expect(await hall.admin.client.call(mtg.getboard, { mtgNo, rdx: 1 })).toMatchObject({
    manCnt: 2,
    comeCnt: 1,
    lateCnt: 0,
    newest: [{ manName: '员工甲', signTm }],
  })
})

test('whoever cannot scan types the six digits of the board, and signs in as after a scan', async () => {
  const { hall, mtgNo, sign } = await running()
  const { code } = await hall.admin.client.call(mtg.getmtgqrcode, { mtgNo, rdx: 1 })
  expect(code).toMatch(/^\d{6}$/)
  const found = await clientOf(server).call(mSign.find, { code: code as string })
  expect(found).toMatchObject({ mtgName: '教学例会', outFlag: '0' })
  expect(await sign(found.token)).toMatchObject({ code: 0, result: { manName: '员工甲', newFlag: '1' } })
})

const stale = { code: 10002, message: '数字码不对或已更换，请输入屏幕上最新的 6 位数字' }

test('the digits of a minute ago are still good, older ones and those of a session that is not signed in to are told', async () => {
  const { hall, mtgNo } = await running()
  const digits = (ago: number) =>
    shortCodeOf(server.services.secret, { entNo: hall.school.entNo, mtgNo, rdx: 1 }, Date.now() - ago)
  const find = (code: string) => clientOf(server).answer(mSign.find, { code })
  expect((await find(digits(60_000))).code).toBe(0)
  expect(await find(digits(120_000))).toMatchObject(stale)
  await beginNow(hall.school, mtgNo, -40)
  expect(await find(digits(0))).toMatchObject(stale)
  expect((await hall.admin.client.call(mtg.getmtgqrcode, { mtgNo, rdx: 1 })).code).toBe(null)
  await beginNow(hall.school, mtgNo, 16)
  expect(await find(digits(0))).toMatchObject(stale)
})

test('thirty wrong digits of an address lock it for five minutes, also when many are tried at once', async () => {
  const { hall, mtgNo } = await running()
  const right = shortCodeOf(server.services.secret, { entNo: hall.school.entNo, mtgNo, rdx: 1 })
  const wrong = Array.from({ length: 34 }, (_, i) => String((Number(right) + 1 + i) % 1_000_000).padStart(6, '0'))
  const answers = await Promise.all(wrong.map((code) => clientOf(server).answer(mSign.find, { code })))
  expect(answers.filter(({ code }) => code === stale.code).length).toBe(30)
  expect(answers.find(({ code }) => code === 20002)?.message).toBe('核对不上的次数过多，请 5 分钟后再试')
  expect((await clientOf(server).answer(mSign.find, { code: right })).code).toBe(20002)
  expect((await clientOf(server).answer(mSign.find, { code: '12a' })).message).toContain('数字码')
})

test('of two scans at the same moment one signs in, and both hear the same time', async () => {
  const { hall, mtgNo, sign } = await running()
  const token = tokenOf(hall, mtgNo)
  const answers = await Promise.all([1, 2, 3, 4].map(() => sign(token)))
  const results = answers.map(({ result }) => result as { newFlag: string; signTm: string })
  expect(results.map(({ newFlag }) => newFlag).sort()).toEqual(['0', '0', '0', '1'])
  expect(new Set(results.map(({ signTm }) => signTm)).size).toBe(1)
})

test('a code that left the screen, one of another meeting, and one that was made up are worth nothing', async () => {
  const { hall, mtgNo, sign } = await running()
  expect(await sign(tokenOf(hall, mtgNo, 31_000))).toMatchObject(newest)
  const [kind, since, ent, , ...rest] = tokenOf(hall, mtgNo).split('.')
  const other = await callMeeting(hall)
  expect(await sign([kind, since, ent, other, ...rest].join('.'))).toMatchObject(newest)
  expect(await sign(tokenOf(hall, mtgNo).replace(/.$/, '!'))).toMatchObject(newest)
  expect(await sign(`${tokenOf(hall, mtgNo)}.x`)).toMatchObject(newest)
  const far = await running()
  const stranger = await far.sign(tokenOf(hall, mtgNo))
  expect(stranger).toMatchObject({ code: 10002, message: '没有找到参会信息，请确认自己在参会名单里' })
  const uninvited = await makePerson(hall.school, { roles: ['P030STAFF'] })
  expect(await sign(tokenOf(hall, mtgNo), uninvited)).toMatchObject({ code: 10002 })
})

test('before it opens and after it closed nobody signs in, and is told when', async () => {
  const early = await running(-40)
  expect((await early.sign(tokenOf(early.hall, early.mtgNo))).message).toMatch(/^还没有开始签到，\d\d-\d\d \d\d:\d\d 起可以签到$/)
  const over = await running(16)
  expect((await over.sign(tokenOf(over.hall, over.mtgNo))).message).toMatch(
    /^签到已于 \d\d-\d\d \d\d:\d\d 截止，请找会议的负责人补签$/,
  )
})

test('whoever comes late is told by how many minutes', async () => {
  const { hall, mtgNo, sign } = await running(6)
  expect(await sign(tokenOf(hall, mtgNo))).toMatchObject({ result: { stt: '2', lateMin: 6 } })
  const { datas } = await hall.admin.client.call(mtg.getmtgsignpage, { mtgNo, rdx: 1, stt: '2' })
  expect(datas).toMatchObject([{ manName: '员工甲', lateMin: 6, signWay: 'qr' }])
})

test('where leaving is signed, too, a later code signs out, and before the end that is early', async () => {
  const { hall, mtgNo, sign } = await running(2, { outFlag: '1' })
  await sign(tokenOf(hall, mtgNo))
  expect(await sign(tokenOf(hall, mtgNo))).toMatchObject({ result: { outTm: null, stt: '2', newFlag: '0' } })
  await asOwner(server, hall.school.entNo, (db) =>
    db
      .updateTable('mtgsign')
      .set({ signTm: new Date(Date.now() - 120_000).toISOString() })
      .where('mtgNo', '=', mtgNo)
      .execute(),
  )
  const left = await sign(tokenOf(hall, mtgNo))
  expect(left).toMatchObject({ result: { outTm: expect.stringMatching(/^\d{14}$/), stt: '3', newFlag: '1' } })
  expect(await sign(tokenOf(hall, mtgNo))).toMatchObject({ result: { ...(left.result as object), newFlag: '0' } })
})

test('a guest signs in with name and phone, also when writing them took four minutes', async () => {
  const { hall, mtgNo } = await running()
  await hall.admin.client.call(mtg.importmtgman, { mtgNo, mans: [{ manName: '赵来宾', manTel: '13900001234' }] })
  const phone = clientOf(server)
  const found = await phone.call(mSign.get, { token: tokenOf(hall, mtgNo, 14_000) })
  expect(found).toMatchObject({ mtgName: '教学例会', outFlag: '0' })
  expect(JSON.stringify(found)).not.toContain('赵来宾')
  const { token } = await phone.call(mSign.get, { token: formTokenOf(hall, mtgNo, 240_000) })
  expect(await phone.call(mSign.sign, { token, name: '赵来宾', tel4: '1234' })).toMatchObject({ stt: '1', newFlag: '1' })
  const { datas } = await hall.admin.client.call(mtg.getmtgsignpage, { mtgNo, rdx: 1, keyWord: '赵来宾' })
  expect(datas).toMatchObject([{ stt: '1', signWay: 'qr' }])
})

/** Returns phones of guests of a meeting that ask to be signed in, all of one address. */
async function guestsOf({ hall, mtgNo }: { hall: Hall; mtgNo: string }, count: number) {
  const mans = Array.from({ length: count }, (_, i) => ({
    manName: `来宾${'甲乙丙丁戊己庚辛壬癸'[i % 10]}`,
    manTel: `139000${10_000 + i}`,
  }))
  await hall.admin.client.call(mtg.importmtgman, { mtgNo, mans })
  const token = tokenOf(hall, mtgNo)
  const sign = (name: string, tel4: string) => clientOf(server).answer(mSign.sign, { token, name, tel4 })
  return { sign, all: () => Promise.all(mans.map(({ manName, manTel }) => sign(manName, manTel.slice(-4)))) }
}

test('a whole hall signs in at the same moment through one address', async () => {
  const { all } = await guestsOf(await running(), 30)
  expect((await all()).map(({ code }) => code)).toEqual(Array(30).fill(0))
})

test('a hundred wrong tries of one address lock it at that meeting, and at no other', async () => {
  const [here, there] = [await guestsOf(await running(), 3), await guestsOf(await running(), 3)]
  await here.sign('谁', '0000')
  expect((await here.all()).map(({ code }) => code)).toEqual([0, 0, 0])
  await server.owner.query("update login_fail set wrong = 100 where who like 'sign %:%'")
  expect((await here.all()).map(({ code }) => code)).toEqual([20002, 20002, 20002])
  expect((await there.all()).map(({ code }) => code)).toEqual([0, 0, 0])
})

test('an employee signs in with a session, not with a name and a phone that colleagues see, unless the school wants it', async () => {
  const { hall, mtgNo } = await running()
  const { rows } = await server.owner.query('select auth_tel from emp where emp_no = $1', [hall.people[0]?.empNo])
  const tel4 = rows[0].auth_tel.slice(-4)
  const sign = (given = tel4) => clientOf(server).answer(mSign.sign, { token: tokenOf(hall, mtgNo), name: '员工甲', tel4: given })
  expect(await sign()).toMatchObject({ code: 10001, message: '你是本单位的员工，请用“员工登录签到”' })
  expect(await sign(tel4 === '0000' ? '1111' : '0000')).toMatchObject({ code: 10002 })
  await hall.admin.client.call(getcfg.set, { entCfgs: [{ cfgCode: 'MTG_SIGN_NAME', curVal: '1' }] })
  expect(await sign()).toMatchObject({ code: 0 })
})

test('who left office does not sign in', async () => {
  const { hall, mtgNo, sign } = await running()
  await hall.admin.client.call(getcfg.set, { entCfgs: [{ cfgCode: 'MTG_SIGN_NAME', curVal: '1' }] })
  const { rows } = await server.owner.query('select auth_tel from emp where emp_no = $1', [hall.people[0]?.empNo])
  await asOwner(server, hall.school.entNo, (db) =>
    db
      .updateTable('emp')
      .set({ stt: '2' })
      .where('empNo', '=', hall.people[0]?.empNo as string)
      .execute(),
  )
  const token = tokenOf(hall, mtgNo)
  const named = { token, name: '员工甲', tel4: rows[0].auth_tel.slice(-4) }
  expect((await clientOf(server).answer(mSign.sign, named)).code).toBe(10002)
  expect((await sign(token)).code).not.toBe(0)
})

test('guessing the phone of one name ends after ten wrong tries, and every wrong one is told alike', async () => {
  const { hall, mtgNo } = await running()
  const twin = (tel: string) => ({ manName: '赵双', manTel: `139${tel}5678` })
  await hall.admin.client.call(mtg.importmtgman, { mtgNo, mans: [twin('0001'), twin('0002')] })
  const phone = clientOf(server)
  const token = tokenOf(hall, mtgNo)
  const tell = (name: string, tel4: string) => phone.answer(mSign.sign, { token, name, tel4 })
  const wrong = { code: 10002, message: '没有找到参会信息，请核对姓名和手机后四位' }
  expect(await tell('赵双', '5678')).toMatchObject(wrong)
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => tell('员工甲', String(1000 + i))))
  expect(answers.filter(({ code }) => code === wrong.code).length).toBe(10)
  expect(answers.find(({ code }) => code === 20002)?.message).toBe('核对不上的次数过多，请 5 分钟后再试')
})

test('a late entry by hand says so, and who was absent may still be entered after the end', async () => {
  const { hall, mtgNo } = await running()
  const { client } = hall.admin
  await client.call(mtg.endmtg, { mtgNo })
  const [absent] = (await client.call(mtg.getmtgsignpage, { mtgNo, rdx: 1, stt: '4' })).datas
  await client.call(mtg.setsign, { mtgNo, rdx: 1, manNos: [absent?.manNo as string], rem: '手机没电' })
  const { datas } = await client.call(mtg.getmtgsignpage, { mtgNo, rdx: 1, stt: '5' })
  expect(datas).toMatchObject([{ manNo: absent?.manNo, signWay: 'hand', rem: '手机没电', lateMin: null }])
})

test('nobody is entered by hand before signing in begins, nor where nobody signs in', async () => {
  const { hall, mtgNo } = await running(-40)
  const { client } = hall.admin
  const enter = async (no: string) => {
    const { datas } = await client.call(mtg.getmtgmanpage, { mtgNo: no })
    return (await client.answer(mtg.setsign, { mtgNo: no, rdx: 1, manNos: datas.map(({ manNo }) => manNo) })).message
  }
  expect(await enter(mtgNo)).toMatch(/^还没有开始签到，\d\d-\d\d \d\d:\d\d 起可以登记$/)
  const without = await callMeeting(hall, { signFlag: '0' })
  await beginNow(hall.school, without)
  expect(await enter(without)).toBe('这次会议不用签到')
})

test('why somebody was entered by hand is for whoever sees to the meeting', async () => {
  const { hall, mtgNo } = await running()
  const { datas } = await hall.admin.client.call(mtg.getmtgmanpage, { mtgNo })
  await hall.admin.client.call(mtg.setsign, { mtgNo, rdx: 1, manNos: datas.map(({ manNo }) => manNo), stt: '4', rem: '病假' })
  const remarks = async ({ client }: Hall['admin']) =>
    new Set((await client.call(mtg.getmtgsignpage, { mtgNo, rdx: 1 })).datas.map(({ rem }) => rem))
  expect(await remarks(hall.admin)).toEqual(new Set(['病假']))
  expect(await remarks(hall.people[0] as Hall['admin'])).toEqual(new Set([null]))
})

test('who comes although on leave counts as having come: expected are those who came, who are on leave and who are absent', async () => {
  const { hall, mtgNo } = await running(2, {}, 3)
  const { client } = hall.admin
  const [away, back] = [hall.people[0], hall.people[1]] as [Hall['admin'], Hall['admin']]
  for (const person of [away, back]) await person.client.call(mtg.applyleave, { mtgNo, rsn: '外出' })
  const { datas } = await client.call(mtg.getmtgmanpage, { mtgNo, stt: '3' })
  await client.call(mtg.setpass, { mtgNo, manNos: datas.map(({ manNo }) => manNo) })
  expect(await client.call(mtg.getmtginfo, { mtgNo })).toMatchObject({ manCnt: 4, comeCnt: 0, leaveCnt: 2 })
  expect(await back.client.answer(mtg.signin, { token: tokenOf(hall, mtgNo) })).toMatchObject({ code: 0 })
  const counts = { manCnt: 4, comeCnt: 1, leaveCnt: 1 }
  expect(await client.call(mtg.getmtginfo, { mtgNo })).toMatchObject(counts)
  expect(await client.call(mtg.getboard, { mtgNo, rdx: 1 })).toMatchObject(counts)
  await client.call(mtg.endmtg, { mtgNo })
  const found = async (more: object) => (await client.call(mtg.getmtgsignpage, { mtgNo, rdx: 1, ...more })).recordCount
  expect({ manCnt: await found({}), comeCnt: await found({ stt: '2' }), leaveCnt: await found({ leaveFlag: '1' }) }).toEqual(
    counts,
  )
  expect(await found({ stt: '4' })).toBe(4 - 1 - 1)
  const people = await client.call(mtg.getmtgmanpage, { mtgNo })
  const told = people.datas.filter(({ stt }) => stt === '6').map(({ manName, comeFlag }) => `${manName} ${comeFlag}`)
  expect(new Set(told)).toEqual(new Set(['员工甲 0', '员工乙 1']))
  expect((await client.call(mtg.getmtgmanpage, { mtgNo, stt: '6' })).recordCount).toBe(1)
  const states = async (stt?: string) => {
    const { result } = await client.answer(mtg.exportmtgman, { mtgNo, ...(stt && { stt }) })
    const [head = [], ...rows] = (await readXlsx(result as Uint8Array)).sheets[0]?.rows ?? []
    const named = (title: string) => head.indexOf(title)
    return rows.map((row) => `${row[named('姓名')]} ${row[named('参会状态')]}`).filter((line) => /^员工[甲乙]/.test(line))
  }
  expect((await states()).toSorted()).toEqual(['员工乙 已到', '员工甲 请假'])
  expect(await states('6')).toEqual(['员工甲 请假'])
})

test('a session that a meeting does not have is told', async () => {
  const { hall, mtgNo } = await running()
  const { client } = hall.admin
  const said = { code: 10002, message: '会议没有第 9 场，请刷新后再选' }
  for (const call of [mtg.getmtgsignpage, mtg.getboard, mtg.exportmtgsign, mtg.getmtgqrcode])
    expect(await client.answer(call, { mtgNo, rdx: 9 })).toMatchObject(said)
})
