import { afterAll, beforeAll, expect, test } from 'vitest'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { enrol, giveGuardian, makePupilSchool, type PupilSchool } from '../../../../test/support/pupilSchool.ts'
import { asOwner, makePerson, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { searchText } from '#server/base/search.ts'
import { search } from '#contract/shell/search.contract.ts'

let server: TestServer
let school: PupilSchool
beforeAll(async () => {
  server = await startServer()
  school = await makePupilSchool(server)
})
afterAll(() => server.close())

const find = (person: Person, word: string) => person.client.call(search.get, { word })

/** Returns the names that a word finds of a kind; undefined where the kind is not there. */
async function names(person: Person, word: string, kind: string) {
  const { groups } = await find(person, word)
  return groups.find((group) => group.kind === kind)?.hits.map(({ name }) => name)
}

/** Gives a guardian who is found by the name. */
async function giveNamed(at: PupilSchool, stuNo: string, facts: Parameters<typeof giveGuardian>[2] & { ptrName: string }) {
  const ptrNo = await giveGuardian(at, stuNo, facts)
  await asOwner(server, at.entNo, (db) =>
    db
      .updateTable('ptr')
      .set({ searchText: searchText(facts.ptrName, [ptrNo], facts.authTel) })
      .where('ptrNo', '=', ptrNo)
      .execute(),
  )
  return ptrNo
}

test('a student is found by name, pinyin, initials, numbers and the end of a phone, which is told masked', async () => {
  const stuNo = await enrol(school, { stuName: '曾可欣', stdyNo: 'XK20260917', authTel: '13911118642' })
  for (const word of ['曾可欣', '可欣', 'zengkexin', 'ZKX', stuNo, 'XK20260917', '8642', '13911118642'])
    expect(await names(school.admin, word, 'stu'), word).toContain('曾可欣')
  const { groups } = await find(school.admin, '曾可欣')
  expect(groups).toEqual([
    {
      kind: 'stu',
      hits: [
        {
          no: stuNo,
          name: '曾可欣',
          note: '三年级（1）班 · 学号 XK20260917',
          tel: '139****8642',
          stt: null,
          path: `/ent/stu?stuNo=${stuNo}`,
        },
      ],
    },
  ])
})

test('somebody of just this name comes before those whose name only holds it, however many they are', async () => {
  const here = await makePupilSchool(server)
  const rows = Array.from({ length: 60 }, (_, i) => ({ stuNo: `${here.entNo}N${i}`, stuName: `林小雨${i % 2 ? '欣' : '晴'}` }))
  await asOwner(server, here.entNo, (db) =>
    db
      .insertInto('stu')
      .values(
        [...rows, { stuNo: `${here.entNo}NX`, stuName: '林小雨' }].map((row) => ({
          ...row,
          entNo: here.entNo,
          unitNo: here.classNo,
          sex: 'F',
          searchText: searchText(row.stuName, [row.stuNo]),
        })),
      )
      .execute(),
  )
  const found = await names(here.admin, '林小雨', 'stu')
  expect(found).toHaveLength(6)
  expect(found?.[0]).toBe('林小雨')
})

test('a whole number finds whose it is alone, in small letters too, and the last four digits whose phone ends so', async () => {
  await enrol(school, { stuName: '牛一一', stdyNo: 'X20261', authTel: '13966661117' })
  await enrol(school, { stuName: '牛二二', stdyNo: 'X202615', authTel: '13911178888' })
  for (const word of ['X20261', 'x20261']) expect(await names(school.admin, word, 'stu')).toEqual(['牛一一'])
  expect((await names(school.admin, 'X2026', 'stu'))?.toSorted()).toEqual(['牛一一', '牛二二'])
  expect(await names(school.admin, '1117', 'stu')).toEqual(['牛一一'])
  expect(await names(school.admin, '１１１７', 'stu')).toEqual(['牛一一'])
})

test('who has just this number comes before those whose phones end so, however many they are', async () => {
  const here = await makePupilSchool(server)
  await makePerson(here, { name: '闵先生', workNo: '1001' })
  for (let i = 0; i < 8; i++) {
    const { empNo } = await makePerson(here, { name: `顾老师${'甲乙丙丁戊己庚辛'[i]}` })
    await asOwner(server, here.entNo, (db) =>
      db
        .updateTable('emp')
        .set({ authTel: `1391${i}341001` })
        .where('empNo', '=', empNo)
        .execute(),
    )
    await enrol(here, { authTel: `139${i}8761001` })
  }
  await enrol(here, { stuName: '闵小鱼', stdyNo: '1001' })
  for (const [kind, name] of [
    ['emp', '闵先生'],
    ['stu', '闵小鱼'],
  ] as const) {
    const found = await names(here.admin, '1001', kind)
    expect([kind, found?.[0], found?.length]).toEqual([kind, name, 6])
  }
})

test('a name is found with a space typed in it as without, by the search and by the lists', async () => {
  const { client } = school.admin
  await enrol(school, { stuName: '章伟航' })
  await enrol(school, { stuName: '章 伟航' })
  await giveNamed(school, await enrol(school, { stuName: '章小' }), { ptrName: '章大海', authTel: '13977770001' })
  await makePerson(school, { name: '章老师', roles: ['P030STAFF'] })
  for (const word of ['章 伟航', '章　伟航', '章 伟 航']) {
    expect(await names(school.admin, word, 'stu'), word).toContain('章伟航')
    const { datas } = await client.call(stu.getpage, { keyWord: word })
    expect(
      datas.map(({ stuName }) => stuName),
      word,
    ).toContain('章伟航')
  }
  expect((await names(school.admin, '章　伟航', 'stu'))?.toSorted()).toEqual(['章 伟航', '章伟航'])
  expect(await names(school.admin, '章 大海', 'ptr')).toEqual(['章大海'])
  expect(await names(school.admin, '章 老师', 'emp')).toEqual(['章老师'])
})

test('a whole phone finds the guardian and the child, and nobody may try one number after the other', async () => {
  const stuNo = await enrol(school, { stuName: '钱多多' })
  await giveNamed(school, stuNo, { ptrName: '钱守仁', authTel: '13922220001' })
  const { groups } = await find(school.admin, '13922220001')
  expect(groups.map(({ kind, hits }) => [kind, hits.map(({ name, tel }) => [name, tel])])).toEqual([
    ['stu', [['钱多多', null]]],
    ['ptr', [['钱守仁', '139****0001']]],
  ])
  const seeker = await makePerson(school, { roles: ['P030ADMIN'] })
  const answers = []
  for (let i = 0; i < 61; i++) answers.push(await seeker.client.answer(search.get, { word: String(13_933_330_000 + i) }))
  expect(answers.findIndex(({ code }) => code !== 0)).toBe(60)
  expect(answers[60]?.message).toContain('一分钟内查找的号码太多')
})

test('a head teacher finds the pupils and guardians of the own class alone', async () => {
  const own = await enrol(school, { stuName: '苏念安' })
  const other = await enrol(school, { stuName: '苏念平', unitNo: school.otherNo })
  await giveNamed(school, own, { ptrName: '苏长林', authTel: '13944440001' })
  await giveNamed(school, other, { ptrName: '苏长松', authTel: '13944440002' })
  expect((await names(school.admin, '苏念', 'stu'))?.toSorted()).toEqual(['苏念安', '苏念平'])
  expect(await names(school.head, '苏念', 'stu')).toEqual(['苏念安'])
  expect(await names(school.head, '苏长', 'ptr')).toEqual(['苏长林'])
  expect(await names(school.head, '三年级学生的家长', 'ptr')).not.toContain('苏长松')
  expect((await find(school.head, '苏念平的家长电话')).phrase).toBeNull()
  expect((await find(school.admin, '苏念平的家长电话')).phrase?.text).toBe('苏念平的家长')
})

test('who has no right to a list finds nothing of it', async () => {
  const staff = await makePerson(school, { name: '冯同事', roles: ['P030STAFF'] })
  await enrol(school, { stuName: '冯小宝' })
  expect(await names(school.admin, '冯小', 'stu')).toEqual(['冯小宝'])
  expect((await find(staff, '冯小')).groups).toEqual([])
  expect((await find(staff, '三年级的女生')).phrase).toBeNull()
  expect(await names(staff, '冯同事', 'emp')).toEqual(['冯同事'])
  const nobody = await makePerson(school)
  expect((await find(nobody, '冯同事')).groups).toEqual([])
})

test('people of another school are never found, nor what was deleted', async () => {
  const other = await makePupilSchool(server)
  await enrol(other, { stuName: '卓异乡', authTel: '13955550001' })
  for (const word of ['卓异乡', 'zyx', '13955550001', '0001']) {
    const found = (await names(school.admin, word, 'stu')) ?? []
    expect(found, word).not.toContain('卓异乡')
  }
  const stuNo = await enrol(school, { stuName: '卓离去' })
  expect(await names(school.admin, '卓离去', 'stu')).toEqual(['卓离去'])
  await school.admin.client.call(stu.delete, { stuNo })
  expect((await find(school.admin, '卓离去')).groups).toEqual([])
})

test('a percent sign and an underscore mean themselves, and one letter finds nobody', async () => {
  for (const word of ['%%', '__', '%_', '\\%', "'; --", '王']) expect((await find(school.admin, word)).groups, word).toEqual([])
})

test('departments, colleagues, grades and classes, and settings are found too', async () => {
  const { admin } = school
  await admin.client.call(org.create, { orgName: '信息技术中心' })
  expect(await names(admin, '信息技术', 'org')).toEqual(['信息技术中心'])
  expect(await names(admin, 'xxjs', 'org')).toEqual(['信息技术中心'])
  expect(await names(admin, '韩老师', 'emp')).toEqual(['韩老师'])
  for (const word of ['三年级2班', '三（2）班', '302', school.otherNo])
    expect((await names(admin, word, 'unit'))?.[0], word).toBe('三年级（2）班')
  expect(await names(admin, 'sannianji', 'unit')).toContain('三年级')
  const { groups } = await find(admin, '主题色')
  expect(groups).toEqual([{ kind: 'cfg', hits: [expect.objectContaining({ no: 'THEME', path: '/ecb/entcfg?cfgCode=THEME' })] }])
})

test('a phrase finds just those whom the filters of the list find, and leads there', async () => {
  const here = await makePupilSchool(server)
  const { admin, classNo, otherNo } = here
  let i = 0
  for (const unitNo of [classNo, otherNo])
    for (const sex of ['M', 'N'] as const)
      for (const wts of ['02', '01', '02,31', null])
        await enrol(here, { stuName: `学生${'甲乙丙丁'[i++ % 4]}`, unitNo, sex, wts })
  const listed = await admin.client.call(stu.getlist, {})
  const gone = listed[0]?.stuNo as string
  await admin.client.call(stu.transfer, { stuNos: [gone], lvDt: '20260901', lvRsn: '搬家' })
  await giveGuardian(here, listed[1]?.stuNo as string)
  for (const said of [
    '三年级住校的女生',
    '女生 三年级',
    '三（2）班男生',
    '三年级2班走读',
    '贫困生',
    '已转出的学生',
    '没有家长的三年级1班女生',
    '没有手机的男生',
    '住校的',
  ]) {
    const { phrase, groups } = await find(admin, said)
    expect(phrase?.kind, said).toBe('stu')
    const asked = Object.fromEntries(new URL(phrase?.path ?? '', 'http://x').searchParams)
    const { datas } = await admin.client.call(stu.getpage, { ...('stt' in asked ? {} : { rollFlag: '1' }), ...asked })
    const shown = groups.find(({ kind }) => kind === 'stu')?.hits.map(({ no }) => no) ?? []
    const wanted = datas.map(({ stuNo }) => stuNo)
    expect(shown.length, said).toBe(Math.min(6, wanted.length))
    expect(
      shown.filter((no) => !wanted.includes(no)),
      said,
    ).toEqual([])
    expect(wanted.length, said).toBeGreaterThan(0)
  }
  expect((await find(admin, '三年级住校的女生')).phrase?.text).toBe('三年级、住校的女生')
})

test('labels that the asker may not see are no words of a phrase', async () => {
  const grade = await makePerson(school, { name: '方组长', roles: ['P030GRADE'] })
  await asOwner(server, school.entNo, (db) =>
    db
      .insertInto('empdatapwr')
      .values({ entNo: school.entNo, empNo: grade.empNo, roleNo: 'P030GRADE', dataVal: school.gradeNo, dataType: 'unit' })
      .execute(),
  )
  await enrol(school, { stuName: '许不知', wts: '31' })
  expect((await find(school.admin, '贫困的学生')).groups[0]?.hits.map(({ name }) => name)).toContain('许不知')
  expect(await find(grade, '贫困的学生')).toEqual({ groups: [], phrase: null })
  expect((await find(grade, '住校的学生')).phrase?.text).toBe('住校的学生')
})

test('guardians, children, head teachers and teachers are found through whom they belong to', async () => {
  const { admin } = school
  const stuNo = await enrol(school, { stuName: '江予墨', sex: 'N' })
  await giveNamed(school, stuNo, { ptrName: '江海', authTel: '13966660001', relt: '51' })
  await giveNamed(school, stuNo, { ptrName: '陆青', authTel: '13966660002', relt: '52', prior: 2 })
  const told = async (said: string) => {
    const { phrase, groups } = await find(admin, said)
    return [
      phrase?.kind,
      groups
        .find(({ kind }) => kind === phrase?.kind)
        ?.hits.map(({ name }) => name)
        .toSorted(),
    ]
  }
  expect(await told('江予墨的家长电话')).toEqual(['ptr', ['江海', '陆青']])
  expect(await told('江予墨妈妈的电话')).toEqual(['ptr', ['陆青']])
  expect(await told('三年级 江予墨 爸爸')).toEqual(['ptr', ['江海']])
  expect(await told('江海的孩子')).toEqual(['stu', ['江予墨']])
  expect(await told('陆青的女儿')).toEqual(['stu', ['江予墨']])
  expect(await told('江予墨的班主任')).toEqual(['emp', ['韩老师']])
  expect(await told('三年级1班的班主任')).toEqual(['emp', ['韩老师']])
  expect(await told('三年级的老师')).toEqual(['emp', ['方组长', '韩老师']])
  const { groups } = await find(admin, '江予墨的家长电话')
  expect(groups[0]?.hits[0]).toMatchObject({ tel: '139****0001', note: '江予墨 三年级（1）班 · 父亲' })
})

test('a phrase about a name that nobody has is looked for as it stands', async () => {
  expect(await find(school.admin, '无此人的家长电话')).toEqual({ groups: [], phrase: null })
  expect((await find(school.admin, '三年级家长会')).phrase).toBeNull()
})

test('what the search tells is what the lists tell: the same people by the same word', async () => {
  const { client } = school.admin
  for (const keyWord of ['韩老师', 'hls']) {
    const { datas } = await client.call(emp.getpage, { keyWord })
    expect(await names(school.admin, keyWord, 'emp')).toEqual(datas.map(({ empName }) => empName))
  }
  const { datas } = await client.call(ptr.getpage, { keyWord: '江海' })
  expect(await names(school.admin, '江海', 'ptr')).toEqual(datas.map(({ ptrName }) => ptrName))
})
