import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Right } from '#contract/access.ts'
import {
  asOwner,
  makePerson,
  makeSchool,
  type Person,
  rootNo,
  type School,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { portrait } from '../../../../test/support/uploads.ts'
import { ownEnt } from '../../ent/ent/ent.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { org } from '../../ent/org/org.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { entmdl } from '../entmdl/entmdl.contract.ts'
import { payitem } from '../payitem/payitem.contract.ts'
import { ent } from './ent.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

let made = 0
const facts = (prtNo: string, idntNo: string) => {
  const tail = String(++made).padStart(4, '0')
  return {
    prtNo,
    idntNo,
    entName: `新企业${tail}`,
    linkTel: '010-88886666',
    user: { nickName: '李主任', authTel: `1570000${tail}` },
  }
}

/** Makes somebody of a part of the platform who holds just these rights, limited to some enterprises where they are named. */
async function holder(part: School, rights: Right[], entNos: string[] = []): Promise<Person> {
  const roleNo = `R-${++made}`
  await asOwner(server, part.entNo, async (db) => {
    await db
      .insertInto('role')
      .values({ entNo: part.entNo, roleNo, roleName: `角色${made}`, roleItem: '1' })
      .execute()
    for (const right of rights) {
      const [mdlCode = '', pwrNo = ''] = right.split(':')
      await db.insertInto('rolepwr').values({ entNo: part.entNo, roleNo, mdlCode, pwrNo }).execute()
    }
  })
  const person = await makePerson(part, { idntNo: '060', roles: [roleNo] })
  await asOwner(server, part.entNo, async (db) => {
    for (const dataVal of entNos)
      await db
        .insertInto('empdatapwr')
        .values({ entNo: part.entNo, empNo: person.empNo, roleNo, dataVal, dataType: 'ent' })
        .execute()
  })
  return person
}

const all: Right[] = ['ent:000001', 'ent:000002', 'ent:000003', 'ent:000004', 'ent:000009']

test('nobody makes an administrator who reaches further than they do, nor gives modules that were kept from them', async () => {
  const part = await makeSchool(server, { idntNo: '060' })
  const clerk = await holder(part, all)
  const refused = await clerk.client.answer(ent.create, { ...facts(part.entNo, '060'), user: { userNo: clerk.userNo } })
  expect(refused).toMatchObject({ code: 30003 })
  expect((await clerk.client.answer(ent.create, facts(part.entNo, '030'))).code).toBe(0)
  await operator.client.call(entmdl.deletemdlent, { mdlCode: 'user', entNos: [part.entNo] })
  const below = await part.admin.client.call(ent.create, facts(part.entNo, '060'))
  const given = await operator.client.call(entmdl.getlist, { entNo: below.entNo })
  expect(given.map(({ mdlCode }) => mdlCode)).not.toContain('user')
})

test('an agent names no account of others, and a phone of theirs gives a new one', async () => {
  const agent = await makeSchool(server, { idntNo: '040' })
  const stranger = await makeSchool(server)
  const named = await agent.admin.client.answer(ent.create, {
    ...facts(agent.entNo, '030'),
    user: { userNo: stranger.admin.userNo },
  })
  expect(named.message).toBe('没有这个账号，或它已停用')
  const { rows } = await server.owner.query('select auth_tel from account where user_no = $1', [stranger.admin.userNo])
  const user = { nickName: '李主任', authTel: rows[0].auth_tel }
  const { user: told } = await agent.admin.client.call(ent.create, { ...facts(agent.entNo, '030'), user })
  expect(told.userNo).not.toBe(stranger.admin.userNo)
  expect(told.pwd).not.toBeNull()
  expect((await agent.admin.client.answer(ent.create, facts(agent.entNo, '020'))).code).not.toBe(0)
})

test('a logo is one’s own picture, never the portrait of somebody whose number was guessed', async () => {
  const school = await makeSchool(server)
  const other = await makePerson(school, { roles: ['P030ADMIN'] })
  const { fileNo } = await other.client.call(upload.upload, { file: await portrait() })
  expect((await school.admin.client.answer(ent.update, { entLogo: fileNo })).message).toBe('标志文件不存在，请重新上传')
  const own = await school.admin.client.call(upload.upload, { file: await portrait() })
  expect((await school.admin.client.call(ent.update, { entLogo: own.fileNo })).entLogo).toMatch(/^\/files\//)
})

test('whoever is limited to some enterprises changes nothing beside them, and counts nothing beside them', async () => {
  const part = await makeSchool(server, { idntNo: '060' })
  const [a, b] = [
    await makeSchool(server, { idntNo: '020', prtNo: part.entNo }),
    await makeSchool(server, { idntNo: '020', prtNo: part.entNo }),
  ]
  const inside = await makeSchool(server, { prtNo: a.entNo })
  const { client } = await holder(part, [...all, 'ownent:000004'], [a.entNo])
  const entOrds = [b, a].map(({ entNo }, i) => ({ entNo, showOrd: (i + 1) * 10 }))
  const refusals = await Promise.all([
    client.answer(ent.setentord, { prtNo: part.entNo, entOrds }),
    client.answer(ent.create, facts(part.entNo, '030')),
    client.answer(ent.updateprtent, { prtNo: part.entNo, entNos: [inside.entNo] }),
    client.answer(ent.updateprtent, { prtNo: b.entNo, entNos: [inside.entNo] }),
    client.answer(ent.gettouched, { entNos: [part.entNo] }),
    client.answer(ent.gettouched, { entNos: [b.entNo] }),
  ])
  expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 10002))
  expect((await client.call(ownEnt.getsubset)).map(({ entNo }) => entNo)).toEqual([a.entNo])
  expect((await client.call(ent.getstatis, { idntNo: '020' })).ttlCnt).toBe(1)
})

test('what lies below an enterprise follows it also where it was made while that one moved', async () => {
  const [from, to] = [await makeSchool(server, { idntNo: '020' }), await makeSchool(server, { idntNo: '020' })]
  const middle = await makeSchool(server, { idntNo: '020', prtNo: from.entNo })
  const [, child] = await Promise.all([
    operator.client.call(ent.updateprtent, { prtNo: to.entNo, entNos: [middle.entNo] }),
    operator.client.call(ent.create, facts(middle.entNo, '030')),
  ])
  expect((await to.admin.client.answer(ent.get, { entNo: child.entNo })).code).toBe(0)
  expect((await from.admin.client.answer(ent.get, { entNo: child.entNo })).code).toBe(10002)
})

test('an undo keeps the rules of a change: no circle, nothing below what is deleted, nothing out of reach or without the right', async () => {
  const part = await makeSchool(server, { idntNo: '060' })
  const [a, b] = [
    await makeSchool(server, { idntNo: '020', prtNo: part.entNo }),
    await makeSchool(server, { idntNo: '020', prtNo: part.entNo }),
  ]
  const school = await makeSchool(server, { prtNo: a.entNo })
  const { client } = part.admin
  const undo = (entNo: string, op = client.lastOp) => client.answer(history.undo, { op, entNo })
  await client.call(ent.updateprtent, { prtNo: b.entNo, entNos: [school.entNo] })
  const moved = client.lastOp
  await operator.client.call(ent.updateprtent, { prtNo: rootNo, entNos: [a.entNo] })
  expect((await undo(part.entNo, moved)).code).not.toBe(0)
  await client.call(ent.update, { entNo: school.entNo, stt: '2' })
  const disabled = client.lastOp
  await client.call(ent.delete, { entNo: school.entNo })
  const deleted = client.lastOp
  await client.call(ent.update, { entNo: b.entNo, stt: '2' })
  await client.call(ent.delete, { entNo: b.entNo })
  expect((await undo(school.entNo, deleted)).code).not.toBe(0)
  expect((await undo(b.entNo)).code).toBe(0)
  expect((await undo(school.entNo, deleted)).code).toBe(0)
  await server.owner.query('delete from emprole where ent_no = $1 and emp_no = $2', [part.entNo, part.admin.empNo])
  const left = await holder(part, ['ownent:000003'])
  await server.owner.query('update history set user_no = $1 where op = $2', [left.userNo, disabled])
  expect((await left.client.answer(history.undo, { op: disabled, entNo: school.entNo })).code).toBe(30001)
})

test('an agent takes back what it did at a customer', async () => {
  const agent = await makeSchool(server, { idntNo: '040' })
  const { client } = agent.admin
  const customer = await client.call(ent.create, facts(agent.entNo, '030'))
  const { entNo } = customer
  await client.call(payitem.create, { entNo, itemName: '校服', theme: '校服', amt: 100 })
  expect((await client.answer(history.undo, { entNo, op: client.lastOp })).code).toBe(0)
  expect(await client.call(payitem.getlist, { entNo })).toEqual([])
})

test('enterprises lie ten deep at the most, and a deleted one is out of reach', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  let above = bureau.entNo
  for (let lvl = 3; lvl <= 10; lvl++) above = (await makeSchool(server, { idntNo: '020', prtNo: above })).entNo
  expect((await operator.client.answer(ent.create, facts(above, '030'))).message).toMatch('企业最多 10 级')
  const school = await makeSchool(server, { prtNo: bureau.entNo })
  expect((await bureau.admin.client.answer(org.gettree, { entNo: school.entNo })).code).toBe(0)
  await operator.client.call(ent.update, { entNo: school.entNo, stt: '2' })
  await operator.client.call(ent.delete, { entNo: school.entNo })
  expect((await bureau.admin.client.answer(org.gettree, { entNo: school.entNo })).code).toBe(10002)
  expect(
    (await operator.client.answer(payitem.create, { entNo: school.entNo, itemName: '校服', theme: '校服', amt: 100 })).code,
  ).toBe(10002)
})
