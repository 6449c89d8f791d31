import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makePerson, makeSchool, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { history } from '#contract/shell/history.contract.ts'
import { emparch } from './emparch.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const home = { prvn: '河北省', city: '石家庄市', dstr: '长安区' }

test('an archive grows field by field, and the list says how much is there and who lacks what', async () => {
  const school = await makeSchool(server)
  const { client, empNo: own } = school.admin
  const { empNo } = await makePerson(school, { name: '李晓明' })
  expect(await client.call(emparch.get, { empNo })).toMatchObject({ empName: '李晓明', orgName: '教务处', fullPct: 0, ver: null })
  const first = await client.call(emparch.set, { empNo, ntnl: '01', nation: 'CN', pstn: '050', sbtNo: '102', ...home, ver: null })
  expect(first).toMatchObject({ ...home, fullPct: 41, ver: 1 })
  await client.call(emparch.set, { empNo, npPrvn: '河南省', npCity: '郑州市', ver: 1 })
  expect((await client.call(emparch.getpage, { sbtNo: '102' })).datas).toMatchObject([{ empNo, fullPct: 52 }])
  expect((await client.call(emparch.getpage, { lack: 'ntnl' })).datas.map((row) => row.empNo)).toEqual([own])
  expect((await client.call(emparch.getpage, { orgNo: school.orgNo, keyWord: '晓明' })).recordCount).toBe(1)
  expect(await client.answer(emparch.set, { empNo, ntnl: '02', ver: 1 })).toMatchObject({
    code: 10004,
    result: { npCity: '郑州市' },
  })
  await client.call(history.undo, { op: client.lastOp })
  expect(await client.call(emparch.get, { empNo })).toMatchObject({ npPrvn: null, ver: 3 })
})

test('what can be wrong in an archive is told at its field', async () => {
  const { admin } = await makeSchool(server)
  const { client, empNo } = admin
  const told = async (input: object) => (await client.answer(emparch.set, { empNo, ...input })).message
  expect(await told({ entDt: '20991231' })).toBe('入职日期不能晚于今天')
  expect(await told({ przDt: '20260231' })).toMatch('评聘日期不是存在的日期')
  expect(await told({ qq: '1234' })).toBe('QQ号应为 5 到 12 位数字')
  expect(await told({ vx: '1abcdef' })).toMatch('微信号应为字母开头')
  expect(await told({ qlfcNo: '2010' })).toBe('教师资格证号应为 17 到 20 位数字')
  expect(await told({ ttl: '999' })).toBe('职称不在可选范围内')
  expect(await told({ npPrvn: '河北省', npCity: '郑州市' })).toBe('“郑州市”不在“河北省”内，请重新选择市')
  expect(await told({ empNo: 'Z9' })).toBe('记录不存在或不在可访问的范围内')
})

test('address, QQ and WeChat are masked, and one look at each is kept', async () => {
  const { admin, entNo } = await makeSchool(server)
  const { client, empNo } = admin
  const secret = { adr: '中山路一百二十号三单元', qq: '1234567890', vx: 'xiaoming_li' }
  const answer = await client.call(emparch.set, { empNo, ...secret })
  expect(answer).toMatchObject({ adr: '中山路****', qq: '123****', vx: 'xia****' })
  expect((await client.answer(emparch.set, { empNo, adr: '中山路****' })).message).toMatch('请填写完整的地址')
  expect(JSON.stringify(await client.answer(emparch.set, { empNo, hobby: '书法', ver: 9 }))).not.toMatch(/1234567890|一百/)
  expect(await client.call(emparch.reveal, { empNo, field: 'qq' })).toEqual({ value: '1234567890' })
  const { rows } = await server.owner.query(`select user_no, key from history where ent_no = $1 and act = 'read'`, [entNo])
  expect(rows).toEqual([{ user_no: admin.userNo, key: { emp_no: empNo, field: 'qq' } }])
})

test('who reaches one department reads and writes archives there and nowhere else', async () => {
  const school = await makeSchool(server)
  const { entNo } = school
  const near = await makePerson(school, { roles: ['R-ARCH'] })
  await asOwner(server, entNo, async (db) => {
    await db
      .insertInto('org')
      .values({ entNo, orgNo: `F-${entNo}`, orgName: '远处' })
      .execute()
    await db.insertInto('role').values({ entNo, roleNo: 'R-ARCH', roleName: '部门秘书', roleItem: '3' }).execute()
    for (const pwrNo of ['000003', '000004', '000011'])
      await db.insertInto('rolepwr').values({ entNo, roleNo: 'R-ARCH', mdlCode: 'emparch', pwrNo }).execute()
    const reach = { dataVal: school.orgNo, dataType: 'org' }
    await db
      .insertInto('empdatapwr')
      .values({ entNo, empNo: near.empNo, roleNo: 'R-ARCH', ...reach })
      .execute()
  })
  const far = await makePerson({ ...school, orgNo: `F-${entNo}` })
  await school.admin.client.call(emparch.set, { empNo: far.empNo, qq: '1234567890' })
  const { client } = near
  await client.call(emparch.set, { empNo: near.empNo, hobby: '书法' })
  expect((await client.call(emparch.getpage)).datas.map(({ empNo }) => empNo)).not.toContain(far.empNo)
  for (const call of [emparch.get, emparch.set]) expect((await client.answer(call, { empNo: far.empNo })).code).toBe(10002)
  expect((await client.answer(emparch.reveal, { empNo: far.empNo, field: 'qq' })).code).toBe(10002)
})
