import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { history } from '#contract/shell/history.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { type Districts, districtsOf, guess, meanSuccess, type Row } from '../support/guesser.ts'
import { asOwner, type Client, makePerson, makeSchool, startServer, type TestServer } from '../support/harness.ts'
import { makeNumberedSchool } from '../support/numberedSchool.ts'
import { makePersonWithRights } from '../support/personWithRights.ts'
import { enrol, makePupilSchool } from '../support/pupilSchool.ts'
import { previewList } from '../support/studentLists.ts'
import { asked, told } from '../support/toldOfPeople.ts'
import { imp } from '#contract/shell/imp.contract.ts'

const once = 1 / 50

let server: TestServer
let schoolNo: string
/** Holds the ID number of everybody, by the number of the record. */
let numbers: Map<string, string>
let districts: Districts
const readers: Record<string, Client> = {}

beforeAll(async () => {
  server = await startServer()
  const bureau = await makeSchool(server, { idntNo: '020' })
  const made = await makeNumberedSchool(server, bureau.entNo)
  const { school } = made
  ;({ numbers } = made)
  schoolNo = school.entNo
  districts = districtsOf([...numbers.values()])
  const office = await makePerson(school, { roles: ['P030ADMIN'] })
  const head = await makePerson(school, { roles: ['P030GRADE'] })
  const teacher = await makePerson(school, { roles: ['P030STAFF'] })
  await asOwner(server, schoolNo, async (db) => {
    // Denies the office the right to clear text that its role gives.
    const denied = { entNo: schoolNo, empNo: office.empNo, pwrNo: '000011', addDelFlag: '2' }
    await db
      .insertInto('emppwr')
      .values(['emp', 'stu', 'ptr', 'stuarch', 'emparch', 'ptrarch', 'vst'].map((mdlCode) => ({ ...denied, mdlCode })))
      .execute()
    const held = { entNo: schoolNo, empNo: head.empNo, roleNo: 'P030GRADE', dataVal: school.gradeNo, dataType: 'unit' }
    await db.insertInto('empdatapwr').values(held).execute()
  })
  readers['the office without the right to clear text'] = office.client
  readers['a teacher'] = teacher.client
  readers['the bureau'] = bureau.admin.client
  readers['the head of a grade'] = head.client
})
afterAll(() => server.close())

test('from all that stands beside it, nobody guesses the hidden number of one person in fifty', async () => {
  for (const [who, client] of Object.entries(readers)) {
    const rows = await told(client, schoolNo)
    const beside = rows.filter(({ no, brth }) => brth && numbers.has(no))
    // Shows that the reader was told of people, with their birth dates.
    expect(beside.length, who).toBeGreaterThan(30)
    expect(meanSuccess(beside, numbers, districts), who).toBeLessThan(once)
    expect(meanSuccess(rows, numbers, districts), who).toBeLessThan(once)
    // Shows that there were numbers to be hidden.
    expect(rows.filter(({ texts }) => texts.some((text) => /^有$|••••/.test(text))).length, who).toBeGreaterThan(30)
    const clear = rows.filter(({ no, texts }) => {
      const number = numbers.get(no)
      return number !== undefined && texts.some((text) => text.includes(number) || text.includes(number.slice(-6)))
    })
    expect(clear, who).toEqual([])
  }
})

test('a list of names tells no number of those whom it finds, nor does the workbook of its refused rows', async () => {
  const client = readers['the office without the right to clear text'] as Client
  const page = (await asked(client, stu.getpage, { pageSize: 100 })) as {
    datas: { stuName: string; stdyNo: string | null; stuNo: string }[]
  }
  const pupils = page.datas.filter(({ stdyNo }) => stdyNo)
  const shown = await previewList({ admin: { client } }, 'wts', [
    ['学号', '姓名', '标签'],
    ...pupils.map(({ stdyNo, stuName }) => [stdyNo, `${stuName}甲`, '住校']),
  ])
  expect(shown.rows.length).toBe(pupils.length)
  const said = JSON.stringify(shown)
  const workbook = (await asked(client, imp.export, { batchNo: shown.batchNo })) as Uint8Array
  const returned = JSON.stringify((await readXlsx(workbook)).sheets.map(({ rows }) => rows))
  expect(returned).toContain('甲')
  for (const text of [said, returned])
    expect(pupils.filter(({ stuNo }) => numbers.has(stuNo) && text.includes(String(numbers.get(stuNo)))).length).toBe(0)
})

test('a number in a remark is hidden in lists, history and masked exports, and shown to those who may edit it', async () => {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const id = numbers.values().next().value as string
  const stuNo = await enrol(school, { rem: `父亲${id}，已核` })
  await client.call(stu.update, { stuNo, rem: `母亲${id}，已核` })
  const looker = await makePersonWithRights(school, ['stu:view', 'stu:export'])
  const remOf = async (by: Client) => (await by.call(stu.getex, { stuNo })).rem
  expect([await remOf(client), await remOf(looker.client)]).toEqual([`母亲${id}，已核`, '母亲••••，已核'])
  expect((await client.call(stu.getexpage, {})).datas[0]?.rem).toBe('母亲••••，已核')
  const deeds = JSON.stringify(await client.call(history.gettimeline, { kind: 'stu', no: stuNo }))
  expect(deeds).toContain('父亲••••，已核')
  expect(deeds).not.toContain(id)
  const sheet = async (mask: string) => {
    const { result } = await client.answer(stu.export, { flds: ['rem'], mask } as never)
    return (await readXlsx(result as Uint8Array)).sheets[0]?.rows[1]?.[0]
  }
  expect([await sheet('1'), await sheet('0')]).toEqual(['母亲••••，已核', `母亲${id}，已核`])
  // Refuses a remark with the hidden number, which the sheet of the list might send back.
  const { message } = await client.answer(stu.updatemany, { datas: [{ stuNo, rem: '母亲••••，已核对' }] })
  expect(message).toContain('遮住的号码')
  expect(await remOf(client)).toBe(`母亲${id}，已核`)
})

/** Shows people as a list did that kept so many characters at the beginning and the end of a number. */
const showing = (first: number, last: number): Row[] =>
  [...numbers].map(([no, number]) => ({
    no,
    brth: number.slice(6, 14),
    sex: Number(number[16]) % 2 ? 'M' : 'N',
    texts: [number.slice(0, first) + '*'.repeat(18 - first - last) + number.slice(18 - last)],
  }))

test('the guesser finds more than half of the numbers that show four characters at each end, and too many of those that show two', () => {
  const old = showing(4, 4)
  expect(meanSuccess(old, numbers, districts)).toBeGreaterThan(0.5)
  const right = old.filter((row) => guess(row, districts)?.number === numbers.get(row.no))
  expect(right.length / old.length).toBeGreaterThan(0.5)
  expect(meanSuccess(showing(0, 2), numbers, districts)).toBeGreaterThan(once)
  expect(meanSuccess(showing(0, 0), numbers, districts)).toBeLessThan(once)
})
