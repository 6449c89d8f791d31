import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  clientOf,
  makePerson,
  makeSchool,
  type Person,
  rootNo,
  type School,
  startServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { enrol, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { makeOperator, pwd } from '../../../../test/support/seedSchool.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { emp } from '../../ent/emp/emp.contract.ts'
import { stu } from '../../ent/stu/stu.contract.ts'
import { empgrp } from '../../ent/empgrp/empgrp.contract.ts'
import { ownEnt } from '../../ent/ent/ent.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import { entmdl } from '../entmdl/entmdl.contract.ts'
import { ent, type EnterpriseNode } from './ent.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

let made = 0
const facts = (prtNo: string, idntNo = '030') => {
  const tail = String(++made).padStart(4, '0')
  return {
    prtNo,
    idntNo,
    entName: `新学校${tail}`,
    linkTel: '010-88886666',
    user: { nickName: '李校长', authTel: `1560000${tail}` },
  }
}
const flat = (nodes: EnterpriseNode[]): EnterpriseNode[] => nodes.flatMap((node) => [node, ...flat(node.items)])
const namesFor = async (person: Person) => flat(await person.client.call(ent.gettree)).map(({ entNo }) => entNo)
const undo = (person: Person) => person.client.call(history.undo, { op: person.client.lastOp })

test('a new school has an administrator who signs in with a password told once, changes it, and works', async () => {
  const school = await operator.client.call(ent.create, { ...facts(rootNo), stt: '1' })
  expect(school).toMatchObject({ lvl: 2, stt: '1', prtNo: rootNo })
  const [name, initial] = [school.user.name ?? '', school.user.pwd]
  const entry = await clientOf(server).call(signin.login, { name, pwd: initial ?? '' })
  const client = clientOf(server, entry.token)
  expect((await client.answer(empgrp.getlist)).message).toBe('请先修改初始密码')
  await client.call(user.updatepwd, { oldPwd: initial ?? '', newPwd: pwd })
  const again = clientOf(server, (await clientOf(server).call(signin.login, { name, pwd })).token)
  const { grpName } = await again.call(empgrp.create, { grpName: '值班', grpType: '1' })
  expect(grpName).toBe('值班')
  expect((await again.call(ent.get)).admins).toEqual([
    { empNo: expect.any(String), empName: '李校长', authTel: expect.stringMatching(/\*{4}/) },
  ])
})

test('an administrator who has an account already keeps its password, and has one identity more', async () => {
  const { user: first } = await operator.client.call(ent.create, facts(rootNo))
  const userNo = first.userNo ?? ''
  const second = await operator.client.call(ent.create, { ...facts(rootNo), user: { userNo } })
  expect(second.user).toEqual({ userNo, name: null, pwd: null })
  const none = await operator.client.answer(ent.create, { ...facts(rootNo), user: { userNo: '99999999' } })
  expect(none.message).toBe('没有这个账号，或它已停用')
  const half = await operator.client.answer(ent.create, { ...facts(rootNo), user: { nickName: '李校长' } })
  expect(half.message).toMatch('请填写管理员的姓名和手机')
})

test('an enterprise begins with the modules that were ticked, and the groups they lie in', async () => {
  const { entNo } = await operator.client.call(ent.create, { ...facts(rootNo), mdlCodes: ['emp', 'ownent'] })
  const given = await operator.client.call(entmdl.getlist, { entNo })
  expect(given.map(({ mdlCode }) => mdlCode)).toEqual(['gstaff', 'gemp', 'emp', 'gadm', 'gent', 'ownent'])
})

test('what cannot be is refused with a sentence that names it, and nothing of it is left', async () => {
  const school = await makeSchool(server)
  const count = async () => (await operator.client.call(ent.getstatis)).ttlCnt
  const before = await count()
  const refusal = async (changes: object) => (await operator.client.answer(ent.create, { ...facts(rootNo), ...changes })).message
  expect(await refusal({ prtNo: school.entNo })).toMatch(/“学校\d+”是学校，下面不能有学校“新学校\d+”/)
  expect(await refusal({ selfNo: '99' })).toBe('学校的自编号是学校标识码，应为 10 位数字')
  expect(await refusal({ selfNo: '9911000001' })).toBe('学校标识码的前两位“99”不是学校类别')
  expect(await refusal({ selfNo: '2199000001' })).toBe('学校标识码的第三、四位“99”不是省份代码')
  expect(await refusal({ entName: `学校${school.entNo}` })).toBe(`单位名称“学校${school.entNo}”已被使用`)
  expect(await refusal({ linkTel: '12' })).toMatch('联系电话')
  expect(await refusal({ prtNo: '0309999999' })).toBe('记录不存在或不在可访问的范围内')
  expect(await count()).toBe(before)
})

test('a bureau and an agent see what lies below them, and an agent makes customers there and nowhere else', async () => {
  const [bureau, agent] = [await makeSchool(server, { idntNo: '020' }), await makeSchool(server, { idntNo: '040' })]
  const school = await makeSchool(server, { prtNo: bureau.entNo })
  expect(await namesFor(bureau.admin)).toEqual([bureau.entNo, school.entNo])
  expect((await bureau.admin.client.answer(ent.update, { entNo: school.entNo, linkTel: '88886666' })).code).toBe(30001)
  const customer = await agent.admin.client.call(ent.create, facts(agent.entNo))
  expect(await namesFor(agent.admin)).toEqual([agent.entNo, customer.entNo])
  const beside = await agent.admin.client.answer(ent.create, facts(bureau.entNo))
  expect(beside.message).toBe('记录不存在或不在可访问的范围内')
})

test('a school that moves is seen by its new bureau and no longer by its old one, as was told before; undo takes it back', async () => {
  const [from, to] = [await makeSchool(server, { idntNo: '020' }), await makeSchool(server, { idntNo: '020' })]
  const school = await makeSchool(server, { prtNo: from.entNo })
  const shop = await makeSchool(server, { idntNo: '050', prtNo: school.entNo })
  const told = await operator.client.call(ent.gettouched, { entNos: [school.entNo], prtNo: to.entNo })
  expect(told).toMatchObject({ entCnt: 2, empCnt: 2, sesCnt: 2, mdls: [] })
  expect(told.loses).toEqual([{ entNo: from.entNo, entName: `学校${from.entNo}`, empCnt: 1, roleCnt: 1 }])
  expect(told.gains.map(({ entNo }) => entNo)).toEqual([to.entNo])
  await operator.client.call(ent.updateprtent, { prtNo: to.entNo, entNos: [school.entNo] })
  expect(await namesFor(from.admin)).toEqual([from.entNo])
  expect(await namesFor(to.admin)).toEqual([to.entNo, school.entNo, shop.entNo])
  const circle = await operator.client.answer(ent.updateprtent, { prtNo: shop.entNo, entNos: [school.entNo] })
  expect(circle.message).toMatch('不能把')
  await operator.client.call(history.undo, { op: operator.client.lastOp })
  expect(await namesFor(from.admin)).toEqual([from.entNo, school.entNo, shop.entNo])
  expect(await namesFor(to.admin)).toEqual([to.entNo])
})

test('two moves at the same moment never make a circle', async () => {
  const [one, other] = [await makeSchool(server, { idntNo: '020' }), await makeSchool(server, { idntNo: '020' })]
  const move = (what: School, under: School) =>
    operator.client.answer(ent.updateprtent, { prtNo: under.entNo, entNos: [what.entNo] })
  const answers = await Promise.all([move(one, other), move(other, one)])
  expect(answers.filter(({ code }) => code === 0).length).toBe(1)
})

test('those below one parent are put in order, and a list that is not the whole of them is refused', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const { entNo: prtNo } = bureau
  const [a, b, c] = [
    await makeSchool(server, { prtNo }),
    await makeSchool(server, { prtNo }),
    await makeSchool(server, { prtNo }),
  ]
  const order = (schools: School[]) => ({ prtNo, entOrds: schools.map(({ entNo }, i) => ({ entNo, showOrd: (i + 1) * 10 })) })
  const now = async () => (await bureau.admin.client.call(ent.getlist, { prtNo })).map(({ entNo }) => entNo)
  await operator.client.call(ent.setentord, order([c, a, b]))
  expect(await now()).toEqual([c, a, b].map(({ entNo }) => entNo))
  expect((await operator.client.answer(ent.setentord, order([a, b]))).code).toBe(10005)
  await undo(operator)
  expect((await now())[0]).toBe(a.entNo)
  await operator.client.call(ent.updateprtent, { prtNo, entNos: [c.entNo], befNo: a.entNo })
  expect((await now())[0]).toBe(c.entNo)
})

test('an enterprise changes what is said of it, its state only those above; a disabled one ends every session', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const changed = await client.call(ent.update, { linkMan: '王老师', linkTel: '13912345678', entName: `育才${school.entNo}` })
  expect(changed).toMatchObject({ linkMan: '王老师', entName: `育才${school.entNo}` })
  expect((await client.answer(ent.update, { stt: '2' })).message).toBe('自己所在企业的状态由上级修改')
  const other = await makeSchool(server)
  expect((await client.answer(ent.update, { entNo: other.entNo, linkMan: '某人' })).code).toBe(10002)
  await operator.client.call(ent.update, { entNo: school.entNo, stt: '2' })
  expect((await client.answer(ent.get)).code).toBe(50008)
})

test('whoever may only change their own enterprise changes none below it', async () => {
  const part = await makeSchool(server, { idntNo: '060' })
  const school = await makeSchool(server, { prtNo: part.entNo })
  await server.owner.query(`insert into role (ent_no, role_no, role_name, role_item) values ($1, 'R-own', '资料员', '1')`, [
    part.entNo,
  ])
  await server.owner.query(`insert into rolepwr (ent_no, role_no, mdl_code, pwr_no) values ($1, 'R-own', 'ownent', '000003')`, [
    part.entNo,
  ])
  const clerk = await makePerson(part, { idntNo: '060', roles: ['R-own'] })
  expect((await clerk.client.answer(ent.update, { linkMan: '某人' })).code).toBe(0)
  expect((await clerk.client.answer(ent.update, { entNo: school.entNo, linkMan: '某人' })).code).toBe(30001)
})

test('only what is neither in use nor above others is deleted, and it comes back by undo', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const school = await makeSchool(server, { prtNo: bureau.entNo })
  const remove = (entNo: string) => operator.client.answer(ent.delete, { entNo })
  expect((await remove(bureau.entNo)).message).toMatch('还有 1 家下级企业')
  expect((await remove(school.entNo)).message).toMatch('请先停用再删除')
  await operator.client.call(ent.update, { entNo: school.entNo, stt: '2' })
  expect((await remove(school.entNo)).code).toBe(0)
  expect(await namesFor(bureau.admin)).toEqual([bureau.entNo])
  await operator.client.call(history.undo, { entNo: school.entNo, op: operator.client.lastOp })
  expect(await namesFor(bureau.admin)).toEqual([bureau.entNo, school.entNo])
})

test('an enterprise counts the students on the roll, the suspended among them, and the employees who are not disabled', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const school = await makePupilSchool(server, bureau.entNo)
  const { client } = school.admin
  const [away, gone] = [await enrol(school), await enrol(school)]
  await enrol(school)
  await client.call(stu.disable, { stuNos: [away], lvRsn: '养病' })
  await client.call(stu.transfer, { stuNos: [gone], lvDt: '20260901', lvRsn: '搬家' })
  await client.call(emp.disable, { datas: [school.head.empNo] })
  const { entNo } = school
  const counts = {
    stuCnt: (await client.call(stu.getpage, { rollFlag: '1' })).recordCount,
    empCnt: (await client.call(emp.getpage, { stt: '1' })).recordCount,
  }
  expect(counts).toEqual({ stuCnt: 2, empCnt: 1 })
  const listed = (await bureau.admin.client.call(ent.getpage, { idntNo: '030' })).datas
  expect(listed).toMatchObject([{ entNo, ...counts }])
  expect(await bureau.admin.client.call(ent.get, { entNo })).toMatchObject(counts)
  expect(await bureau.admin.client.call(ent.getstatis, { idntNo: '030' })).toMatchObject(counts)
  expect(await bureau.admin.client.call(ent.gettouched, { entNos: [entNo] })).toMatchObject(counts)
})

test('enterprises are found by name, pinyin, initials and number, and counted by every filter', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const { entNo } = await operator.client.call(ent.create, {
    ...facts(bureau.entNo),
    entName: '曾厝垵小学',
    selfNo: '2135000001',
  })
  const find = async (keyWord: string) => (await bureau.admin.client.call(ent.getpage, { keyWord })).datas.map((one) => one.entNo)
  for (const keyWord of ['厝垵', 'zengcuoan', 'zcaxx', '2135000001', entNo])
    expect([keyWord, await find(keyWord)]).toEqual([keyWord, [entNo]])
  expect(await find('%')).toEqual([])
  const { client } = bureau.admin
  expect(await client.call(ent.getstatis, { idntNo: '030' })).toMatchObject({
    ttlCnt: 1,
    schCnt: 1,
    empCnt: 1,
    stts: [{ stt: '1', cnt: 1 }],
  })
  expect((await client.call(ent.getlist, { userIdntNos: ['020'] })).map((one) => one.entNo)).toEqual([bureau.entNo])
  expect((await client.call(ent.getlist, { lvl: 3, idntNos: ['030', '050'] })).map((one) => one.entNo)).toEqual([entNo])
  expect((await client.call(ent.getpage)).pageSize).toBe(50)
})

test('an enterprise sees the one above it, those below it, and nothing beside it', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const school = await makeSchool(server, { prtNo: bureau.entNo })
  const shop = await makeSchool(server, { idntNo: '050', prtNo: school.entNo })
  const { client } = school.admin
  expect((await client.call(ownEnt.getparent))?.entNo).toBe(bureau.entNo)
  expect((await client.call(ownEnt.getsubset)).map(({ entNo }) => entNo)).toEqual([shop.entNo])
  expect((await bureau.admin.client.call(ownEnt.getlist, { keyWord: school.entNo })).map(({ entNo }) => entNo)).toEqual([
    school.entNo,
  ])
  expect(await operator.client.call(ownEnt.getparent)).toBeNull()
})

test('the mobile of a school’s contact is clear to the school alone; others see it masked, and a landline as it is', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const school = await makeSchool(server, { prtNo: bureau.entNo })
  const below = await makeSchool(server, { idntNo: '050', prtNo: school.entNo })
  const mobileNo = '13912345678'
  const masked = '139****5678'
  expect((await school.admin.client.call(ent.update, { linkTel: mobileNo })).linkTel).toBe(mobileNo)
  expect((await school.admin.client.call(ent.get)).linkTel).toBe(mobileNo)
  const { entNo } = school
  for (const { client } of [bureau.admin, operator]) {
    const told = [
      await client.call(ent.get, { entNo }),
      ...(await client.call(ent.getlist, { prtNo: bureau.entNo })),
      ...(await client.call(ent.getpage, { prtNo: bureau.entNo })).datas,
    ]
    expect(told.map(({ linkTel }) => linkTel)).toEqual([masked, masked, masked])
  }
  expect((await below.admin.client.call(ownEnt.getparent))?.linkTel).toBe(masked)
  const changed = await operator.client.call(ent.update, { entNo, rem: '走读' })
  expect(changed.linkTel).toBe(masked)
  expect((await operator.client.answer(ent.update, { entNo, linkTel: masked })).code).toBe(10001)
  const told = await operator.client.call(history.gettimeline, { kind: 'ent', no: entNo, entNo })
  expect(JSON.stringify(told)).toContain(masked)
  expect(JSON.stringify(told)).not.toContain(mobileNo)
  await school.admin.client.call(ent.update, { linkTel: '0571-88880001' })
  expect((await bureau.admin.client.call(ent.get, { entNo })).linkTel).toBe('0571-88880001')
})
