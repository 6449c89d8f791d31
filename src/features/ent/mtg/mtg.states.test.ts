import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { codeOf } from '#domain/meetings/meetingCode.ts'
import { asOwner, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { beginNow, callMeeting, type Hall, makeHall, minutes } from '../../../../test/support/meetings.ts'
import { mtg } from './mtg.contract.ts'

let server: TestServer
let hall: Hall
beforeAll(async () => {
  server = await sharedServer()
  hall = await makeHall(server, 2)
})
afterAll(() => server.close())

const states = ['草稿', '已发布', '进行中', '已结束', '已取消'] as const
type State = (typeof states)[number]
const told: Record<State, string> = {
  草稿: '会议还是草稿',
  已发布: '会议已发布',
  进行中: '会议正在进行',
  已结束: '会议已结束',
  已取消: '会议已取消',
}

/** Makes a meeting in a state, and somebody who waits for an answer. */
async function meetingIn(state: State) {
  const mtgNo = await callMeeting(hall, { applFlag: '1' })
  const kept = { 草稿: '1', 已发布: '2', 进行中: '2', 已结束: '4', 已取消: '5' }[state]
  if (state === '进行中' || state === '已结束') await beginNow(hall.school, mtgNo)
  await asOwner(server, hall.school.entNo, async (db) => {
    await db.updateTable('mtg').set({ stt: kept }).where('mtgNo', '=', mtgNo).execute()
    await sql`update mtgman set stt = '3', appl_type = '2' where mtg_no = ${mtgNo} and man_name = '员工乙'`.execute(db)
  })
  const { rows } = await server.owner.query('select man_no, emp_no from mtgman where mtg_no = $1', [mtgNo])
  const manOf = (who: number) => rows.find(({ emp_no }) => emp_no === hall.people[who]?.empNo).man_no as string
  return { mtgNo, first: manOf(0), waiting: manOf(1) }
}
type Made = Awaited<ReturnType<typeof meetingIn>>

type Action = { word: string; call: Call; from: readonly State[]; more?: (made: Made) => object; by?: number; ofToken?: true }
const open: readonly State[] = ['已发布', '进行中']
const actions: Action[] = [
  { word: '修改', call: mtg.creatorupdatemtg, from: ['草稿', ...open], more: () => ({ cntnt: '改一改' }) },
  { word: '发布', call: mtg.setmtgpub, from: ['草稿'] },
  { word: '结束', call: mtg.endmtg, from: ['进行中'] },
  { word: '取消', call: mtg.cancelmtg, from: open },
  { word: '删除', call: mtg.deletemtg, from: ['草稿', '已结束', '已取消'] },
  {
    word: '调整参会人员',
    call: mtg.importmtgman,
    from: ['草稿', ...open],
    more: () => ({ mans: [{ manName: '赵来宾', manTel: '13900000009' }] }),
  },
  { word: '调整参会人员', call: mtg.deletemtgman, from: ['草稿', ...open], more: ({ first }) => ({ manNos: [first] }) },
  { word: '审批申请', call: mtg.setpass, from: open, more: ({ waiting }) => ({ manNos: [waiting] }) },
  { word: '审批申请', call: mtg.setreject, from: open, more: ({ waiting }) => ({ manNos: [waiting], answer: '请到会' }) },
  { word: '申请', call: mtg.applyleave, from: open, more: () => ({ rsn: '外出培训' }), by: 0 },
  { word: '申请', call: mtg.withdraw, from: open, by: 1 },
  { word: '回执', call: mtg.reply, from: open, by: 0 },
  { word: '签到', call: mtg.getmtgqrcode, from: open, more: () => ({ rdx: 1 }) },
  { word: '签到', call: mtg.signin, from: ['进行中'], by: 0, ofToken: true },
  {
    word: '登记签到',
    call: mtg.setsign,
    from: ['进行中', '已结束'],
    more: ({ first }) => ({ rdx: 1, manNos: [first] }),
  },
]

/** Explains the actions that are refused for the time, not for the state. */
const soon: Record<string, string> = {
  结束: '会议还没有开始，不能结束；不开了可以取消',
  登记签到: expect.stringMatching(/^还没有开始签到，\d\d-\d\d \d\d:\d\d 起可以登记$/),
  签到: expect.stringMatching(/^还没有开始签到，\d\d-\d\d \d\d:\d\d 起可以签到$/),
}

for (const state of states)
  test(`${state}: just what may be done then is done, and the rest is refused by that name`, async () => {
    for (const { word, call, from, more, by, ofToken } of actions) {
      const made = await meetingIn(state)
      const token = codeOf(server.services.secret, { entNo: hall.school.entNo, mtgNo: made.mtgNo, rdx: 1 }).token
      const input = ofToken ? { token } : { mtgNo: made.mtgNo, ...more?.(made) }
      const client = (by === undefined ? hall.admin : (hall.people[by] as Hall['admin'])).client
      const { code, message } = await client.answer(call, input)
      const isSeen = by === undefined || ofToken || state !== '草稿'
      if (from.includes(state)) expect([call.path, code, message]).toEqual([call.path, 0, call.message])
      else if (!isSeen) expect([call.path, code]).toEqual([call.path, 10002])
      else
        expect([call.path, code, message]).toEqual([
          call.path,
          10001,
          state === '已发布' && soon[word] ? soon[word] : `${told[state]}，不能${word}`,
        ])
    }
  })

test('what is deleted is no longer there for anything', async () => {
  for (const { call, more, by, ofToken } of actions) {
    if (ofToken) continue
    const made = await meetingIn('已取消')
    await hall.admin.client.call(mtg.deletemtg, { mtgNo: made.mtgNo })
    const client = (by === undefined ? hall.admin : (hall.people[by] as Hall['admin'])).client
    expect([call.path, (await client.answer(call, { mtgNo: made.mtgNo, ...more?.(made) })).code]).toEqual([call.path, 10002])
  }
})

test('of two who publish and delete a draft at once one is told that it was too late', async () => {
  const { client } = hall.admin
  const { mtgNo } = await client.call(mtg.creatorupdatemtg, {
    mtgName: '例会',
    mans: hall.people.map(({ empNo }) => ({ empNo })),
    schds: [{ rdx: 1, sDt: minutes(60), eDt: minutes(90) }],
  })
  const answers = await Promise.all([client.answer(mtg.setmtgpub, { mtgNo }), client.answer(mtg.deletemtg, { mtgNo })])
  expect(answers.filter(({ code }) => code === 0).length).toBe(1)
})
