import { afterAll, beforeAll, expect, test } from 'vitest'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import type { Deed } from '#contract/timeline.ts'
import { asOwner, makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool, undoLast } from '../../../../test/support/pupilSchool.ts'
import { idNoOf } from '../../../../test/support/staffList.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { history } from '#contract/shell/history.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const told = ({ title, parts }: Deed) => [
  title,
  ...parts.map(
    ({ what, act, changes }) =>
      `${what} ${act} ${changes.map(({ title: field, before, after }) => `${field}:${before ?? ''}→${after ?? ''}`).join(' ')}`,
  ),
]

test('the history of a student tells who changed what, with names for codes and masks for what is private', async () => {
  const school = await makePupilSchool(server)
  const { admin, head } = school
  const idNo = idNoOf('98010120170305001')
  const stuNo = await enrol(school, { idNo, wts: '01' })
  await head.client.call(stu.update, { stuNo, stuName: '王小朋', authTel: '13800138000' })
  await admin.client.call(stu.updateunit, { stuNos: [stuNo], unitNo: school.otherNo, rem: '家长申请' })
  await undoLast(admin)
  await admin.client.call(stuarch.set, { stuNo, unfStuNo: `G${idNo}`, adr: '幸福路一百二十号' })
  await admin.client.call(stu.updatewts, { stuNo, wts: '02,31' })
  await admin.client.call(stu.reveal, { stuNo, field: 'idNo' })
  const { datas, recordCount } = await admin.client.call(history.gettimeline, { kind: 'stu', no: stuNo })
  expect(recordCount).toBe(7)
  expect(datas.map(told)).toEqual([
    ['学生管理 · 显示原值', '资料 read 身份证号:→'],
    ['学生管理 · 修改标签', '资料 update 标签:走读→住校、家庭经济困难'],
    ['学生档案 · 设置', `档案 insert 全国学籍号:→•••• 详细地址:→幸福路****`],
    ['操作记录 · 撤销', '资料 update 班级:三年级（2）班→三年级（1）班'],
    ['学生管理 · 调班', '资料 update 班级:三年级（1）班→三年级（2）班'],
    ['学生管理 · 修改', '资料 update 姓名:王小明→王小朋 认证手机:→138****8000'],
    [
      '学生管理 · 新增',
      `资料 insert 姓名:→王小明 性别:→男 班级:→三年级（1）班 认证:→未认证 身份证号:→•••• 出生日期:→2017-03-05 标签:→走读 学籍状态:→正常`,
    ],
  ])
  expect(datas[5]?.nickName).toBe('韩老师')
  expect(datas[4]?.rsn).toBe('家长申请')
  // Makes a head of grade, who does not see who is poor.
  const lead = await makePerson(school, { name: '梁老师', roles: ['P030GRADE'] })
  await asOwner(server, school.entNo, (db) =>
    db
      .insertInto('empdatapwr')
      .values({ entNo: school.entNo, empNo: lead.empNo, roleNo: 'P030GRADE', dataVal: school.gradeNo, dataType: 'unit' })
      .execute(),
  )
  const seen = (await lead.client.call(history.gettimeline, { kind: 'stu', no: stuNo })).datas.map(told)
  expect(seen).toContainEqual(['学生管理 · 修改标签', '资料 update 标签:走读→住校'])
  expect(JSON.stringify(datas)).not.toContain(idNo)
})

test('links with guardians are told on both sides, also when they are gone, and a child of another class is not named', async () => {
  const school = await makePupilSchool(server)
  const { admin, head } = school
  const [one, other] = [await enrol(school), await enrol(school, { stuName: '王小红', unitNo: school.otherNo })]
  const ptrNo = await giveGuardian(school, one)
  await admin.client.call(stuptr.create, { stuNo: other, ptrNo, relt: '51' })
  await admin.client.call(stuptr.delete, { stuNo: one, ptrNo })
  const ofChild = await admin.client.call(history.gettimeline, { kind: 'stu', no: one })
  expect(told(ofChild.datas[0] as Deed)[1]).toBe('家长“王建国” delete ')
  const ofGuardian = await admin.client.call(history.gettimeline, { kind: 'ptr', no: ptrNo })
  expect(ofGuardian.datas.flatMap(({ parts }) => parts.map(({ what, act }) => `${what} ${act}`))).toEqual([
    '学生“王小明” delete',
    '学生“王小红” insert',
    '学生“王小明” insert',
    '资料 insert',
  ])
  await undoLast(admin)
  const seen = await head.client.call(history.gettimeline, { kind: 'ptr', no: ptrNo })
  expect(JSON.stringify(seen)).toContain('学生“王小明”')
  expect(JSON.stringify(seen)).not.toContain('王小红')
  expect((await head.client.answer(history.gettimeline, { kind: 'stu', no: other })).code).not.toBe(0)
})

test('a long history comes page by page', async () => {
  const school = await makePupilSchool(server)
  const stuNo = await enrol(school)
  for (const rem of ['一', '二', '三']) await school.admin.client.call(stu.update, { stuNo, rem })
  const second = await school.admin.client.call(history.gettimeline, { kind: 'stu', no: stuNo, pageIndex: 2, pageSize: 2 })
  expect(second).toMatchObject({ recordCount: 4, pageCount: 2 })
  expect(second.datas.map(({ parts }) => parts[0]?.changes.at(-1)?.after)).toEqual(['一', expect.anything()])
})

test('what only moved a record in its list is not told, and neither leaves a page empty nor is counted', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const { orgNo } = await client.call(org.create, { orgName: '德育处' })
  const { orgNo: other } = await client.call(org.create, { orgName: '后勤处' })
  await client.call(org.update, { orgNo, orgName: '政教处' })
  for (let i = 0; i < 21; i++) {
    const places = i % 2 ? [orgNo, other, school.orgNo] : [other, school.orgNo, orgNo]
    await client.call(org.setorgord, { orgOrds: places.map((no, at) => ({ orgNo: no, showOrd: (at + 1) * 10 })) })
  }
  const { datas, ...counted } = await client.call(history.gettimeline, { kind: 'org', no: orgNo })
  expect(datas.map(({ title }) => title)).toEqual(['组织架构 · 修改', '组织架构 · 新增'])
  expect(counted).toMatchObject({ recordCount: 2, pageCount: 1 })
})

test('what a change left as it was, and labels that somebody does not see, make no entry of their history', async () => {
  const school = await makePupilSchool(server)
  const { admin, head } = school
  const idNo = idNoOf('98010120170305001')
  const stuNo = await enrol(school, { idNo, wts: '01' })
  await admin.client.call(stu.update, { stuNo, stuName: '王小朋' })
  await admin.client.call(stu.update, { stuNo, idNo })
  const lead = await makePerson(school, { name: '梁老师', roles: ['P030GRADE'] })
  await asOwner(server, school.entNo, (db) =>
    db
      .insertInto('empdatapwr')
      .values({ entNo: school.entNo, empNo: lead.empNo, roleNo: 'P030GRADE', dataVal: school.gradeNo, dataType: 'unit' })
      .execute(),
  )
  await admin.client.call(stu.updatewts, { stuNo, wts: '01,31' })
  const asked = { kind: 'stu', no: stuNo, pageSize: 2 }
  const titles = ({ datas }: { datas: Deed[] }) => datas.map(({ title }) => title)
  const ofLead = await lead.client.call(history.gettimeline, asked)
  expect([ofLead.recordCount, titles(ofLead)]).toEqual([2, ['学生管理 · 修改', '学生管理 · 新增']])
  const ofAdmin = await admin.client.call(history.gettimeline, asked)
  expect([ofAdmin.recordCount, titles(ofAdmin)]).toEqual([3, ['学生管理 · 修改标签', '学生管理 · 修改']])
  expect((await head.client.call(history.gettimeline, asked)).recordCount).toBe(ofAdmin.recordCount)
})
