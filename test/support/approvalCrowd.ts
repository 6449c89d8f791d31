import type { Step } from '#domain/approvals/approvals.contract.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { makeFlow, step } from './approvals.ts'
import { asOwner, makePerson, type Person, type TestServer } from './harness.ts'

/** Makes a school in which forty may decide, and a role that a test gives to as many of them as it wants. */
export async function makeCrowd(server: TestServer, count = 40) {
  const made = await makeFlow(server, ({ one }) => [step(1, '审批', { empNos: [one.empNo] })])
  const { entNo, school, admin, flowNo } = made
  const crowd: Person[] = []
  for (let at = 0; at < count; at++) crowd.push(await makePerson(school, { name: `评委${at + 1}`, roles: ['P030STAFF'] }))
  let roles = 0
  /** Gives a new role to these people, and publishes a flow in which its holders decide, then 李校长. */
  const decideBy = async (
    people: readonly Person[],
    more: Partial<Step>,
    rest = [step(2, '校长', { empNos: [made.two.empNo] })],
  ) => {
    const roleNo = `C${++roles}${entNo}`
    await asOwner(server, entNo, async (db) => {
      await db
        .insertInto('role')
        .values({ entNo, roleNo, roleName: `评委${roles}`, roleItem: '1' })
        .execute()
      for (const { empNo } of people) await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    })
    const steps = [step(1, '评审', { who: 'role', roleNo, ...more }), ...rest]
    await admin.client.call(flow.update, { flowNo, steps: steps as never })
    await admin.client.call(flow.publish, { flowNo })
    return roleNo
  }
  return { ...made, server, crowd, decideBy }
}
export type Crowd = Awaited<ReturnType<typeof makeCrowd>>

/** Describes a task about a process as the database has it. */
type TaskRow = { tskNo: string; step: number; empNo: string | null; stt: string; word: string | null }

/** Reads the tasks of a process but for copies, in order. */
export async function tasksOf({ server, entNo }: Pick<Crowd, 'server' | 'entNo'>, prcNo: string): Promise<TaskRow[]> {
  const { rows } = await server.owner.query<TaskRow>(
    `select tsk_no::text as "tskNo", step, emp_no as "empNo", stt, word from tsk
      where ent_no = $1 and prc_no = $2 and kind <> '2' order by tsk_no`,
    [entNo, prcNo],
  )
  return rows
}

/** Counts the tasks of a process that wait, by step. */
export async function waitingOf(made: Pick<Crowd, 'server' | 'entNo'>, prcNo: string): Promise<Record<string, number>> {
  const waiting = (await tasksOf(made, prcNo)).filter(({ stt }) => stt === '1')
  return Object.fromEntries([...Map.groupBy(waiting, (task) => String(task.step))].map(([at, some]) => [at, some.length]))
}

/** Pairs those to whom a task about a process is open with it. */
export async function askedOf(made: Crowd, prcNo: string): Promise<{ person: Person; tskNo: string }[]> {
  const open = (await tasksOf(made, prcNo)).filter(({ stt }) => stt === '1')
  return open.flatMap(({ empNo, tskNo }) => made.crowd.filter((one) => one.empNo === empNo).map((person) => ({ person, tskNo })))
}

/** Has people pass their tasks one after the other. */
export async function passAll(asked: readonly { person: Person; tskNo: string }[]) {
  for (const { person, tskNo } of asked) await person.client.call(tsk.pass, { tskNo })
}
