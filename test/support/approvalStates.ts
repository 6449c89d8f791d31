import { type ProcessState, processStates, TaskKind, TaskState } from '#domain/approvals/approvals.contract.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { mPrc } from '#features/m/prc/prc.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { step } from './approvals.ts'
import { asked, makeGuardianFlow, pupilLeave } from './guardianApplies.ts'
import { clientOf, makePerson, type Person, type TestServer } from './harness.ts'

/** Describes a process in some state: the tasks of whoever decides or did last, and of whoever decided before, and what was seen. */
export type Reached = { prcNo: string; tskNo: string; earlierNo: string; lveNo: string; ver: number }

/** Names who hands in: a member of staff, or a guardian for their child. */
export type Kind = 'staff' | 'guardian'

/** Makes a school with a flow for leave of staff and pupils: 甲 and 乙 agree both, then 丙. */
export async function makeLeaveFlow(server: TestServer) {
  const made = await makeGuardianFlow(server, {
    billClmns: pupilLeave.filter(({ clmnNo }) => clmnNo !== 'c5'),
    steps: [step(1, '负责人', { who: 'leader' })],
  })
  const person = (name: string) => makePerson(made, { name, roles: ['P030STAFF'] })
  const [first, second, third] = [await person('甲'), await person('乙'), await person('丙')]
  const people = { first, second, third, spare: await person('丁'), starter: await person('戊'), stranger: await person('己') }
  const steps = [
    step(1, '会签', { empNos: [first.empNo, second.empNo], mode: 'all' }),
    step(2, '校长', { empNos: [third.empNo] }),
  ]
  await made.client.call(flow.update, { flowNo: made.flowNo, steps: steps as never })
  await made.client.call(flow.publish, { flowNo: made.flowNo })
  const vals = { ...asked, c1: [{ no: people.starter.empNo, name: '戊' }] }
  return { ...made, ...people, vals, server, phone: clientOf(server) }
}
export type LeaveFlow = Awaited<ReturnType<typeof makeLeaveFlow>>

/** Hands in as one kind of starter does. */
export async function handIn({ kind, phone, tokens, flowNo, starter, ...made }: LeaveFlow & { kind: Kind }) {
  const vals = made.vals as never
  if (kind === 'staff') return (await starter.client.call(prc.start, { flowNo, vals, chosen: {} })).prcNo
  return (await phone.call(mPrc.start, { token: tokens.father, flowNo, vals })).prcNo
}

/** Reads the last task of somebody about a process. */
async function lastTask({ server, entNo }: LeaveFlow, { empNo }: Person, prcNo: string) {
  const { rows } = await server.owner.query<{ tsk_no: string }>(
    `select max(tsk_no)::text as tsk_no from tsk where ent_no = $1 and prc_no = $2 and emp_no = $3 and kind = '1'`,
    [entNo, prcNo, empNo],
  )
  return rows[0]?.tsk_no ?? ''
}

type Walk = (made: LeaveFlow & { kind: Kind }, prcNo: string) => Promise<unknown>

const passBy = (...who: ('first' | 'second' | 'third')[]): Walk =>
  async function walk(made, prcNo) {
    for (const name of who) await made[name].client.call(tsk.pass, { tskNo: await lastTask(made, made[name], prcNo) })
  }

const byThird =
  (call: typeof tsk.back | typeof tsk.reject, input: object): Walk =>
  async (made, prcNo) => {
    await passBy('first', 'second')(made, prcNo)
    const tskNo = await lastTask(made, made.third, prcNo)
    await made.third.client.call(call as typeof tsk.back, { tskNo, word: '请改', ...input } as never)
  }

const withdraw: Walk = ({ kind, phone, tokens, starter }, prcNo) =>
  kind === 'staff' ? starter.client.call(prc.withdraw, { prcNo }) : phone.call(mPrc.withdraw, { token: tokens.father, prcNo })

type State = {
  stt: (typeof ProcessState)[keyof typeof ProcessState]
  decider: 'first' | 'second' | 'third'
  earlier: 'first' | 'second' | 'third' | null
  walk: Walk
}

/** Lists the states of a process: who decides, or did last; who decided before; and how it comes there. */
export const processesIn = {
  untouched: { stt: '1', decider: 'first', earlier: null, walk: passBy() },
  countersigned: { stt: '1', decider: 'second', earlier: 'first', walk: passBy('first') },
  second: { stt: '1', decider: 'third', earlier: 'first', walk: passBy('first', 'second') },
  returned: { stt: '4', decider: 'third', earlier: 'first', walk: byThird(tsk.back, { step: 0 }) },
  sentBack: { stt: '1', decider: 'first', earlier: 'third', walk: byThird(tsk.back, { step: 1 }) },
  passed: { stt: '2', decider: 'third', earlier: 'first', walk: passBy('first', 'second', 'third') },
  refused: { stt: '3', decider: 'third', earlier: 'first', walk: byThird(tsk.reject, {}) },
  withdrawn: { stt: '5', decider: 'first', earlier: 'second', walk: withdraw },
  // Seen before 甲 passed it.
  stale: { stt: '1', decider: 'second', earlier: 'first', walk: passBy('first') },
} as const satisfies Record<string, State>
export type StateName = keyof typeof processesIn

/** Hands a form in and takes it to a state. */
export async function reach(made: LeaveFlow & { kind: Kind }, name: StateName): Promise<Reached> {
  const { server, entNo } = made
  const { decider, earlier, walk } = processesIn[name]
  const prcNo = await handIn(made)
  const seen = await readVer(made, prcNo)
  await walk(made, prcNo)
  const { rows } = await server.owner.query<{ lve_no: string }>('select lve_no from lve where ent_no = $1 and prc_no = $2', [
    entNo,
    prcNo,
  ])
  return {
    prcNo,
    tskNo: await lastTask(made, made[decider], prcNo),
    earlierNo: earlier ? await lastTask(made, made[earlier], prcNo) : '',
    lveNo: rows[0]?.lve_no ?? 'none',
    ver: name === 'stale' ? seen : await readVer(made, prcNo),
  }
}

async function readVer({ server, entNo }: LeaveFlow, prcNo: string) {
  const { rows } = await server.owner.query<{ ver: number }>('select ver from prc where ent_no = $1 and prc_no = $2', [
    entNo,
    prcNo,
  ])
  return rows[0]?.ver ?? -1
}

/** Reads all that is written about processes in the school, to tell that nothing has changed. */
export async function allOf({ server, entNo }: LeaveFlow): Promise<string> {
  const parts = ['prc', 'tsk', 'msgto', 'lve'].map(
    (table) =>
      `(select coalesce(jsonb_agg(to_jsonb(x) order by to_jsonb(x)::text), '[]')::text from ${table} x where ent_no = $1)`,
  )
  const { rows } = await server.owner.query<{ all: string }>(`select md5(${parts.join(' || ')}) as all`, [entNo])
  return rows[0]?.all ?? ''
}

/** Tells the state of a process and who is waited for, by its tasks; and by the inbox where that says something else. */
export async function toldOf({ server, entNo }: LeaveFlow, prcNo: string): Promise<string> {
  const { rows } = await server.owner.query<{ stt: string; tasks: string | null; inbox: string | null }>(
    `select p.stt,
      (select string_agg(coalesce(e.emp_name, g.ptr_name), '、' order by t.emp_no) from tsk t left join emp e using (ent_no, emp_no)
        left join ptr g on g.ent_no = t.ent_no and g.ptr_no = t.ptr_no
        where t.ent_no = p.ent_no and t.prc_no = p.prc_no and t.kind <> '${TaskKind.copy}' and t.stt = '${TaskState.waiting}') as tasks,
      (select string_agg(coalesce(e.emp_name, g.ptr_name), '、' order by t.emp_no) from msgto t join msg m using (ent_no, msg_no)
        left join emp e on e.ent_no = t.ent_no and e.emp_no = t.emp_no left join ptr g on g.ent_no = t.ent_no and g.ptr_no = t.ptr_no
        where t.ent_no = p.ent_no and m.abt_type = 'prc' and m.abt_no = p.prc_no and m.need in ('6', '7')
          and t.done_tm is null and t.gone_tm is null) as inbox
    from prc p where p.ent_no = $1 and p.prc_no = $2`,
    [entNo, prcNo],
  )
  const { stt = '', tasks = null, inbox = null } = rows[0] ?? {}
  const words = `${processStates[stt]}${tasks ? `：${tasks}` : ''}`
  return inbox === tasks ? words : `${words}（收件箱：${inbox}）`
}

/** Ends what is under way about the child, so that more can be handed in. */
export const endAll = ({ server, entNo }: LeaveFlow) =>
  server.owner.query(`update prc set stt = '5', step_at = null where ent_no = $1 and stt in ('1', '4')`, [entNo])
