import { afterAll, beforeAll, expect, test } from 'vitest'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { asOwner, makePerson, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { enrol, giveGuardian } from '../../../../../test/support/pupilSchool.ts'
import { idNoOf } from '../../../../../test/support/staffList.ts'
import { complaintsOf, everything, previewList, undoBatch, writeList } from '../../../../../test/support/studentLists.ts'
import { idNo, makeTwoChildren, writtenAndBack } from '../../../../../test/support/twoChildren.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const twoChildren = () => makeTwoChildren(server)

test('phones of students are written and certified, by student number or ID number', async () => {
  const { school, client } = await twoChildren()
  const list = [
    ['学号', '身份证号', '姓名', '手机'],
    ['X1', '', '王小明', '14400000001'],
    ['X2', '', '', '14400000001'],
  ]
  const look = async () =>
    (await client.call(stu.getpage, { keyWord: '14400000001' })).datas.map(({ stuName, authFlag }) => [stuName, authFlag])
  expect(await writtenAndBack(school, 'stutel', list, look)).toEqual({
    addCnt: 0,
    updCnt: 2,
    seen: [
      ['王小明', '1'],
      ['李一', '1'],
    ],
  })
  expect(
    await complaintsOf(school, 'stutel', [
      ['学号', '证件号', '姓名', '手机'],
      ['', '', '', '14400000001'],
      ['X9', '', '', '14400000001'],
      ['X1', '', '王大明', '14400000001'],
      ['X2', idNo, '', '14400000001'],
      ['X1', '', '', '1440000'],
      ['', idNo, '', '14400000002'],
      ['X1', '', '', '14400000003'],
    ]),
  ).toEqual([
    '学号和证件号至少填一个',
    '没有学号是“X9”的学生',
    '这名学生登记的姓名是王小明 → 王小明',
    '学号和证件号不是同一名学生',
    '手机应为 1 开头的 11 位数字',
    '与第 6 行是同一名学生',
    '与第 6 行是同一名学生',
  ])
})

test('who has left is not certified and not moved', async () => {
  const { school, one, client } = await twoChildren()
  await client.call(stu.transfer, { stuNos: [one], lvDt: '20260901', lvRsn: '迁居' })
  expect(
    await complaintsOf(school, 'stutel', [
      ['学号', '手机'],
      ['X1', '14400000001'],
    ]),
  ).toEqual(['王小明已转出，不能认证'])
  expect(
    await complaintsOf(school, 'unit', [
      ['学号', '年级', '班级'],
      ['X1', '三年级', '2班'],
    ]),
  ).toEqual(['王小明已转出，不能调班'])
})

test('labels come, go or take the place of all', async () => {
  const { school, one, other, client } = await twoChildren()
  await client.call(stu.bulkupdatewts, { stuNos: [one, other], addWts: '01,11' })
  const list = [
    ['学号', '标签', '方式'],
    ['X1', '住校、13', ''],
    ['X2', '走读，班干部', '减'],
  ]
  const look = async () => (await client.call(stu.getpage, {})).datas.map(({ wts }) => wts)
  const before = await everything(school)
  const { batchNo } = await writeList(school, 'wts', list)
  expect(await look()).toEqual(['02,11,13', null])
  await undoBatch(school, batchNo)
  expect(await everything(school)).toEqual(before)
  await writeList(school, 'wts', [
    ['学号', '标签', '方式'],
    ['X1', '特长生', '替换'],
  ])
  expect(await look()).toEqual(['12', '01,11'])
  expect(
    await complaintsOf(school, 'wts', [
      ['学号', '标签', '方式'],
      ['X1', '走渎', ''],
      ['X2', '走读、住校', ''],
      ['X9', '走读', '改'],
    ]),
  ).toEqual(['标签“走渎”不存在 → 走读', '“走读”和“住校”只能选一个', '方式应为加、减或替换，不是“改”'])
})

test('students go to other classes, and the reason is kept with the change', async () => {
  const { school, one, other, client } = await twoChildren()
  const list = [
    ['学号', '年级', '班级', '生效日期', '原因'],
    ['X1', '三年级', '（2）班', '2026-09-01', '重新分班'],
    ['X2', '', '三年级待分班', '', ''],
  ]
  const before = await everything(school)
  await client.call(stu.updateunit, { stuNos: [other], unitNo: school.otherNo })
  await client.call(stu.updateunit, { stuNos: [other], unitNo: school.classNo })
  expect(await complaintsOf(school, 'unit', [list[0] ?? [], ...list.slice(1)])).toEqual([undefined, '班级“三年级待分班”不存在'])
  const { batchNo } = await writeList(school, 'unit', [list[0] ?? [], list[1] ?? [], ['X2', '三年级', '待分班', '', '']])
  expect((await client.call(stu.getpage, {})).datas.map(({ unitName }) => unitName)).toEqual(['三年级（2）班', '三年级待分班'])
  const { rows } = await server.owner.query(
    `select reason from history where ent_no = $1 and tbl = 'stu' and key ->> 'stu_no' = $2 order by id desc limit 1`,
    [school.entNo, one],
  )
  expect(rows[0].reason).toBe('重新分班，2026-09-01 起')
  await undoBatch(school, batchNo)
  expect(await everything(school)).toEqual(before)
})

test('filled cells change, empty ones do not, 清空 empties, and what is wrong is told', async () => {
  const { school, one, client } = await twoChildren()
  await client.call(stu.update, { stuNo: one, rem: '旧备注' })
  const list = [
    ['证件号', '学号', '姓名', '民族', '籍贯省', '籍贯市', '省', '市', 'QQ', '备注'],
    [idNo, 'Y1', '王晓明', '汉族', '河南省', '郑州市', '河南省', '郑州市', '12345678', '清空'],
    ['', 'X2', '', '回族', '', '', '', '', '', ''],
  ]
  const look = async () => {
    const { stuName, stdyNo, rem } = await client.call(stu.get, { stuNo: one })
    const { ntnl, npCity, qq } = await client.call(stuarch.get, { stuNo: one })
    return [stuName, stdyNo, rem, ntnl, npCity, qq]
  }
  expect(await writtenAndBack(school, 'stu', list, look)).toEqual({
    addCnt: 0,
    updCnt: 2,
    seen: ['王晓明', 'Y1', null, '01', '郑州市', expect.stringContaining('*')],
  })
  const other = idNoOf('98010220170912002')
  const { rows } = await previewList(school, 'stu', [
    ['学号', '姓名', '证件号'],
    ['X2', '', other],
  ])
  expect(rows[0]).toMatchObject({ act: 'upd', chg: ['sex', 'brth', 'idNo'] })
  expect(
    await complaintsOf(school, 'stu', [
      ['学号', '姓名', '性别', '证件号', '省', '市', '全国学籍号', 'QQ'],
      ['X1', '', '', other, '', '', '', ''],
      ['X2', '', '', '', '河北省', '郑州市', '', ''],
      ['X1', '清空', '', '', '', '', '', ''],
      ['X1', '', '女', '', '', '', '', ''],
      ['X1', '', '', '', '', '', 'G123', '12'],
    ]),
  ).toEqual([
    '证件号与登记的不同；要更正证件号，请同时填写登记的姓名',
    '“郑州市”不在“河北省”内，请重新选择市',
    '姓名不能清空',
    '性别与身份证号不符 → 男',
    '全国学籍号应为 G、J 或 L 加 18 位，共 19 位',
  ])
})

test('a national number that another school has on its roll is remarked on in a list, and written all the same', async () => {
  const [here, there] = [await twoChildren(), await twoChildren()]
  const unfStuNo = 'L980101201701018765'
  const { rows: pupils } = await server.owner.query(`select stu_no from stu where ent_no = $1 and stdy_no = 'X1'`, [
    there.school.entNo,
  ])
  await there.client.call(stuarch.set, { stuNo: pupils[0].stu_no, unfStuNo })
  const { rows } = await previewList(here.school, 'stu', [
    ['学号', '姓名', '全国学籍号'],
    ['X1', '', unfStuNo],
    ['X2', '', 'L980101201701018766'],
  ])
  expect(rows.map(({ act, wrns }) => [act, wrns.map(({ msg }) => msg)])).toEqual([
    ['upd', ['另一所学校有在籍学生用着同一个全国学籍号。是转学来的，请让原学校办理转出；否则请核对']],
    ['upd', []],
  ])
})

test('whoever imports for one class alone neither finds the other’s students nor is told who has their numbers', async () => {
  const { school } = await twoChildren()
  const far = await enrol(school, { stuName: '赵四', stdyNo: 'Z1', unitNo: school.otherNo, idNo: idNoOf('98010220170913001') })
  await giveGuardian(school, far, { ptrName: '赵大', authTel: '14400000007' })
  const keeper = await makePerson(school, { name: '秘书' })
  await asOwner(server, school.entNo, async (db) => {
    const { entNo } = school
    const [roleNo, empNo] = ['R-keeper', keeper.empNo]
    await db.insertInto('role').values({ entNo, roleNo, roleName: '班级秘书', roleItem: '5' }).execute()
    for (const pwrNo of ['000004', '000006'])
      await db.insertInto('rolepwr').values({ entNo, roleNo, mdlCode: 'stu', pwrNo }).execute()
    await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
    await db.insertInto('empdatapwr').values({ entNo, empNo, roleNo, dataVal: school.classNo, dataType: 'unit' }).execute()
  })
  const by = { admin: keeper }
  expect(
    await complaintsOf(by, 'stutel', [
      ['学号', '手机'],
      ['Z1', '14400000001'],
      ['X1', '14400000001'],
    ]),
  ).toEqual(['没有学号是“Z1”的学生', undefined])
  const heads = ['姓名', '性别', '班级', '证件号', '学号', '家长姓名', '关系', '家长手机']
  expect(
    await complaintsOf(by, 'newstu', [
      heads,
      ['赵四', '男', '三年级1班', idNoOf('98010220170913001'), '', '', '', ''],
      ['赵五', '男', '三年级1班', idNoOf('98010220170914001'), 'Z1', '', '', ''],
      ['赵六', '男', '三年级1班', idNoOf('98010220170915001'), '', '赵大', '父亲', '14400000007'],
      ['赵七', '男', '三年级2班', idNoOf('98010220170916001'), '', '', '', ''],
    ]),
  ).toEqual([
    '证件号已被本校另一名学生使用，请联系学校管理员',
    '学号已被本校另一名学生使用，请联系学校管理员',
    '手机已被本校另一名家长使用，请联系学校管理员',
    '班级“三年级2班”不存在',
  ])
  const before = await everything(school)
  const list = [heads, ['赵八', '男', '三年级1班', idNoOf('98010220170917001'), '', '赵父', '父亲', '14400000008']]
  const { batchNo } = await writeList(by, 'newstu', list)
  expect(await previewList(by, 'newstu', list)).toMatchObject({ sameCnt: 1 })
  await undoBatch(by, batchNo)
  expect(await everything(school)).toEqual(before)
})
