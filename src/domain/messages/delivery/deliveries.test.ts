import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adapters } from '#domain/channels/adapters.ts'
import { type Adapter, ChannelBroken, type Outcome, type Outgoing } from '#domain/channels/adapter.ts'
import { chn } from '#features/ent/chn/chn.contract.ts'
import { msg } from '#features/ent/msg/msg.contract.ts'
import { mNotice } from '#features/m/notice/notice.contract.ts'
import { box } from '#features/user/box/box.contract.ts'
import { pref } from '#features/user/pref/pref.contract.ts'
import { transaction } from '#server/database/database.ts'
import { pauseOutward } from '#server/database/outwardWatch.ts'
import { pbccfg } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { clientOf, makePerson, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { recallDeliveries, sendDeliveries } from './deliveries.ts'
import { remindOfDue } from '../reminders.ts'
import { routeMessage } from './routing.ts'

let server: TestServer
beforeAll(async () => {
  // Runs in this process, whose channels are replaced.
  server = await startServer({ allowInside: ['127.0.0.1:9'] })
})
afterAll(() => server.close())

/** Stands in for a channel: keeps what it was given, and answers what a test wants. */
const sent: Outgoing[] = []
const recalled: string[] = []
let answer: (one: Outgoing) => Outcome = ({ dlvNo }) => ({ dlvNo, is: 'accepted', extNo: `x${dlvNo}` })
let broken: string | undefined
const strangers = new Set<string>()
const channel: Adapter = {
  most: 2,
  async send(_, lot) {
    if (broken) throw new ChannelBroken(broken)
    sent.push(...lot)
    return lot.map(answer)
  },
  lookUp: async (_, phones) => new Map(phones.map((phone) => [phone, strangers.has(phone) ? null : `id ${phone}`])),
  lookUpGuardians: async (_, phones) => new Map(phones.map((phone) => [phone, strangers.has(phone) ? null : `parent ${phone}`])),
  recall: async (_, extNos) => void recalled.push(...extNos),
  test: async () => {},
}
Object.assign(adapters, { wecom: channel, ding: channel })

beforeEach(() => {
  sent.length = 0
  recalled.length = 0
  strangers.clear()
  broken = undefined
  answer = ({ dlvNo }) => ({ dlvNo, is: 'accepted', extNo: `x${dlvNo}` })
})

const conf = { corpId: 'c', agentId: '1' }

async function makeOffice() {
  const school = await makeSchool(server)
  const people = [
    await makePerson(school, { name: '李老师' }),
    await makePerson(school, { name: '赵老师' }),
    await makePerson(school, { name: '孙老师' }),
  ]
  const { client } = school.admin
  await client.call(chn.set, { chnKind: 'wecom', conf, secrets: { corpSecret: 's' }, useFlag: '1' })
  const { entNo, orgNo } = school
  /** Does what the jobs do: chooses the channels, and sends what is due, whatever the hour. */
  const work = async (msgNo: string, kind: 'wecom' | 'ding' = 'wecom') => {
    await routeMessage.run(server.services, { entNo, msgNo })
    await server.owner.query("update dlv set run_tm = now() where ent_no = $1 and stt = '1'", [entNo])
    await sendDeliveries.run(server.services, { entNo, kind })
  }
  const write = async (more: object = {}) =>
    (await client.call(msg.send, { title: '停水通知', body: '明天 **上午** 停水', scope: [{ kind: 'org', no: orgNo }], ...more }))
      .msgNo
  const states = async () =>
    (await server.owner.query('select stt, why from dlv where ent_no = $1 order by dlv_no', [entNo])).rows as {
      stt: string
      why: string
    }[]
  return { ...school, client, people, work, write, states }
}

test('a message leaves once for each receiver, with its words and no marks', async () => {
  const { work, write, states } = await makeOffice()
  const msgNo = await write()
  await work(msgNo)
  await work(msgNo)
  expect(sent).toHaveLength(3)
  expect(sent[0]).toMatchObject({ title: '停水通知', text: '明天 上午 停水', isUrgent: false, isReminder: false })
  expect(new Set(sent.map(({ to }) => to)).size).toBe(3)
  expect((await states()).map(({ stt }) => stt)).toEqual(['3', '3', '3'])
})

test('whoever has read it, has left, or is no longer meant gets nothing from that moment on', async () => {
  const { entNo, client, people, work, write, states } = await makeOffice()
  const [one, other, third] = people
  const msgNo = await write()
  await routeMessage.run(server.services, { entNo, msgNo })
  const [mine] = (await one?.client.call(box.getpage, {}))?.datas ?? []
  await one?.client.call(box.open, { rcvNo: mine?.rcvNo ?? '' })
  await server.owner.query("update emp set stt = '2' where ent_no = $1 and emp_no = $2", [entNo, other?.empNo])
  await work(msgNo)
  expect(sent).toHaveLength(1)
  expect((await states()).flatMap(({ why }) => why ?? []).sort()).toEqual(['员工已停用', '已在系统里读过'])
  await client.call(msg.recall, { msgNo })
  await recallDeliveries.run(server.services, { entNo, msgNo })
  expect(recalled).toHaveLength(1)
  const later = await write({ scope: [{ kind: 'emp', no: third?.empNo }] })
  await routeMessage.run(server.services, { entNo, msgNo: later })
  await client.call(msg.recall, { msgNo: later })
  await work(later)
  expect(sent).toHaveLength(1)
})

test('a channel that refuses everything waits, says why, and sends all of it once it is mended', async () => {
  const { entNo, client, work, write, states } = await makeOffice()
  broken = 'Secret 不对，请到企业微信后台核对'
  const msgNo = await write()
  await work(msgNo)
  expect(sent).toHaveLength(0)
  expect((await client.call(chn.getlist, {})).find(({ chnKind }) => chnKind === 'wecom')).toMatchObject({
    brkWhy: broken,
    waitCnt: 3,
    brkTm: expect.any(String),
  })
  broken = undefined
  await client.call(chn.set, { chnKind: 'wecom', conf, useFlag: '1' })
  await sendDeliveries.run(server.services, { entNo, kind: 'wecom' })
  expect(sent).toHaveLength(3)
  expect((await states()).map(({ stt }) => stt)).toEqual(['3', '3', '3'])
})

test('what the other side could not take now is tried again later, eight times at most', async () => {
  const { entNo, work, write, states } = await makeOffice()
  answer = ({ dlvNo }) => ({ dlvNo, is: 'retry', why: '对方忙' })
  const msgNo = await write()
  await work(msgNo)
  expect(sent).toHaveLength(3)
  expect((await states()).map(({ stt }) => stt)).toEqual(['1', '1', '1'])
  const { rows } = await server.owner.query('select min(run_tm) > now() as later from dlv where ent_no = $1', [entNo])
  expect(rows[0].later).toBe(true)
  for (let turn = 0; turn < 9; turn++) await work(msgNo)
  expect(sent).toHaveLength(3 * 8)
  expect((await states())[0]).toMatchObject({ stt: '6', why: '试了 8 次都没有送到：对方忙' })
})

test('what no answer came for is never sent again by itself, only by somebody who knows', async () => {
  const { client, work, write, states } = await makeOffice()
  answer = ({ dlvNo }) => ({ dlvNo, is: 'unknown', why: '发出后没有回音' })
  const msgNo = await write()
  await work(msgNo)
  await work(msgNo)
  expect(sent).toHaveLength(3)
  const { datas } = await client.call(chn.getdead, {})
  expect(datas.map(({ stt, why }) => [stt, why])).toEqual(Array.from({ length: 3 }, () => ['5', '发出后没有回音']))
  answer = ({ dlvNo }) => ({ dlvNo, is: 'accepted' })
  expect(await client.call(chn.retry, { dlvNos: datas.map(({ dlvNo }) => dlvNo) })).toEqual({ cnt: 3 })
  await work(msgNo)
  expect(sent).toHaveLength(6)
  expect((await states()).every(({ stt }) => stt === '3')).toBe(true)
})

test('a process that ends while it sends leaves it unknown, not ready', async () => {
  const { entNo, work, write, states } = await makeOffice()
  const msgNo = await write()
  await routeMessage.run(server.services, { entNo, msgNo })
  await server.owner.query("update dlv set stt = '2', upd_tm = now() - interval '6 minutes' where ent_no = $1", [entNo])
  await work(msgNo)
  expect(sent).toHaveLength(0)
  expect((await states())[0]).toMatchObject({ stt: '5', why: expect.stringContaining('程序中断') })
})

test('whom the first channel does not know, or gives up, the next one in order reaches', async () => {
  const { entNo, client, people, work, write, states } = await makeOffice()
  await client.call(chn.set, { chnKind: 'ding', conf: { appKey: 'a', agentId: '1' }, secrets: { appSecret: 's' }, useFlag: '1' })
  const { rows } = await server.owner.query('select auth_tel from emp where ent_no = $1 and emp_no = $2', [
    entNo,
    people[0]?.empNo,
  ])
  strangers.add(rows[0].auth_tel)
  const msgNo = await write({ scope: [{ kind: 'emp', no: people[0]?.empNo }] })
  await work(msgNo)
  expect(sent).toHaveLength(0)
  strangers.clear()
  await work(msgNo, 'ding')
  expect(sent).toHaveLength(1)
  expect((await states()).map(({ stt }) => stt)).toEqual(['7', '3'])
  answer = ({ dlvNo }) => ({ dlvNo, is: 'failed', why: '对方没有关注' })
  const again = await write({ scope: [{ kind: 'emp', no: people[1]?.empNo }] })
  await work(again)
  answer = ({ dlvNo }) => ({ dlvNo, is: 'accepted' })
  await work(again, 'ding')
  expect((await states()).slice(2).map(({ stt }) => stt)).toEqual(['6', '3'])
})

test('a message to more people than a channel is asked about at once reaches them all', async () => {
  const { entNo, orgNo, work, write, states } = await makeOffice()
  const values = [entNo, orgNo]
  await server.owner.query(
    `insert into emp (ent_no, emp_no, emp_name, idnt_no, sex, auth_tel, stt)
     select $1, $1 || 'P' || i, '员工' || i, '030', 'U', '139' || lpad(i::text, 8, '0'), '1' from generate_series(1, 230) i`,
    [entNo],
  )
  await server.owner.query(
    "insert into orgemp (ent_no, org_no, emp_no, mst_flag) select ent_no, $2, emp_no, '1' from emp where ent_no = $1 and emp_no like $1 || 'P%'",
    values,
  )
  channel.most = 1000
  await work(await write())
  channel.most = 2
  expect(new Set((await states()).map(({ stt, why }) => `${stt} ${why ?? ''}`))).toEqual(new Set(['3 ']))
  expect(sent).toHaveLength(233)
})

test('reminders leave for those of whom something is still expected, as reminders', async () => {
  const { client, people, work, write } = await makeOffice()
  const msgNo = await write({ need: '2' })
  await work(msgNo)
  sent.length = 0
  const [mine] = (await people[0]?.client.call(box.getpage, { tab: 'todo' }))?.datas ?? []
  await people[0]?.client.call(box.receipt, { rcvNo: mine?.rcvNo ?? '' })
  await client.call(msg.remind, { msgNo })
  await work(msgNo)
  expect(sent.map(({ title, isReminder }) => [title, isReminder])).toEqual([
    ['提醒：停水通知', true],
    ['提醒：停水通知', true],
  ])
})

test('a database that was restored or copied sends nothing until the operator releases it, and then nothing from before', async () => {
  const { work, write, states } = await makeOffice()
  const msgNo = await write()
  await transaction(server.services.database.sidePool, {}, (db) => pauseOutward(db, '从备份恢复'))
  await work(msgNo)
  expect(sent).toHaveLength(0)
  const { client } = await makeOperator(server)
  await client.call(pbccfg.release)
  await work(msgNo)
  expect(sent).toHaveLength(0)
  expect((await states()).every(({ stt, why }) => stt === '5' && why.includes('恢复或搬迁'))).toBe(true)
  await work(await write({ title: '之后的通知' }))
  expect(sent).toHaveLength(3)
})

test('secrets are kept sealed and never shown, and stay where nothing new is written', async () => {
  const { entNo, client } = await makeOffice()
  const shown = (await client.call(chn.getlist, {})).find(({ chnKind }) => chnKind === 'wecom')
  expect(shown).toMatchObject({ kept: ['corpSecret'], conf })
  expect(JSON.stringify(shown)).not.toContain('"s"')
  const { rows } = await server.owner.query('select secret from chn where ent_no = $1', [entNo])
  expect(rows[0].secret).toMatch(/^1:/)
  const refusal = await client.answer(chn.set, { chnKind: 'ding', conf: { appKey: 'a' }, useFlag: '1' })
  expect(refusal).toMatchObject({ code: 10001, message: expect.stringContaining('请填写AgentId') })
})

test('what is only to know leaves once a day in one, for those who want that, and elsewhere if it does not arrive', async () => {
  const { entNo, client, people, work, write, states } = await makeOffice()
  const [one] = people
  await one?.client.call(pref.set, { digestFlag: '1', offEvts: [], offChns: [], mail: null })
  const scope = [{ kind: 'emp', no: one?.empNo }]
  const first = await write({ scope })
  await routeMessage.run(server.services, { entNo, msgNo: first })
  const { rows } = await server.owner.query(
    "select to_char(run_tm at time zone 'Asia/Shanghai', 'HH24:MI') as at from dlv where ent_no = $1",
    [entNo],
  )
  expect(rows).toEqual([{ at: '18:00' }])
  const withdrawn = await write({ scope, title: '写错的通知' })
  await routeMessage.run(server.services, { entNo, msgNo: withdrawn })
  await client.call(msg.recall, { msgNo: withdrawn })
  await client.call(chn.set, { chnKind: 'ding', conf: { appKey: 'a', agentId: '1' }, secrets: { appSecret: 's' }, useFlag: '1' })
  answer = ({ dlvNo }) => ({ dlvNo, is: 'failed', why: '对方没有关注' })
  await work(await write({ scope, title: '工会活动' }))
  expect(sent).toMatchObject([{ title: expect.stringContaining('今天的 2 条消息'), text: '· 停水通知\n· 工会活动' }])
  expect((await states()).map(({ stt, why }) => [stt, why]).slice(0, 3)).toEqual([
    ['6', '对方没有关注'],
    ['7', '已撤回'],
    ['6', '所在的汇总没有送到'],
  ])
  answer = ({ dlvNo }) => ({ dlvNo, is: 'accepted' })
  await work(first, 'ding')
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ title: expect.stringContaining('今天的 2 条消息') })
})

test('a day before an answer is due those are reminded who owe it, once', async () => {
  const { entNo, client, people, write } = await makeOffice()
  const msgNo = await write({ need: '2', dueTm: undefined })
  const [mine] = (await people[0]?.client.call(box.getpage, { tab: 'todo' }))?.datas ?? []
  await people[0]?.client.call(box.receipt, { rcvNo: mine?.rcvNo ?? '' })
  const counts = async () =>
    (await client.call(msg.getreaders, { msgNo })).datas.map(({ remindCnt }) => remindCnt).toSorted((a, b) => a - b)
  const dueIn = (hours: number) =>
    server.owner.query('update msg set due_tm = now() + make_interval(hours => $2) where ent_no = $1', [entNo, hours])
  await server.owner.query("update msgto set came_tm = now() - interval '3 days' where ent_no = $1", [entNo])
  await dueIn(30)
  await remindOfDue(server.services, entNo)
  expect(await counts()).toEqual([0, 0, 0])
  await dueIn(20)
  await remindOfDue(server.services, entNo)
  await remindOfDue(server.services, entNo)
  expect(await counts()).toEqual([0, 1, 1])
})

test('a short message goes about what asks for an act to whoever has not read it within the hours that are set', async () => {
  const { entNo, client, people, write } = await makeOffice()
  const conf = { accessKeyId: 'k', sign: '一中', tplNotice: 'SMS_1', lateHours: '5' }
  const secrets = { accessKeySecret: 's' }
  const wrong = await client.answer(chn.set, { chnKind: 'alisms', conf: { ...conf, lateHours: '半天' }, secrets, useFlag: '1' })
  expect(wrong).toMatchObject({ code: 10001, message: expect.stringContaining('多久没读再发短信填得不对') })
  await client.call(chn.set, { chnKind: 'alisms', conf, secrets, useFlag: '1' })
  await write({ msgCls: '2', scope: [{ kind: 'emp', no: people[0]?.empNo }] })
  await write({ msgCls: '1', title: '只是知道', scope: [{ kind: 'emp', no: people[1]?.empNo }] })
  const sms = async () =>
    (await server.owner.query("select 1 from dlv where ent_no = $1 and chn_kind = 'alisms'", [entNo])).rowCount
  const cameBefore = (hours: number) =>
    server.owner.query('update msgto set came_tm = now() - make_interval(hours => $2) where ent_no = $1', [entNo, hours])
  await cameBefore(4)
  await remindOfDue(server.services, entNo)
  expect(await sms()).toBe(0)
  await cameBefore(6)
  await remindOfDue(server.services, entNo)
  await remindOfDue(server.services, entNo)
  expect(await sms()).toBe(1)
})

test('each guardian gets a link of their own, members of staff the page of the product', async () => {
  const { identityProviders } = server.services
  const school = await makePupilSchool(server)
  const { client } = school.admin
  for (const ptrName of ['王建国', '赵敏']) await giveGuardian(school, await enrol(school), { ptrName })
  await client.call(chn.set, { chnKind: 'wecom', conf, secrets: { corpSecret: 's' }, useFlag: '1' })
  identityProviders.publicUrl = 'https://school.example.cn'
  const { msgNo } = await client.call(msg.send, {
    title: '春游报名',
    scope: [
      { kind: 'unit', no: school.classNo },
      { kind: 'emp', no: school.head.empNo },
    ],
  })
  await routeMessage.run(server.services, { entNo: school.entNo, msgNo })
  await server.owner.query('update dlv set run_tm = now() where ent_no = $1', [school.entNo])
  await sendDeliveries.run(server.services, { entNo: school.entNo, kind: 'wecom' })
  identityProviders.publicUrl = ''
  const links = sent.map(({ url }) => url)
  expect(links.filter((url) => url === `https://school.example.cn/message/index?open=${msgNo}`)).toHaveLength(1)
  const own = links.filter((url) => url.startsWith('https://school.example.cn/m/notice#t='))
  expect(new Set(own).size).toBe(2)
  for (const url of own)
    expect(await clientOf(server).call(mNotice.get, { token: url.split('#t=')[1] ?? '' })).toMatchObject({ title: '春游报名' })
})

test('the report of matching tells of the staff and of the guardians, whom one press finds', async () => {
  const school = await makePupilSchool(server)
  const { entNo, admin } = school
  const [known, stranger] = [
    await giveGuardian(school, await enrol(school), { ptrName: '王建国' }),
    await giveGuardian(school, await enrol(school), { ptrName: '赵敏' }),
  ]
  await admin.client.call(chn.set, { chnKind: 'wecom', conf, secrets: { corpSecret: 's' }, useFlag: '1' })
  const telOf = async (ptrNo: string) =>
    (await server.owner.query('select auth_tel from ptr where ent_no = $1 and ptr_no = $2', [entNo, ptrNo])).rows[0].auth_tel
  strangers.add(await telOf(stranger))
  const of = { chnKind: 'wecom', who: 'ptr' } as const
  expect(await admin.client.call(chn.getmatch, of)).toMatchObject({ allCnt: 2, knownCnt: 0, leftCnt: 2 })
  expect(await admin.client.call(chn.match, of)).toMatchObject({
    allCnt: 2,
    knownCnt: 1,
    missCnt: 1,
    leftCnt: 0,
    missing: [{ name: '赵敏', place: expect.any(String) }],
  })
  expect(await admin.client.call(chn.getmatch, { chnKind: 'wecom' })).toMatchObject({ knownCnt: 0 })
  const { rows } = await server.owner.query('select ext_id from chnid where ent_no = $1 and idnt_val = $2', [entNo, known])
  expect(rows).toEqual([{ ext_id: `parent ${await telOf(known)}` }])
  // Looks again for those whom it did not know, once its settings are saved.
  await admin.client.call(chn.set, { chnKind: 'wecom', conf, useFlag: '1' })
  expect(await admin.client.call(chn.getmatch, of)).toMatchObject({ knownCnt: 1, leftCnt: 1 })
})
