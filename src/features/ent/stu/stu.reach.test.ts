import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { makePersonWithRights } from '../../../../test/support/personWithRights.ts'
import { enrol, giveGuardian, makePupilSchool, type PupilSchool } from '../../../../test/support/pupilSchool.ts'
import { idNoOf } from '../../../../test/support/staffList.ts'
import { complaintsOf } from '../../../../test/support/studentLists.ts'
import { closeAfterFiles, portrait } from '../../../../test/support/uploads.ts'
import { edcunit } from '../edcunit/edcunit.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { ptr } from '../ptr/ptr.contract.ts'
import { stuarch } from '../stuarch/stuarch.contract.ts'
import { stuptr } from '../stuptr/stuptr.contract.ts'
import { stu } from './stu.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => closeAfterFiles(server))

/** Makes the head teacher of the first class the head of its grade, too. */
async function leadGrade({ head, entNo, gradeNo }: PupilSchool) {
  const held = { entNo, empNo: head.empNo, roleNo: 'P030GRADE' }
  await asOwner(server, entNo, async (db) => {
    await db.insertInto('emprole').values(held).execute()
    await db
      .insertInto('empdatapwr')
      .values({ ...held, dataVal: gradeNo, dataType: 'unit' })
      .execute()
  })
}

test('an export in clear shows of archives and guardians only what each of their own rights reveals', async () => {
  const school = await makePupilSchool(server)
  const stuNo = await enrol(school, { authTel: '13912340001' })
  await giveGuardian(school, stuNo, { authTel: '14412340001' })
  await school.admin.client.call(stuarch.set, { stuNo, qq: '12345678' })
  const flds = ['authTel', 'qq', 'ptrTel1']
  const take = async (...rights: Parameters<typeof makePersonWithRights>[1]) => {
    const officer = await makePersonWithRights(school, ['stu:view', 'stu:export', 'stuarch:export', 'stu:clear', ...rights])
    const { sheets } = await readXlsx((await officer.client.answer(stu.export, { flds, mask: '0' })).result as Uint8Array)
    return sheets[0]?.rows[1]
  }
  expect(await take()).toEqual(['13912340001', '123****', '144****0001'])
  expect(await take('ptr:clear')).toEqual(['13912340001', '123****', '14412340001'])
  expect(await take('stuarch:clear')).toEqual(['13912340001', '12345678', '144****0001'])
})

test('who leads a grade and one class of it takes in clear that class alone, and sets photos at once there alone', async () => {
  const school = await makePupilSchool(server)
  const { head } = school
  const near = await enrol(school, { authTel: '13912340001' })
  const far = await enrol(school, { stuName: '李远', authTel: '13912340002', unitNo: school.otherNo })
  await leadGrade(school)
  const phones = async (mask: '0' | '1') => {
    const answer = await head.client.answer(stu.export, { flds: ['authTel'], mask })
    return (await readXlsx(answer.result as Uint8Array)).sheets[0]?.rows.slice(1, -1).flat()
  }
  expect(await phones('1')).toEqual(['139****0001', '139****0002'])
  expect(await phones('0')).toEqual(['13912340001'])
  const hand = async (stuNo: string) => {
    const { fileNo } = await head.client.call(upload.upload, { file: await portrait() })
    await head.client.call(stu.applyforstucardpht, { stuNo, cardPht: fileNo })
    return (await head.client.call(stu.getphotos, { stuNo }))[0]?.stt
  }
  expect([await hand(near), await hand(far)]).toEqual(['2', '1'])
  const { fileNo } = await head.client.call(upload.upload, { file: await portrait() })
  expect((await head.client.answer(stu.update, { stuNo: far, cardPht: fileNo })).code).toBe(30001)
})

test('who leads a grade and one class of it sees, finds and sets guarded labels in that class alone', async () => {
  const school = await makePupilSchool(server)
  const { head, admin } = school
  const near = await enrol(school, { wts: '01,31' })
  const far = await enrol(school, { stuName: '李远', unitNo: school.otherNo, wts: '01,31' })
  await leadGrade(school)
  const { client } = head
  const labels = async () => (await client.call(stu.getpage)).datas.map(({ wts }) => wts)
  expect(await labels()).toEqual(['01,31', '01'])
  expect((await client.call(stu.getpage, { wts: '31' })).datas.map(({ stuNo }) => stuNo)).toEqual([near])
  expect((await client.call(stu.getstatis, { wts: '31' })).total).toBe(1)
  const sheet = await client.answer(stu.export, { flds: ['wts'] })
  expect((await readXlsx(sheet.result as Uint8Array)).sheets[0]?.rows.slice(1, 3)).toEqual([['走读、家庭经济困难'], ['走读']])
  await client.call(stu.updatewts, { stuNo: far, wts: '02' })
  expect((await admin.client.call(stu.get, { stuNo: far })).wts).toBe('02,31')
  const both = { stuNos: [near, far], delWts: '31' }
  expect((await client.answer(stu.bulkupdatewts, both)).message).toBe('没有权限去掉标签“家庭经济困难”')
  expect((await client.answer(stu.updatewts, { stuNo: far, wts: '02,32' })).code).toBe(30001)
  await client.call(stu.bulkupdatewts, { ...both, stuNos: [near] })
  expect((await admin.client.call(stu.get, { stuNo: near })).wts).toBe('01')
})

test('nobody finds out by a filter what an archive holds without seeing archives', async () => {
  const school = await makePupilSchool(server)
  const stuNo = await enrol(school)
  await school.admin.client.call(stuarch.set, { stuNo, pltc: '13', nation: 'FR' })
  const officer = await makePersonWithRights(school, ['stu:view', 'stu:export'])
  for (const filter of [{ pltc: '13' }, { nation: 'FR' }, { lack: 'adr' }])
    for (const call of [stu.getlist, stu.getexlist, stu.getpage, stu.getexpage, stu.getstatis, stu.export])
      expect([filter, call.path, (await officer.client.answer(call, filter)).code]).toEqual([filter, call.path, 30001])
  expect((await officer.client.call(stu.getpage, { lack: 'stdyNo' })).recordCount).toBe(1)
})

test('the photo of a new student waits for its review where whoever writes the student down sets none', async () => {
  const school = await makePupilSchool(server)
  const officer = await makePersonWithRights(school, ['stu:view', 'stu:add'])
  const { fileNo } = await officer.client.call(upload.upload, { file: await portrait() })
  const { stuNo, cardPht } = await officer.client.call(stu.create, {
    stuName: '王一',
    sex: 'M',
    unitNo: school.classNo,
    cardPht: fileNo,
  })
  expect(cardPht).toBeNull()
  expect((await officer.client.call(stu.getphotos, { stuNo }))[0]).toMatchObject({ url: null, stt: '1' })
})

test('who manages a class puts nobody among those of the whole grade, who are not theirs', async () => {
  const school = await makePupilSchool(server)
  const officer = await makePersonWithRights(school, ['stu:view', 'stu:import'], school.classNo)
  await enrol(school, { stdyNo: 'X1' })
  const said = '你只管理部分班级，不能放到整个年级的待分班'
  const heads = ['姓名', '性别', '年级', '班级', '证件号']
  const fresh = [heads, ['李一', '男', '三年级', '', idNoOf('98010220170911001')]]
  expect(await complaintsOf({ admin: officer }, 'newstu', fresh)).toEqual([said])
  const moved = [
    ['学号', '年级', '班级'],
    ['X1', '三年级', '待分班'],
  ]
  expect(await complaintsOf({ admin: officer }, 'unit', moved)).toEqual([said])
  const units = await school.admin.client.call(edcunit.getlist, {})
  expect(units.some(({ waitFlag }) => waitFlag === '1')).toBe(false)
})

test('a masked phone is not found by trying one number after the other, in lists, look-ups and refusals', async () => {
  const school = await makePupilSchool(server)
  const stuNo = await enrol(school)
  const ptrNo = await giveGuardian(school, stuNo, { authTel: '14412345678' })
  const tried = (i: number) => `144${String(1200 + i)}5678`
  const officer = () => makePersonWithRights(school, ['stu:view', 'ptr:view', 'stuptr:add'])
  const link = { stuNo, ptrNo, ptrName: '王建国', relt: '51' }
  const ways = [
    (client: Awaited<ReturnType<typeof officer>>['client'], i: number) => client.answer(stu.getpage, { keyWord: tried(i) }),
    (client: Awaited<ReturnType<typeof officer>>['client'], i: number) => client.answer(ptr.find, { authTel: tried(i) }),
    (client: Awaited<ReturnType<typeof officer>>['client'], i: number) =>
      client.answer(stuptr.createwithptr, { ...link, authTel: tried(i) }),
  ]
  for (const way of ways) {
    const { client } = await officer()
    const answers = []
    for (let i = 0; i < 61; i++) answers.push(await way(client, i))
    expect(answers.at(-2)?.message).not.toBe('一分钟内查找的号码太多，请稍后再试')
    expect(answers.at(-1)).toMatchObject({ message: '一分钟内查找的号码太多，请稍后再试', result: null })
    expect((await client.answer(stu.getpage, { keyWord: '王' })).code).toBe(0)
  }
})

test('looks at masked values are limited also when they are asked for at once', async () => {
  const school = await makePupilSchool(server)
  const stuNo = await enrol(school, { authTel: '13912340001' })
  const { client } = await makePersonWithRights(school, ['stu:view', 'stu:clear'])
  const looks = Array.from({ length: 60 }, () => client.answer(stu.reveal, { stuNo, field: 'authTel' }))
  expect((await Promise.all(looks)).filter(({ code }) => code === 0).length).toBe(30)
})
