import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { clientOf, makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { makeOperator, pwd, pwdHash } from '../../../../test/support/seedSchool.ts'
import { ent } from './ent.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

const recorded = `select c.relname as name from pg_class c join pg_trigger g on g.tgrelid = c.oid and g.tgname = 'history'
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'ent_no' where c.relkind = 'r' order by 1`

/** Reads every row that an enterprise keeps, without what a change of its own row alone moves. */
async function rowsOf(entNo: string) {
  const tables = (await server.owner.query(recorded)).rows.map(({ name }) => name as string)
  const read = async (name: string) => {
    const { rows } = await server.owner.query(
      `select (to_jsonb(t) - array['ver', 'upd_user', 'upd_tm'])::text as row from ${name} t where ent_no = $1 order by 1`,
      [entNo],
    )
    return [name, rows.map(({ row }) => row)] as const
  }
  return Object.fromEntries(await Promise.all(tables.map(read)))
}

const listOf = async ({ client }: Person, input: object = {}) => (await client.call(history.getpage, input)).datas

test('a deleted school stands in the operations of the platform, and comes back from there whole; its people sign in again', async () => {
  const school = await makePupilSchool(server)
  const { entNo, admin } = school
  await giveGuardian(school, await enrol(school))
  await server.owner.query('update account set pwd_hash = $1 where user_no = $2', [await pwdHash, admin.userNo])
  const { entName } = await operator.client.call(ent.get, { entNo })
  await operator.client.call(ent.update, { entNo, stt: '2' })
  const before = await rowsOf(entNo)
  await operator.client.call(ent.delete, { entNo })
  const deleted = operator.client.lastOp
  const colleague = await makeOperator(server)
  for (const input of [{}, { keyWord: entName }, { mdlCode: 'ent' }, { mineFlag: '1' as const }]) {
    const line = (await listOf('mineFlag' in input ? operator : colleague, input)).find(({ op }) => op === deleted)
    expect([input, line]).toMatchObject([input, { what: `单位“${entName}”`, title: '单位资料 · 删除', rowCnt: 1, backStt: '1' }])
  }
  const { parts } = await colleague.client.call(history.get, { op: deleted })
  expect(parts).toMatchObject([{ what: `单位“${entName}”`, changes: [{ field: 'stt', before: '停用' }] }])
  expect(await colleague.client.call(history.getundo, { op: deleted })).toEqual({ blocks: [], keeps: [], keepCnt: 0 })
  await colleague.client.call(history.undo, { op: deleted })
  expect(await rowsOf(entNo)).toEqual(before)
  expect((await listOf(operator)).find(({ op }) => op === deleted)).toMatchObject({ backStt: '2' })
  await operator.client.call(ent.update, { entNo, stt: '1' })
  const { token } = await clientOf(server).call(signin.login, { name: admin.name, pwd })
  expect((await clientOf(server, token).call(stu.getpage)).recordCount).toBe(1)
})

test('its bureau sees the deletion too, and why it cannot undo it; nobody beside it sees anything', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const other = await makeSchool(server, { idntNo: '020' })
  const { entNo } = await makeSchool(server, { prtNo: bureau.entNo })
  await operator.client.call(ent.update, { entNo, stt: '2' })
  await operator.client.call(ent.delete, { entNo })
  const op = operator.client.lastOp
  const [line] = await listOf(bureau.admin)
  expect(line).toMatchObject({ op, backStt: '0', why: '你没有做这件事的权限' })
  expect((await bureau.admin.client.call(history.get, { op })).parts).toHaveLength(1)
  expect((await bureau.admin.client.answer(history.undo, { op })).code).not.toBe(0)
  expect((await operator.client.call(history.getpage, { entNo: bureau.entNo })).datas.map((one) => one.op)).toContain(op)
  expect((await listOf(other.admin)).map((one) => one.op)).not.toContain(op)
  expect((await other.admin.client.answer(history.get, { op })).code).toBe(10002)
  expect((await other.admin.client.answer(history.undo, { op })).code).toBe(10002)
})

test('where the parent was deleted after it, the parent comes back first, as is told', async () => {
  const { client } = operator
  const parent = await makeSchool(server, { idntNo: '010' })
  const { entNo } = await makeSchool(server, { idntNo: '050', prtNo: parent.entNo })
  const remove = async (no: string) => {
    await client.call(ent.update, { entNo: no, stt: '2' })
    await client.call(ent.delete, { entNo: no })
    return client.lastOp
  }
  const [child, above] = [await remove(entNo), await remove(parent.entNo)]
  const message = `单位“学校${parent.entNo}”已被删除，不能撤销`
  expect(await client.call(history.getundo, { op: child })).toMatchObject({ blocks: [message] })
  expect(await client.answer(history.undo, { op: child })).toMatchObject({ code: 10015, message })
  for (const op of [above, child]) await client.call(history.undo, { op })
  expect((await client.call(ent.get, { entNo })).prtNo).toBe(parent.entNo)
})

test('the first department follows an enterprise that is renamed, and one that was named otherwise stays', async () => {
  const { entNo, admin } = await makeSchool(server)
  const nameNow = async () => (await admin.client.call(org.getlist, {})).map(({ orgName }) => orgName)
  const { entName } = await admin.client.call(ent.get, {})
  const [first] = await admin.client.call(org.getlist, {})
  await admin.client.call(org.update, { orgNo: first?.orgNo ?? '', orgName: entName })
  await admin.client.call(ent.update, { entName: '新桥实验学校' })
  expect(await nameNow()).toEqual(['新桥实验学校'])
  await admin.client.call(history.undo, { op: admin.client.lastOp })
  expect(await nameNow()).toEqual([entName])
  await admin.client.call(org.update, { orgNo: first?.orgNo ?? '', orgName: '办公室' })
  await operator.client.call(ent.update, { entNo, entName: '新桥实验学校' })
  expect(await nameNow()).toEqual(['办公室'])
})
