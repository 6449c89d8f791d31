import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { clientOf, makePerson, makeSchool, type School, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { prefer } from '#contract/shell/prefer.contract.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await startServer()
  school = await makeSchool(server)
})
afterAll(() => server.close())

const columns = 'columns /ent/emp/getexpage'

test('what somebody prefers is theirs alone, can be changed, and goes back to what is shipped', async () => {
  const { client } = await makePerson(school)
  const other = await makePerson(school)
  expect(await client.call(prefer.getlist)).toEqual([])
  await client.call(prefer.set, { name: columns, val: '{"order":[]}' })
  await client.call(prefer.set, { name: 'density', val: '"large"' })
  await client.call(prefer.set, { name: 'density', val: '"middle"' })
  expect(await client.call(prefer.getlist)).toEqual([
    { name: columns, val: '{"order":[]}' },
    { name: 'density', val: '"middle"' },
  ])
  expect(await other.client.call(prefer.getlist)).toEqual([])
  await client.call(prefer.set, { name: columns, val: null })
  expect(await client.call(prefer.getlist)).toEqual([{ name: 'density', val: '"middle"' }])
})

test('only short valid JSON under a plain name is kept', async () => {
  const { client } = await makePerson(school)
  const refused = [
    { name: '列', val: '1' },
    { name: 'density', val: 'large' },
    { name: 'density', val: '"\\' },
    { name: 'density', val: `"${'长'.repeat(20_000)}"` },
  ]
  for (const one of refused) expect(await client.answer(prefer.set, one)).toMatchObject({ code: 10001 })
  expect(await client.call(prefer.getlist)).toEqual([])
})

test('three hundred preferences are kept, no more; those that are there can still be changed', async () => {
  const { client, userNo } = await makePerson(school)
  await server.owner.query(`insert into prefer select $1, 'p' || i, '1' from generate_series(1, 300) i`, [userNo])
  expect(await client.answer(prefer.set, { name: 'q', val: '1' })).toMatchObject({ message: '保存的偏好太多，请先删除一些视图' })
  await client.call(prefer.set, { name: 'p300', val: '2' })
  await client.call(prefer.set, { name: 'p1', val: null })
  await client.call(prefer.set, { name: 'q', val: '1' })
})

test('what one person keeps has a limit as a whole', async () => {
  const { client } = await makePerson(school)
  const val = `"${'长'.repeat(19_000)}"`
  for (let i = 0; i < 5; i++) await client.call(prefer.set, { name: `p${i}`, val })
  expect(await client.answer(prefer.set, { name: 'p5', val })).toMatchObject({ message: '保存的偏好太多，请先删除一些视图' })
  await client.call(prefer.set, { name: 'p4', val })
})

test('an operator who acts as somebody sees nothing of what they like, and changes none of it', async () => {
  const operator = await makeOperator(server)
  const { client, userNo } = await makePerson(school, { roles: ['P030ADMIN'] })
  await client.call(prefer.set, { name: 'density', val: '"large"' })
  const { tokenId } = await operator.client.call(account.imitate, {
    userNo,
    idntNo: '030',
    idntEntNo: school.entNo,
    reason: '核对',
    writeFlag: '1',
  })
  const actor = clientOf(server, (await clientOf(server).call(signin.gettokenbyid, { id: tokenId })).token)
  expect(await actor.call(prefer.getlist)).toEqual([])
  expect(await actor.answer(prefer.set, { name: 'density', val: null })).toMatchObject({ code: 30001 })
})
