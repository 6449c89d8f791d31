import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { erasure } from '#features/ent/erasure/erasure.contract.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { issueSession } from '#server/call/session.ts'
import { filled, makeTwoSteps } from '../../../../test/support/approvals.ts'
import { asOwner, clientOf, makeSchool, type Person, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { prc } from './prc.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const written = { c1: '回老家看病，', c3: '13912345678' }

/** Signs somebody in on another device. */
async function elsewhere(person: Person) {
  const entry = { way: 'pwd', address: '127.0.0.1', client: 'phone' } as const
  const { token } = await asOwner(server, person.entNo, (db) =>
    issueSession(db, person, { pwdHash: 'none', pwdInitial: false }, entry),
  )
  return clientOf(server, token)
}

/** Lets an operator of the platform look and act in the name of somebody. */
async function inNameOf({ userNo, entNo }: Person) {
  const operator = await makeOperator(server)
  const as = { userNo, idntNo: '030', idntEntNo: entNo, reason: '核对', writeFlag: '1' as const }
  const { tokenId } = await operator.client.call(account.imitate, as)
  return clientOf(server, (await clientOf(server).call(signin.gettokenbyid, { id: tokenId })).token)
}

const draftsIn = async (entNo: string) =>
  (await server.owner.query<{ sealed: string }>('select sealed from prcdraft where ent_no = $1', [entNo])).rows

test('what a member of staff writes is kept as it is, faulty or not, and found again on another device', async () => {
  const { starter, flowNo, entNo } = await makeTwoSteps(server)
  expect((await starter.client.call(prc.getform, { flowNo })).draft).toBeNull()
  await starter.client.call(prc.save, { flowNo, vals: { c3: '12' } })
  await starter.client.call(prc.save, { flowNo, vals: written })
  const phone = await elsewhere(starter)
  expect((await phone.call(prc.getform, { flowNo })).draft).toEqual({ vals: written, updTm: expect.any(String) })
  const [kept, ...more] = await draftsIn(entNo)
  expect(more).toEqual([])
  for (const words of Object.values(written)) expect(kept?.sealed).not.toContain(words)
  await phone.call(prc.save, { flowNo, vals: {} })
  expect((await starter.client.call(prc.getform, { flowNo })).draft).toBeNull()
  expect(await draftsIn(entNo)).toEqual([])
})

test('nobody else finds it: no colleague, no administrator, nobody in the name of whoever wrote it', async () => {
  const { starter, one, admin, flowNo } = await makeTwoSteps(server)
  await starter.client.call(prc.save, { flowNo, vals: written })
  const inTheirName = await inNameOf(starter)
  for (const client of [one.client, admin.client, inTheirName])
    expect((await client.call(prc.getform, { flowNo })).draft).toBeNull()
  expect(await inTheirName.answer(prc.save, { flowNo, vals: {} })).toMatchObject({ message: expect.stringContaining('替他处理') })
  await one.client.call(prc.save, { flowNo, vals: { c1: '我的' } })
  await one.client.call(prc.save, { flowNo, vals: {} })
  expect((await starter.client.call(prc.getform, { flowNo })).draft).toMatchObject({ vals: written })
})

test('it is gone when it is handed in, and stays where that was refused', async () => {
  const { starter, flowNo, entNo } = await makeTwoSteps(server)
  await starter.client.call(prc.save, { flowNo, vals: written })
  expect((await starter.client.answer(prc.start, { flowNo, vals: { c3: '12' }, chosen: {} })).code).toBe(10001)
  expect((await starter.client.call(prc.getform, { flowNo })).draft).toMatchObject({ vals: written })
  await starter.client.call(prc.start, { flowNo, vals: filled, chosen: {} })
  expect((await starter.client.call(prc.getform, { flowNo })).draft).toBeNull()
  expect(await draftsIn(entNo)).toEqual([])
})

test('it is dropped with the flow, after a month, and with whoever wrote it', async () => {
  const { starter, one, admin, flowNo, entNo } = await makeTwoSteps(server)
  for (const { client } of [starter, one]) await client.call(prc.save, { flowNo, vals: written })
  await admin.client.call(emp.disable, { datas: [starter.empNo] })
  expect(await draftsIn(entNo)).toHaveLength(2)
  await admin.client.call(erasure.create, { ersKind: '3', idntVal: starter.empNo, askBy: '1', ersName: '陈老师' })
  expect(await draftsIn(entNo)).toHaveLength(1)
  await server.owner.query(`begin; set local session_replication_role = replica;
    update prcdraft set upd_tm = now() - interval '31 days' where ent_no = '${entNo}'; commit`)
  expect((await one.client.call(prc.getform, { flowNo })).draft).toBeNull()
  await one.client.call(prc.save, { flowNo, vals: written })
  expect(await draftsIn(entNo)).toHaveLength(1)
  await admin.client.call(flow.delete, { flowNo })
  expect(await draftsIn(entNo)).toEqual([])
})

test('nothing is kept for a flow that is stopped, unknown or of another school, nor more than a form can hold', async () => {
  const { starter, admin, flowNo, entNo } = await makeTwoSteps(server)
  const other = await makeSchool(server)
  expect((await other.admin.client.answer(prc.save, { flowNo, vals: written })).code).toBe(10002)
  expect((await starter.client.answer(prc.save, { flowNo: 'W0', vals: written })).code).toBe(10002)
  const long = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`c${at + 1}`, '长'.repeat(9000)]))
  expect(await starter.client.answer(prc.save, { flowNo, vals: long })).toMatchObject({
    message: '填写的内容太多，不能存为草稿',
  })
  await admin.client.call(flow.setstt, { flowNo, stt: '3' })
  expect((await starter.client.answer(prc.save, { flowNo, vals: written })).code).toBe(10002)
  expect(await draftsIn(entNo)).toEqual([])
})
