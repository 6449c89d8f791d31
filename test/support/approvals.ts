import type { Column } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { box } from '#features/user/box/box.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { makePerson, makeSchool, type Person, type School, type TestServer } from './harness.ts'

export const leaveColumns = [
  newColumn('c1', '事由', { ctrlNo: 'textarea', mustFlag: '1', len: 200 }),
  newColumn('c2', '天数', { ctrlNo: 'number', acc: 1 }),
  newColumn('c3', '联系电话', { ctrlNo: 'tel' }),
  newColumn('c4', '处理结果', { ctrlNo: 'text' }),
]
export const filled = { c1: '家里有事', c2: 2, c3: '13912345678' }

/** Describes a step as tests write it. */
export const step = (n: number, stepName: string, more: object = {}) => ({
  stepNo: `s${n}`,
  stepName,
  who: 'named' as const,
  ...more,
})

const staff = (school: School, name: string) => makePerson(school, { name, roles: ['P030STAFF'] })

/** Publishes a flow of these steps, in a school with a starter and three who may decide. */
type People = { one: Person; two: Person; three: Person; starter: Person }

export async function makeFlow(server: TestServer, stepsOf: (people: People) => object[], billClmns: Column[] = leaveColumns) {
  const school = await makeSchool(server)
  const { admin, entNo } = school
  const people = {
    starter: await staff(school, '陈老师'),
    one: await staff(school, '王主任'),
    two: await staff(school, '李校长'),
    three: await staff(school, '周会计'),
  }
  const { tmplNo } = await admin.client.call(bill.createtmpl, { typeNo: '09', tmplName: '请假单' })
  await admin.client.call(bill.savetmplclmns, { tmplNo, billClmns })
  await admin.client.call(bill.publishtmpl, { tmplNo })
  const { flowNo } = await admin.client.call(flow.create, { flowName: '请假', tmplNo })
  // Casts it: tests write the steps without what has a default.
  const steps = stepsOf(people) as never
  await admin.client.call(flow.update, { flowNo, flowName: '请假', tmplNo, steps })
  await admin.client.call(flow.publish, { flowNo })
  const start = async (more: object = {}) =>
    (await people.starter.client.call(prc.start, { flowNo, vals: filled, chosen: {}, ...more })).prcNo
  return { school, admin, entNo, flowNo, tmplNo, start, ...people }
}

/** Returns the task that waits for somebody about a process; undefined for none. */
export const taskOf = async ({ client }: Pick<Person, 'client'>, prcNo: string) =>
  (await client.call(tsk.getpage, { tab: 'todo' })).datas.find((row) => row.prcNo === prcNo)?.tskNo

/** Makes a flow in which 王主任 decides, then 李校长. */
export const makeTwoSteps = (server: TestServer) =>
  makeFlow(server, ({ one, two }) => [step(1, '主任审批', { empNos: [one.empNo] }), step(2, '校长审批', { empNos: [two.empNo] })])

/** Passes what waits for somebody about a process. */
export const pass = async (person: Person, prcNo: string, more: object = {}) =>
  person.client.call(tsk.pass, { tskNo: (await taskOf(person, prcNo)) ?? '', ...more })

export const sttOf = async ({ client }: Pick<Person, 'client'>, prcNo: string) => (await client.call(prc.get, { prcNo })).stt

/** Lists the titles of what still waits in the inbox of somebody. */
export const todo = async ({ client }: Pick<Person, 'client'>) =>
  (await client.call(box.getpage, { tab: 'todo', openFlag: '1' })).datas.map(({ title }) => title)
