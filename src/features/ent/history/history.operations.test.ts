import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '#contract/modules.ts'
import { entrole } from '#features/ecb/entrole/entrole.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { rolepwr } from '#features/ent/rolepwr/rolepwr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { routes } from '#app/server/routes.ts'
import { makePerson, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { history } from '#contract/shell/history.contract.ts'
import { callsOfModule } from './history.modules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('operations are listed newest first: who, what, to whom, how many rows, and what can be taken back', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, classNo } = school
  const stuNo = await enrol(school)
  await giveGuardian(school, stuNo)
  await head.client.call(stu.update, { stuNo, rem: '走路回家' })
  await head.client.call(stu.reveal, { stuNo, field: 'authTel' })
  const { orgNo } = await admin.client.call(org.create, { orgName: '图书馆' })
  await admin.client.call(org.delete, { orgNo })
  await admin.client.call(history.undo, { op: admin.client.lastOp })
  const { datas, recordCount } = await admin.client.call(history.getpage)
  expect(recordCount).toBe(5)
  expect(datas.map(({ nickName, title, what, rowCnt, backStt, why }) => [nickName, title, what, rowCnt, backStt, why])).toEqual([
    [expect.any(String), '操作记录 · 撤销', '部门“图书馆”', 1, '0', '撤销本身不能再撤销'],
    [expect.any(String), '组织架构 · 删除', '部门“图书馆”', 1, '2', null],
    [expect.any(String), '组织架构 · 新增', '部门“图书馆”', 1, '1', null],
    ['韩老师', '学生管理 · 修改', '学生“王小明”', 1, '1', null],
    [expect.any(String), '学生管理 · 新增', '学生“王小明”', 1, '1', null],
  ])
  const looks = await admin.client.call(history.getpage, { lookFlag: '1' })
  expect(looks.datas).toMatchObject([{ nickName: '韩老师', title: '学生管理 · 显示原值', backStt: '0' }])
  const filtered = async (filter: object) => (await admin.client.call(history.getpage, filter)).recordCount
  const turned = await admin.client.answer(history.getpage, { sDt: '20261102', eDt: '20261101' })
  expect(turned).toMatchObject({ code: 10001, message: '截止时间必须大于开始时间' })
  expect(await filtered({ mineFlag: '1' })).toBe(4)
  expect(await filtered({ keyWord: '韩' })).toBe(1)
  expect(await filtered({ mdlCode: 'org' })).toBe(2)
  expect(await filtered({ keyWord: '王小' })).toBe(2)
  expect(await filtered({ keyWord: '%' })).toBe(0)
  expect(await filtered({ sDt: '20200101', eDt: '20200102' })).toBe(0)
  expect(await filtered({ sDt: '20200101' })).toBe(5)
  expect(classNo).toBeTruthy()
})

test('who gave rights to whom is found under the roles, and every step under a module that can be chosen', async () => {
  const { admin, head } = await makePupilSchool(server)
  const { roleNo } = await admin.client.call(role.createselfrole, { roleName: '督查', roleItem: '1' })
  await admin.client.call(emprole.createroleemp, { roleNo, empNos: [head.empNo] })
  await admin.client.call(rolepwr.set, { roleNo, rolePwrMdls: [{ mdlCode: 'stu', pwrNos: ['000004'] }] })
  const { datas } = await admin.client.call(history.getpage, { mdlCode: 'role' })
  expect(datas.map(({ title }) => title)).toEqual(['角色的权限 · 设置', '角色的成员 · 新增角色员工', '角色管理 · 新增自定义角色'])
  expect((await admin.client.call(history.getpage, { mdlCode: 'stu' })).datas).toEqual([])

  const offered = new Set(modules.flatMap(({ code, path }) => (path ? callsOfModule(code) : [])))
  const lost = routes.filter(({ call }) => (call.undo || call.method === 'POST') && typeof call.access !== 'string')
  expect(lost.flatMap(({ call }) => (offered.has(call.path) ? [] : [call.path]))).toEqual([])
  expect(callsOfModule('pbcrole')).toContain(entrole.createpbcroleent.path)
})

test('an operation tells every field that it changed, masked, and what stands in the way of taking it back', async () => {
  const school = await makePupilSchool(server)
  const { admin } = school
  const stuNo = await enrol(school)
  const made = admin.client.lastOp
  await admin.client.call(stu.update, { stuNo, stuName: '王小朋', authTel: '13800138000', rem: '换座位' })
  const op = admin.client.lastOp
  const { parts, rowCnt } = await admin.client.call(history.get, { op })
  expect(rowCnt).toBe(1)
  expect(parts[0]).toMatchObject({ what: '学生“王小朋”', act: 'update' })
  expect(parts[0]?.changes.map(({ title, before, after }) => [title, before, after])).toEqual([
    ['姓名', '王小明', '王小朋'],
    ['认证手机', null, '138****8000'],
    ['备注', null, '换座位'],
  ])
  expect(await admin.client.call(history.getundo, { op })).toEqual({ blocks: [], keeps: [], keepCnt: 0 })
  expect(await admin.client.call(history.getundo, { op: made })).toMatchObject({
    blocks: ['学生“王小朋”之后又有改动，不能撤销'],
  })
  await admin.client.call(stu.update, { stuNo, stuName: '王朋' })
  const { blocks } = await admin.client.call(history.getundo, { op })
  expect(blocks).toEqual(['学生“王朋”的姓名之后又有改动，不能撤销'])
})

test('a deleted student comes back from the list with the guardians', async () => {
  const school = await makePupilSchool(server)
  const { admin } = school
  const stuNo = await enrol(school)
  const ptrNo = await giveGuardian(school, stuNo)
  await admin.client.call(stuptr.delete, { stuNo, ptrNo })
  const unlinked = admin.client.lastOp
  await admin.client.call(stu.delete, { stuNo })
  const deleted = (await admin.client.call(history.getpage)).datas[0]
  expect(deleted).toMatchObject({ title: '学生管理 · 删除', what: '学生“王小明”', backStt: '1' })
  await admin.client.call(history.undo, { op: deleted?.op ?? '' })
  await admin.client.call(history.undo, { op: unlinked })
  expect((await admin.client.call(stu.getex, { stuNo })).ptrCnt).toBe(1)
})

test('who may not see what others did sees and opens the own operations alone', async () => {
  const school = await makePupilSchool(server)
  const { admin, head, otherNo } = school
  const stuNo = await enrol(school)
  await enrol(school, { stuName: '李小红', unitNo: otherNo })
  const ofAdmin = admin.client.lastOp
  await head.client.call(stu.update, { stuNo, rem: '近视' })
  const { datas } = await head.client.call(history.getpage, { mineFlag: '0' })
  expect(datas.map(({ title, what, ownFlag }) => [title, what, ownFlag])).toEqual([['学生管理 · 修改', '学生“王小明”', '1']])
  for (const call of [history.get, history.getundo])
    expect(await head.client.answer(call, { op: ofAdmin })).toMatchObject({ code: 10002 })
  expect((await head.client.answer(history.undo, { op: ofAdmin })).code).not.toBe(0)
  // Moves the child to another class: the operation stays, the name is hidden.
  await admin.client.call(stu.updateunit, { stuNos: [stuNo], unitNo: otherNo, rem: '调整' })
  const later = await head.client.call(history.getpage)
  expect(later.datas.map(({ what }) => what)).toEqual(['学生'])
  const told = JSON.stringify(await head.client.call(history.get, { op: datas[0]?.op ?? '' }))
  for (const word of ['王小明', '近视']) expect(told).not.toContain(word)
})

test('an administrator takes back what a colleague did; who only sees it does not, and neither does who lacks the right behind it', async () => {
  const school = await makePupilSchool(server)
  const { admin, head } = school
  const stuNo = await enrol(school)
  await head.client.call(stu.update, { stuNo, rem: '近视' })
  const { op } = (await admin.client.call(history.getpage)).datas[0] ?? { op: '' }
  const { roleNo } = await admin.client.call(role.createselfrole, { roleName: '督查', roleItem: '1' })
  const grant = (mdlCode: string, pwrNos: string[]) => ({ mdlCode, pwrNos })
  const inspector = await makePerson(school, {})
  await admin.client.call(emprole.createroleemp, { roleNo, empNos: [inspector.empNo] })
  await admin.client.call(rolepwr.set, {
    roleNo,
    rolePwrMdls: [grant('history', ['000004', '000008']), grant('stu', ['000004', '000003'])],
  })
  const seen = (await inspector.client.call(history.getpage)).datas.find((one) => one.op === op)
  expect(seen).toMatchObject({ backStt: '0', why: '只能撤销自己做的', what: '学生“王小明”' })
  expect((await inspector.client.answer(history.undo, { op })).code).not.toBe(0)
  await admin.client.call(rolepwr.set, { roleNo, rolePwrMdls: [grant('history', ['000004', '000008', '000005'])] })
  const shut = (await inspector.client.call(history.getpage)).datas.find((one) => one.op === op)
  expect(shut).toMatchObject({ backStt: '0', why: '你没有做这件事的权限', what: '学生' })
  expect(await inspector.client.answer(history.undo, { op })).toMatchObject({ code: 30001 })
  await admin.client.call(history.undo, { op })
  expect((await admin.client.call(stu.getex, { stuNo })).rem).toBeNull()
  expect((await admin.client.call(history.getpage)).datas.find((one) => one.op === op)).toMatchObject({ backStt: '2' })
})

test('operations of another school are neither listed nor opened', async () => {
  const [one, other] = [await makeSchool(server), await makeSchool(server)]
  await one.admin.client.call(org.create, { orgName: '图书馆' })
  const op = one.admin.client.lastOp
  expect((await other.admin.client.call(history.getpage)).recordCount).toBe(0)
  for (const call of [history.get, history.getundo, history.undo])
    expect((await other.admin.client.answer(call, { op })).code).not.toBe(0)
})

test('fields and whole records are given former values by the call that changes them, which can be taken back', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const { empNo } = await client.call(emp.create, {
    empName: '陈晓雯',
    sex: 'N',
    authTel: '13900139001',
    orgNos: [school.orgNo],
    workNo: 'T01',
  })
  const made = client.lastOp
  await client.call(emp.update, { empNo, empName: '陈小文', workNo: 'T02', rem: '支教' })
  const changed = client.lastOp
  const record = { kind: 'emp', no: empNo }
  const { datas } = await client.call(history.gettimeline, record)
  expect(datas[0]?.parts[0]?.changes.map(({ field, backFlag }) => [field, backFlag])).toEqual([
    ['empName', '1'],
    ['workNo', '1'],
    ['rem', '1'],
  ])
  await client.call(history.restore, { ...record, tbl: 'emp', op: changed, side: 'before', flds: ['empName'] })
  expect(await client.call(emp.getex, { empNo })).toMatchObject({ empName: '陈晓雯', workNo: 'T02', rem: '支教' })
  expect((await client.call(history.gettimeline, record)).datas[0]).toMatchObject({
    title: '员工管理 · 修改',
    rsn: expect.stringMatching(/^恢复为 \d{4}-\d\d-\d\d \d\d:\d\d 改动之前的内容$/),
  })
  await client.call(history.undo, { op: client.lastOp })
  expect((await client.call(emp.getex, { empNo })).empName).toBe('陈小文')
  const then = await client.call(history.getthen, { ...record, op: made })
  const different = then.parts[0]?.fields.filter(({ diffFlag }) => diffFlag === '1')
  expect(different?.map(({ field, was, now }) => [field, was, now])).toEqual([
    ['empName', '陈晓雯', '陈小文'],
    ['workNo', 'T01', 'T02'],
    ['rem', null, '支教'],
  ])
  const flds = different?.map(({ field }) => field) ?? []
  await client.call(history.restore, { ...record, tbl: 'emp', op: made, side: 'after', flds, ver: then.parts[0]?.ver ?? null })
  expect(await client.call(emp.getex, { empNo })).toMatchObject({ empName: '陈晓雯', workNo: 'T01', rem: null })
})

test('a former value that somebody else has by now is refused by name, and nothing changes', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const hire = (empName: string, authTel: string, workNo: string) =>
    client.call(emp.create, { empName, sex: 'M', authTel, orgNos: [school.orgNo], workNo })
  const { empNo } = await hire('张一', '13900139011', 'A1')
  await client.call(emp.update, { empNo, workNo: 'A2', rem: '改号' })
  const op = client.lastOp
  await hire('张二', '13900139012', 'A1')
  const asked = { kind: 'emp', no: empNo, tbl: 'emp', op, side: 'before', flds: ['workNo', 'rem'] }
  expect(await client.answer(history.restore, asked)).toMatchObject({ message: expect.stringContaining('工号') })
  expect(await client.call(emp.getex, { empNo })).toMatchObject({ workNo: 'A2', rem: '改号' })
  expect(await client.answer(history.restore, { ...asked, flds: ['rem'], ver: 1 })).toMatchObject({ code: 10004 })
  // Checks that a reader without the right to change it restores nothing.
  const reader = await makePerson(school, { roles: ['P030STAFF'] })
  const told = await reader.client.call(history.gettimeline, { kind: 'emp', no: empNo })
  expect(
    told.datas.flatMap(({ parts }) => parts.flatMap(({ changes }) => changes.map(({ backFlag }) => backFlag))),
  ).not.toContain('1')
  expect(await reader.client.answer(history.restore, asked)).toMatchObject({ code: 30001 })
})

const second = () => new Promise((resolve) => setTimeout(resolve, 1100))
const momentNow = async () => {
  const { rows } = await server.owner.query(`select to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDDHH24MISS') as tm`)
  return rows[0].tm as string
}

test('departments are shown as they were at a moment, and what became of them since', async () => {
  const school = await makeSchool(server)
  const { client } = school.admin
  const top = (await client.call(org.create, { orgName: '教学部' })).orgNo
  const low = (await client.call(org.create, { orgName: '语文组', prtNo: top })).orgNo
  const gone = (await client.call(org.create, { orgName: '后勤组' })).orgNo
  await second()
  const tm = await momentNow()
  await second()
  await client.call(org.update, { orgNo: low, orgName: '语文教研组' })
  await client.call(org.updateprtorg, { orgNos: [low], prtNo: null })
  await client.call(org.delete, { orgNo: gone })
  await client.call(org.create, { orgName: '新成立的' })
  const nodes = await client.call(history.gettree, { tree: 'org', tm })
  const shown = nodes.filter(({ no }) => [top, low, gone].includes(no)).map(({ no: _, ...node }) => node)
  expect(shown).toHaveLength(3)
  expect(shown).toEqual(
    expect.arrayContaining([
      { name: '教学部', prtNo: null, stt: '1', nowName: null, nowPrtName: null, nowStt: null },
      { name: '语文组', prtNo: top, stt: '1', nowName: '语文教研组', nowPrtName: '最上级', nowStt: null },
      { name: '后勤组', prtNo: null, stt: '1', nowName: null, nowPrtName: null, nowStt: '0' },
    ]),
  )
  expect(nodes.map(({ name }) => name)).not.toContain('新成立的')
  expect(await client.call(history.gettree, { tree: 'org', tm: '20000101000000' })).toEqual([])
})
