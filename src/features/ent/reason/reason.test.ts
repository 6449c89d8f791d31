import { afterAll, beforeAll, expect, test } from 'vitest'
import { signin } from '#contract/shell/signin.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { emppwr } from '#features/ent/emppwr/emppwr.contract.ts'
import { empdatapwr } from '#features/ent/empdatapwr/empdatapwr.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { home } from '#features/user/home/home.contract.ts'
import { user } from '#contract/shell/user.contract.ts'
import {
  asOwner,
  type Client,
  clientOf,
  makePerson,
  makeSchool,
  sharedServer,
  type TestServer,
} from '../../../../test/support/harness.ts'
import { portrait } from '../../../../test/support/uploads.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { reason } from './reason.contract.ts'
import { PhotoState } from '#domain/people/photos.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

async function makeTeacher() {
  const school = await makeSchool(server)
  const person = await makePerson(school, { name: '李娜', roles: ['P030STAFF'] })
  const why = (asked: object) => school.admin.client.call(reason.getwhy, { empNo: person.empNo, ...asked })
  return { school, person, admin: school.admin.client, why }
}
const view = { mdlCode: 'emp', pwrNo: '000004' }

test('it says in a sentence which role lets somebody through', async () => {
  const { why } = await makeTeacher()
  const { pwrFlag, sentence, steps } = await why(view)
  expect([pwrFlag, sentence]).toEqual(['1', '李娜可以使用“员工管理·详情”：来自角色“教职员工”。'])
  expect(steps.map(({ kind, okFlag }) => [kind, okFlag])).toEqual([
    ['account', '1'],
    ['module', '1'],
    ['role', '1'],
  ])
})

test('it names what stands in the way: no role, an exception, a module that the school does not have', async () => {
  const { why, admin, person } = await makeTeacher()
  expect((await why({ mdlCode: 'emp', pwrNo: '000002' })).sentence).toBe(
    '李娜不能使用“员工管理·删除”：角色“教职员工”都没有这项操作。',
  )
  await admin.call(emppwr.createmdlemppwr, { empNos: [person.empNo], mdlCode: 'emp', pwrNos: ['000004'], addDelFlag: '2' })
  expect((await why(view)).sentence).toContain('个人权限调整去除了这一项，优先于所有角色')
  expect((await why({ mdlCode: 'user', pwrNo: '000004' })).sentence).toContain('本单位没有开通“平台账号·详情”')
})

test('it answers for a call by its path, and for a record whether it is within reach', async () => {
  const { why, admin, person, school } = await makeTeacher()
  expect((await why({ path: '/ent/emp/delete' })).pwrFlag).toBe('0')
  const near = (await admin.call(org.create, { orgName: '语文组' })).orgNo
  expect((await why({ ...view, recType: 'emp', recNo: school.admin.empNo })).sentence).toContain('在范围内：角色没有限定范围')
  const dataPwrs = [{ dataVal: near, dataType: 'org' as const }]
  await admin.call(empdatapwr.set, { empNo: person.empNo, roleNo: 'P030STAFF', dataPwrs })
  const { pwrFlag, steps } = await why({ ...view, recType: 'emp', recNo: school.admin.empNo })
  expect([pwrFlag, steps.at(-1)]).toMatchObject(['0', { kind: 'reach', okFlag: '0' }])
  expect((await person.client.call(emp.getpage)).datas.map(({ empNo }) => empNo)).not.toContain(school.admin.empNo)
  expect((await admin.call(reason.gettargets, { recType: 'org', keyWord: 'ywz' })).map(({ recName }) => recName)).toEqual([
    '语文组',
  ])
})

test('what it says is what the server does, for every action of every module', async () => {
  const { why, admin, person } = await makeTeacher()
  const tree = await admin.call(emppwr.getmdltree, { empNo: person.empNo })
  for (const { mdlCode, pwrs } of tree.flatMap(({ items }) => items))
    for (const { pwrNo, pwrFlag } of pwrs)
      expect([mdlCode, pwrNo, (await why({ mdlCode, pwrNo })).pwrFlag]).toEqual([mdlCode, pwrNo, pwrFlag])
})

test('an administrator looks at the product as a colleague sees it, changes nothing there, and leaves a record', async () => {
  const { admin, person, school } = await makeTeacher()
  const { tokenId } = await admin.call(reason.viewas, { empNo: person.empNo, reason: '老师说看不到员工组' })
  const { token, user: shown } = await clientOf(server).call(signin.gettokenbyid, { id: tokenId })
  expect(shown).toMatchObject({ idntVal: person.empNo, idntValName: '李娜', imitUserNo: school.admin.userNo, readFlag: '1' })
  const viewer = clientOf(server, token)
  expect((await viewer.call(emp.getpage)).recordCount).toBe(2)
  expect(await viewer.answer(emp.update, { empNo: person.empNo, rem: '改' })).toMatchObject({ code: 30002 })
  const { rows } = await server.owner.query(`select way, reason, user_no from login_log where imit_user_no = $1`, [
    school.admin.userNo,
  ])
  expect(rows[0]).toEqual({ way: 'view', reason: '老师说看不到员工组', user_no: person.userNo })
})

test('whoever looks as a colleague is told nothing of what that one keeps to themselves', async () => {
  const { admin, person, school } = await makeTeacher()
  const { fileNo } = await person.client.call(upload.upload, { file: await portrait() })
  const { entNo } = school
  const refused = { entNo, applyNo: `L-${entNo}`, empNo: person.empNo, phtType: 'card', fileNo, userNo: person.userNo }
  await asOwner(server, entNo, (db) =>
    db
      .insertInto('phtapply')
      .values({ ...refused, stt: PhotoState.refused, rsn: '私下的话' })
      .execute(),
  )
  const told = async ({ call }: Client) => JSON.stringify(await call(home.get))
  expect(await told(person.client)).toContain('私下的话')
  const { tokenId } = await admin.call(reason.viewas, { empNo: person.empNo, reason: '老师说看不到员工组' })
  const viewer = clientOf(server, (await clientOf(server).call(signin.gettokenbyid, { id: tokenId })).token)
  expect(await told(viewer)).not.toContain('私下的话')
  expect(await viewer.answer(user.getphoto)).toMatchObject({ code: 30001 })
  expect(await viewer.call(home.getcharts)).toMatchObject({ signIns: null })
})

test('nobody looks through the eyes of somebody who sees more', async () => {
  const { admin, person, school } = await makeTeacher()
  await admin.call(emppwr.createmdlemppwr, {
    empNos: [person.empNo],
    mdlCode: 'reason',
    pwrNos: ['000004', '000005'],
    addDelFlag: '1',
  })
  expect(await person.client.answer(reason.viewas, { empNo: school.admin.empNo, reason: '好奇' })).toMatchObject({ code: 30003 })
})

test('who may see a child is told from the child: the head teacher by the class, the office by the whole school, nobody else', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const { stuNo } = await client.call(stu.create, { stuName: '王小明', sex: 'M', unitNo: school.classNo })
  await makePerson(school, { name: '李娜', roles: ['P030STAFF'] })
  const seen = await client.call(reason.getwho, { recType: 'stu', recNo: stuNo })
  expect(seen).toMatchObject({ recName: '王小明', moreFlag: '0' })
  expect(seen.datas.map(({ empNo, placeNames }) => [empNo, placeNames])).toEqual([
    [school.head.empNo, '三年级（1）班'],
    [school.admin.empNo, ''],
  ])
  // Checks that it says what each of them sees.
  const pages = await Promise.all([school.head, school.admin].map((one) => one.client.call(stu.getpage)))
  for (const { datas } of pages) expect(datas.map((one) => one.stuNo)).toContain(stuNo)
})
