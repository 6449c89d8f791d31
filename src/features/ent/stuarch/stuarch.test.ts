import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { enrol, makePupilSchool, undoLast } from '../../../../test/support/pupilSchool.ts'
import { idNoOf } from '../../../../test/support/staffList.ts'
import { stu } from '../stu/stu.contract.ts'
import { stuarch } from './stuarch.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const home = { prvn: '河北省', city: '石家庄市', dstr: '长安区' }

test('an archive grows field by field, says how much is there, and goes back with undo', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const stuNo = await enrol(school, { stuName: '王小明', stdyNo: '7' })
  expect(await client.call(stuarch.get, { stuNo })).toMatchObject({
    stuName: '王小明',
    unitName: '三年级（1）班',
    fullPct: 0,
    wrns: [],
    ver: null,
  })
  const first = await client.call(stuarch.set, { stuNo, ntnl: '01', pltc: '14', ...home, ver: null })
  expect(first).toMatchObject({ ...home, pltc: '14', fullPct: 50, ver: 1 })
  await client.call(stuarch.set, { stuNo, npPrvn: '河南省', npCity: '郑州市', ver: 1 })
  expect(await client.answer(stuarch.set, { stuNo, ntnl: '02', ver: 1 })).toMatchObject({
    code: 10004,
    result: { npCity: '郑州市' },
  })
  await undoLast(school.admin)
  expect(await client.call(stuarch.get, { stuNo })).toMatchObject({ npPrvn: null, ntnl: '01', ver: 3 })
})

test('those on the roll are listed, as a register where it is one class, and found by what is written or lacking', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const second = await enrol(school, { stuName: '王二', stdyNo: '2' })
  const one = await enrol(school, { stuName: '王一', stdyNo: '1' })
  const gone = await enrol(school, { stuName: '王三', unitNo: school.otherNo })
  await client.call(stu.transfer, { stuNos: [gone], lvDt: '20260901', lvRsn: '搬家' })
  const unfStuNo = 'L980101201701010001'
  await client.call(stuarch.set, { stuNo: one, unfStuNo: 'l98010120170101 0001', ntnl: '03', nation: 'CN', pltc: '13' })
  const listed = async (filter: object) => (await client.call(stuarch.getpage, filter)).datas.map(({ stuNo }) => stuNo)
  expect(await listed({})).toEqual([second, one])
  expect(await listed({ unitNo: school.classNo })).toEqual([one, second])
  expect(await listed({ stt: '3' })).toEqual([gone])
  for (const filter of [{ unfStuNo }, { ntnl: '03' }, { nation: 'CN' }, { pltc: '13' }, { keyWord: unfStuNo }, { stuNo: one }])
    expect([filter, await listed(filter)]).toEqual([filter, [one]])
  expect(await listed({ lack: 'unfStuNo' })).toEqual([second])
  // Checks that the list of students finds them in the same way.
  const found = await client.call(stu.getpage, { lack: 'ntnl', rollFlag: '1' })
  expect(found.datas.map(({ stuNo }) => stuNo)).toEqual([second])
})

test('a national number belongs to one student on the roll: the other is named, unless the caller does not see them', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const one = await enrol(school, { stuName: '王一', unitNo: school.otherNo })
  const two = await enrol(school, { stuName: '王二' })
  const unfStuNo = 'J98010120170101001X'
  await client.call(stuarch.set, { stuNo: one, unfStuNo })
  await client.call(stuarch.set, { stuNo: one, unfStuNo })
  const refused = async (who = school.admin) => (await who.client.answer(stuarch.set, { stuNo: two, unfStuNo })).message
  expect(await refused()).toBe('全国学籍号已被三年级（2）班的王一使用')
  expect(await refused(school.head)).toBe('全国学籍号已被其他班级的学生使用')
  const both = await Promise.all(
    [one, two].map((stuNo) => client.answer(stuarch.set, { stuNo, unfStuNo: 'J980101201701010028' })),
  )
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 10003])
  await client.call(stu.transfer, { stuNos: [one], lvDt: '20260901', lvRsn: '搬家' })
  expect((await client.answer(stuarch.set, { stuNo: two, unfStuNo })).code).toBe(0)
})

test('a formal number that is not the ID number is remarked on and kept all the same', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const idNo = idNoOf('98010120170305643')
  const stuNo = await enrol(school, { idNo, sex: undefined })
  const warnings = async (unfStuNo: string) => (await client.call(stuarch.set, { stuNo, unfStuNo })).wrns
  expect(await warnings(`G${idNo}`)).toEqual([])
  expect(await warnings('G980101201703056499')).toEqual([
    '学籍号 G 后面的 18 位和身份证号不同；身份证号更正过的可以不同，否则请核对',
  ])
  expect((await client.call(stuarch.get, { stuNo })).wrns).toHaveLength(1)
  const none = await enrol(school, { stuName: '王二' })
  expect((await client.call(stuarch.set, { stuNo: none, unfStuNo: `G${idNo}` })).wrns).toEqual([
    '学籍号以 G 开头，但还没有登记身份证号，请核对',
  ])
})

test('what can be wrong in an archive is told at its field', async () => {
  const school = await makePupilSchool(server)
  const stuNo = await enrol(school)
  const told = async (input: object) => (await school.admin.client.answer(stuarch.set, { stuNo, ...input })).message
  expect(await told({ unfStuNo: 'A980101201703050011' })).toBe('全国学籍号应为 G、J 或 L 加 18 位，共 19 位')
  expect(await told({ unfStuNo: '••••' })).toBe('全国学籍号应为 G、J 或 L 加 18 位，共 19 位')
  expect(await told({ email: 'wang' })).toBe('邮箱应为邮箱地址，如 name@example.com')
  expect(await told({ email: 'w**@a.cn' })).toBe('邮箱不能含有 *，请填写完整的邮箱')
  expect(await told({ npPrvn: '河北省', npCity: '郑州市' })).toBe('“郑州市”不在“河北省”内，请重新选择市')
  expect(await told({ pltc: '99' })).toBe('政治面貌不在可选范围内')
})

test('number, address and contacts are masked everywhere, and one look at each is kept', async () => {
  const school = await makePupilSchool(server)
  const { client, userNo } = school.admin
  const stuNo = await enrol(school)
  const secret = {
    unfStuNo: 'L980101201703050011',
    adr: '中山路一百二十号三单元',
    email: 'xiaoming@example.com',
    qq: '1234567890',
    vx: 'xiaoming_li',
  }
  const answer = await client.call(stuarch.set, { stuNo, ...secret })
  expect(answer).toMatchObject({ unfStuNo: '••••', adr: '中山路****', email: 'xia****', qq: '123****' })
  const [row] = (await client.call(stuarch.getpage)).datas
  expect(row).toMatchObject({ unfStuNo: '••••', adr: '中山路****' })
  expect(JSON.stringify(await client.answer(stuarch.set, { stuNo, hobby: '书法', ver: 9 }))).not.toMatch(/1234567890|一百|xiaom/)
  expect(await client.call(stuarch.reveal, { stuNo, field: 'email' })).toEqual({ value: 'xiaoming@example.com' })
  const { rows } = await server.owner.query(`select user_no, key from history where ent_no = $1 and act = 'read'`, [school.entNo])
  expect(rows).toEqual([{ user_no: userNo, key: { stu_no: stuNo, field: 'email' } }])
})

test('a head teacher keeps the archives of the class, and no other is there', async () => {
  const school = await makePupilSchool(server)
  const near = await enrol(school)
  const far = await enrol(school, { stuName: '王二', unitNo: school.otherNo })
  const { client } = school.head
  expect(await client.call(stuarch.set, { stuNo: near, ...home, adr: '中山路一百二十号' })).toMatchObject({ fullPct: 40 })
  expect((await client.call(stuarch.getpage)).datas.map(({ stuNo }) => stuNo)).toEqual([near])
  for (const call of [stuarch.get, stuarch.set]) expect((await client.answer(call, { stuNo: far })).code).toBe(10002)
  expect((await client.answer(stuarch.reveal, { stuNo: far, field: 'qq' })).code).toBe(10002)
})

test('a national number of a student on the roll of another school is warned about, without saying whose it is', async () => {
  const [one, other] = [await makePupilSchool(server), await makePupilSchool(server)]
  const unfStuNo = 'L980101201701017654'
  const gone = await enrol(other, { stuName: '王二' })
  await other.admin.client.call(stuarch.set, { stuNo: gone, unfStuNo })
  const stuNo = await enrol(one)
  const warned = ['另一所学校有在籍学生用着同一个全国学籍号。是转学来的，请让原学校办理转出；否则请核对']
  expect((await one.admin.client.call(stuarch.set, { stuNo, unfStuNo })).wrns).toEqual(warned)
  expect((await one.admin.client.call(stuarch.get, { stuNo })).wrns).toEqual(warned)
  await other.admin.client.call(stu.transfer, { stuNos: [gone], lvDt: '20260901', lvRsn: '转学' })
  expect((await one.admin.client.call(stuarch.get, { stuNo })).wrns).toEqual([])
})
