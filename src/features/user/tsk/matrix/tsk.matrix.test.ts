import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { ProcessState } from '#domain/approvals/approvals.contract.ts'
import { mPrc } from '#features/m/prc/prc.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import {
  allOf,
  endAll,
  type Kind,
  type LeaveFlow,
  makeLeaveFlow,
  processesIn,
  reach,
  type Reached,
  type StateName,
  toldOf,
} from '../../../../../test/support/approvalStates.ts'
import { type Client, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { calls } from '../../../../../test/support/seedSchool.ts'

let server: TestServer
let made: LeaveFlow
beforeAll(async () => {
  server = await sharedServer()
  made = await makeLeaveFlow(server)
})
afterAll(() => server.close())

const states = Object.keys(processesIn) as StateName[]

// Says what a cell comes to: a refusal in its words, or → with the state afterwards and who is waited for then; → alone: as before.
const none = 'notFound'
const over = {
  returned: '这个申请已经退回发起人，不用再处理',
  passed: '这个申请已经通过，不用再处理',
  refused: '这个申请已经驳回，不用再处理',
  withdrawn: '发起人已经撤回这个申请，不用再处理',
}
const done = '这一步已经处理过，或已由别人处理'
const stale = '这个申请刚有变化，请看过再处理'
const first = '只能退回到前面的步骤'
const { returned, passed, refused, withdrawn } = over
const late = '已经有人审批，不能撤回，可以请审批人退回'
const ended = '这个申请已经办结，不能撤回'
const notBack = '这个申请没有退回给你，不能重新提交'
const idle = '这个申请不在审批中，不用催办'
const always = states.map(() => '→')
const never = states.map(() => none)
const noCustody = states.map(() => '只有在校学生的法定监护人可以替孩子申请，请联系班主任')

type Rows = Record<string, readonly string[]>

// Gives the cells in the order of the states: untouched, countersigned, second, returned, sentBack, passed, refused, withdrawn, stale.
// biome-ignore format: a table is read by its columns
const byDecider: Rows = {
  '/user/tsk/pass':    ['→审批中：乙', '→审批中：丙', '→已通过', returned, '→审批中：乙', passed, refused, withdrawn, stale],
  '/user/tsk/many':    ['→审批中：乙', '→审批中：丙', '→已通过', returned, '→审批中：乙', passed, refused, withdrawn, '→审批中：丙'],
  '/user/tsk/reject':  ['→已驳回', '→已驳回', '→已驳回', returned, '→已驳回', passed, refused, withdrawn, stale],
  '/user/tsk/back':    ['→已退回：提交人', '→已退回：提交人', '→已退回：提交人', returned, '→已退回：提交人', passed, refused, withdrawn, stale],
  '/user/tsk/back 1':  [first, first, '→审批中：甲、乙', returned, first, passed, refused, withdrawn, stale],
  '/user/tsk/giveon':  ['→审批中：乙、丁', '→审批中：丁', '→审批中：丁', returned, '→审批中：乙、丁', passed, refused, withdrawn, stale],
  '/user/tsk/addcc':   always,
  '/user/prc/reveal':  always,
}
// biome-ignore format: a table is read by its columns
const byStarter: Rows = {
  resend:    [notBack, notBack, notBack, '→审批中：甲、乙', notBack, notBack, notBack, notBack, stale],
  withdraw:  ['→已撤回', late, late, '→已撤回', late, ended, ended, ended, stale],
  urge:      ['→', '→', '→', idle, '→', idle, idle, idle, '→'],
  cutleave:  [none, none, none, none, none, '→', none, none, none],
}
const ofStaff = (rows: Rows): Rows => Object.fromEntries(Object.entries(rows).map(([name, row]) => [`/user/prc/${name}`, row]))
const ofGuardian = (rows: Rows): Rows => Object.fromEntries(Object.entries(rows).map(([name, row]) => [`/m/prc/${name}`, row]))

/** Lists calls about nothing that was handed in, and those that only read, with where they are tested. */
const elsewhere = [
  '/user/tsk/finish',
  '/user/tsk/delegate',
  '/user/tsk/enddelegation',
  '/user/prc/save',
  '/user/prc/start',
  '/m/prc/open',
  '/m/prc/get',
  '/m/prc/getform',
  '/m/prc/save',
  '/m/prc/start',
]

const tasks = Object.keys(byDecider).filter((name) => name.startsWith('/user/tsk/'))
const rowsOf = (names: readonly string[], cells: readonly string[]): Rows =>
  Object.fromEntries(names.map((name) => [name, cells]))

// Says what comes of the task of somebody who has decided already, whatever they do with it.
// biome-ignore format: a table is read by its columns
const settled = ['', done, done, returned, done, passed, refused, withdrawn, done]

const named = [byDecider, ofStaff(byStarter), ofGuardian(byStarter)].flatMap((rows) => Object.keys(rows))
const pathOf = (name: string) => name.split(' ', 1)[0] ?? ''
const callOf = (name: string) => calls.find(({ path }) => path === pathOf(name)) as Call

/** Describes somebody who acts, what they may do in each state, and which tasks they name. */
type Actor = { client: Client; token?: string; rows: Rows; names?: 'earlierNo' }

function inputOf(name: string, { tskNo, prcNo, lveNo, ver }: Reached, token?: string): Record<string, unknown> {
  const { spare, vals } = made
  const about: Record<string, object> = {
    pass: { tskNo, ver },
    many: { tskNos: [tskNo] },
    reject: { tskNo, ver, word: '不行' },
    back: { tskNo, ver, word: '请改', step: name.endsWith(' 1') ? 1 : 0 },
    giveon: { tskNo, ver, empNo: spare.empNo },
    addcc: { prcNo, empNos: [spare.empNo] },
    reveal: { prcNo, clmnNo: 'c6' },
    resend: { prcNo, ver, vals },
    withdraw: { prcNo, ver },
    urge: { prcNo },
    cutleave: { lveNo },
  }
  return { ...about[pathOf(name).split('/').at(-1) ?? ''], ...(token && { token }) }
}

/** Makes a call, and tells what came of it as the table does. */
async function acted(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
  const { code, message, result } = await client.answer(callOf(name), input)
  if (code === 10002) return none
  if (code !== 0) return message
  const [failed] = (result as { failed?: { why: string }[] } | null)?.failed ?? []
  return failed?.why ?? '→'
}

function actorsOf(kind: Kind, state: StateName): Record<string, Actor> {
  const { decider, earlier } = processesIn[state]
  const { starter, stranger, phone, tokens } = made
  const own = kind === 'staff' ? ofStaff(byStarter) : ofGuardian(byStarter)
  const strange = rowsOf([...Object.keys(byDecider), ...Object.keys(ofStaff(byStarter))], never)
  const people: Record<string, Actor> = {
    decider: { client: made[decider].client, rows: { ...strange, ...byDecider } },
    stranger: { client: stranger.client, rows: strange },
  }
  if (earlier)
    people.earlier = {
      client: made[earlier].client,
      rows: { ...rowsOf(tasks, settled), '/user/tsk/addcc': always },
      names: 'earlierNo',
    }
  if (kind === 'staff') {
    const shown = { '/user/tsk/addcc': always, '/user/prc/reveal': always }
    people.starter = { client: starter.client, rows: { ...strange, ...shown, ...own } }
    return people
  }
  people.father = { client: phone, token: tokens.father, rows: own }
  for (const who of ['mother', 'grandmother'] as const)
    people[who] = {
      client: phone,
      token: tokens[who],
      rows: { ...rowsOf(Object.keys(own), never), ...(who === 'grandmother' && { '/m/prc/cutleave': noCustody }) },
    }
  return people
}

type Cell = { kind: Kind; state: StateName; title: string; actor: Actor; name: string; seen: Reached }

const expectedIn = ({ kind, state, actor, name }: Omit<Cell, 'seen'>) =>
  (actor.rows[name]?.[states.indexOf(state)] ?? '').replace('提交人', kind === 'staff' ? '戊' : '王建国')

/** Compares a cell with the table; answers what differs. What moves a process on is done about a new one, and all else about `seen`. */
async function cellOf(cell: Cell) {
  const { kind, state, title, actor, name, seen } = cell
  const { client, token, names = 'tskNo' } = actor
  const expected = expectedIn(cell)
  const moves = expected.length > 1 && expected.startsWith('→')
  const at = moves ? await reach({ ...made, kind }, state) : seen
  const came = await acted(client, name, inputOf(name, { ...at, tskNo: at[names] }, token))
  const shown = came === '→' && moves ? `→${await toldOf(made, at.prcNo)}` : came
  return shown === expected ? [] : [`${title} ${name}: ${shown}, not ${expected}`]
}

/** Compares what the page offers with the table; answers what differs. It shows what is, whatever was seen before. */
async function offersOf(kind: Kind, state: StateName, { prcNo }: Reached) {
  const at = states.indexOf(state === 'stale' ? 'countersigned' : state)
  const may = (row: readonly string[] | undefined) => (row?.[at] ?? '').startsWith('→')
  const { starter, phone, tokens } = made
  const decider = await made[processesIn[state].decider].client.call(prc.get, { prcNo })
  const own = await (kind === 'staff'
    ? starter.client.call(prc.get, { prcNo })
    : phone.call(mPrc.get, { token: tokens.father, prcNo }))
  const offered = [decider.task !== null, decider.withdrawFlag === '1', own.withdrawFlag === '1', own.task?.kind === '3']
  const allowed = [may(byDecider['/user/tsk/pass']), false, may(byStarter.withdraw), may(byStarter.resend)]
  return offered.join() === allowed.join() ? [] : [`offered: ${offered.join()}, not ${allowed.join()}`]
}

/** Compares all cells of a state with the table, those in which nothing is done first: afterwards nothing has changed. */
async function cellsOf(kind: Kind, state: StateName): Promise<string[]> {
  const seen = await reach({ ...made, kind }, state)
  const all = Object.entries(actorsOf(kind, state)).flatMap(([title, actor]) =>
    Object.keys(actor.rows).map((name) => ({ kind, state, title, actor, name, seen })),
  )
  const [done = [], refusals = []] = [true, false].map((is) => all.filter((cell) => expectedIn(cell).startsWith('→') === is))
  const wrong = await offersOf(kind, state, seen)
  const before = await allOf(made)
  wrong.push(...(await Promise.all(refusals.map(cellOf))).flat())
  if ((await allOf(made)) !== before) wrong.push('what was refused has changed something')
  const told = await toldOf(made, seen.prcNo)
  wrong.push(...(await Promise.all(done.map(cellOf))).flat())
  if ((await toldOf(made, seen.prcNo)) !== told) wrong.push('what moves nothing on has moved it on')
  return wrong
}

test('the table names every state of a process and every call that acts, each with all its cells', () => {
  const reached = new Set(Object.values(processesIn).map(({ stt }) => stt))
  expect([...reached].sort()).toEqual(Object.values(ProcessState).sort())
  const acting = calls.filter(({ method, path }) => method === 'POST' && /^\/(user\/(tsk|prc)|m\/prc)\//.test(path))
  expect(new Set([...named.map(pathOf), ...elsewhere])).toEqual(new Set(acting.map(({ path }) => path)))
  for (const rows of [byDecider, byStarter]) for (const row of Object.values(rows)) expect(row).toHaveLength(states.length)
})

afterEach(() => endAll(made))

describe.each<Kind>(['staff', 'guardian'])('of what a %s has handed in', (kind) => {
  test.each(states)(
    'which is %s everybody may do what the table says, and nothing else; the page offers just that',
    async (state) => {
      expect(await cellsOf(kind, state)).toEqual([])
    },
  )
})
