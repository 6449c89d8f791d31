import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportRow } from '#contract/importing.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { asOwner, type Client, makePerson, type School, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { idNoOf, preview, previewRows, schoolOfTheList } from '../../../../test/support/staffList.ts'
import { imp } from '#contract/shell/imp.contract.ts'

type Kind = { name: string; column: string; rows: number[]; accepted?: boolean; right?: string[] }

const facts: { total: number; good: number; bad: number; kinds: Kind[]; known: { row: number; name: string; idNo: string } } =
  JSON.parse(readFileSync(new URL('../../../../test/fixtures/staff-2000.json', import.meta.url), 'utf8'))
const fieldOf: Record<string, string> = {
  姓名: 'empName',
  性别: 'sex',
  工号: 'workNo',
  手机: 'authTel',
  身份证号: 'idNo',
  出生日期: 'brth',
  民族: 'ntnl',
  部门: 'orgName',
  岗位: 'pstn',
  备注: 'rem',
}

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

async function rowsOf({ admin }: School, batchNo: string, act?: ImportRow['act']) {
  const rows: ImportRow[] = []
  for (let pageIndex = 1; ; pageIndex++) {
    const some = await admin.client.call(imp.getrows, { batchNo, act, pageIndex, pageSize: 500 })
    rows.push(...some)
    if (some.length < 500) return rows
  }
}

const sum = ({
  addCnt,
  updCnt,
  sameCnt,
  errCnt,
  outCnt,
}: {
  addCnt: number
  updCnt: number
  sameCnt: number
  errCnt: number
  outCnt: number
}) => addCnt + updCnt + sameCnt + errCnt + outCnt

test('of two thousand rows with 24 kinds of errors every wrong cell is found, and every proposal is right', async () => {
  const school = await schoolOfTheList(server)
  const shown = await preview(school, 'staff-2000.xlsx')
  expect(shown).toMatchObject({ total: facts.total, addCnt: facts.good, errCnt: facts.bad })
  const rows = new Map((await rowsOf(school, shown.batchNo)).map((row) => [row.rowNo, row]))
  const wrong = facts.kinds.filter((kind) => !kind.accepted)
  const bad = new Set(wrong.flatMap((kind) => kind.rows))
  expect([...rows.values()].filter(({ act }) => act === 'skip').map(({ rowNo }) => rowNo)).toEqual([...bad].sort((a, b) => a - b))
  for (const { name, column, rows: numbers, right } of wrong)
    for (const [at, rowNo] of numbers.entries()) {
      const errs = rows.get(rowNo)?.errs ?? []
      // Recognises a person listed twice by the shared number.
      const error = name === '同一人两次' ? errs[0] : errs.find(({ fld }) => fld === fieldOf[column])
      expect(error, `${name}，第 ${rowNo} 行`).toBeDefined()
      if (right)
        expect(
          error?.sgst.map(({ val }) => val.replaceAll('-', '')),
          `${name}，第 ${rowNo} 行`,
        ).toContain(right[at])
    }
})

test('alike errors are mended at once where there is one proposal; the counts add up, and what is left is written or kept', async () => {
  const school = await schoolOfTheList(server)
  const { client } = school.admin
  const { batchNo, total } = await preview(school, 'staff-2000.xlsx')
  const alike = await client.call(imp.getalike, { batchNo })
  expect(alike.length).toBeGreaterThanOrEqual(23)
  const [fld, code] = ['orgName', '部门“语文组”不存在']
  const renamed = alike.find((one) => one.code === code)
  expect(renamed).toMatchObject({ what: code, from: '语文组', to: '语文教研组' })
  const { cnt = 0, fixCnt } = renamed ?? {}
  expect([cnt > 1, fixCnt]).toEqual([true, cnt])
  const mended = await client.call(imp.repair, { batchNo, fld, code, how: 'fix' })
  expect(mended).toMatchObject({ addCnt: facts.good + cnt, errCnt: facts.bad - cnt })
  for (const one of alike)
    if (one.fixCnt > 0 && one !== renamed)
      expect(sum(await client.call(imp.repair, { batchNo, fld: one.fld, code: one.code, how: 'fix' }))).toBe(total)
  const doubtful = alike.find(({ mayKeep }) => mayKeep)
  const kept = await client.call(imp.repair, { batchNo, fld: 'idNo', code: doubtful?.code ?? '', how: 'keep' })
  expect(kept.warnCnt).toBeGreaterThan(0)
  const unknown = kept.errCnt
  const left = await client.call(imp.repair, {
    batchNo,
    fld: 'orgName',
    code: `部门“${await textOf(client, batchNo)}”不存在`,
    how: 'out',
  })
  expect(left.errCnt).toBe(unknown - left.outCnt)
  expect(sum(left)).toBe(total)
  const done = await client.call(emp.importempcreate, { batchNo })
  expect(done).toMatchObject({ addCnt: left.addCnt, errCnt: left.errCnt, outCnt: left.outCnt })
  expect((await client.call(emp.getpage, { keyWord: facts.known.name })).recordCount).toBe(1)
  const rest = await sheetOf(client, batchNo)
  expect(rest.length).toBe(1 + left.errCnt + left.outCnt)
  expect(rest[0]).toEqual(expect.arrayContaining(['原行号', '结果', '姓名', '部门的问题']))
})

// Reads the text of a department that stands in the workbook and nowhere else.
async function textOf(client: Client, batchNo: string) {
  const rows = await client.call(imp.getrows, { batchNo, act: 'skip', pageSize: 500 })
  return (
    rows.find(({ errs }) => errs.length === 1 && errs[0]?.msg.includes('不存在') && errs[0].sgst.length === 0)?.vals.orgName ?? ''
  )
}

async function sheetOf(client: Client, batchNo: string) {
  const { result } = await client.answer(imp.export, { batchNo })
  return (await readXlsx(result as Uint8Array)).sheets[0]?.rows ?? []
}

test('a batch that was written is taken back whole; who was changed since is named, and nothing is taken back', async () => {
  const school = await schoolOfTheList(server)
  const { client } = school.admin
  const before = await peopleOf(school)
  const batchNos = []
  for (const rem of ['', '改过'])
    batchNos.push(
      (await previewRows(school, [['高明', '男', 'W1', '13912345678', idNoOf('98010119900305001'), '教务处', rem]])).batchNo,
    )
  const [, second = ''] = batchNos
  expect(await client.answer(imp.undo, { batchNo: second })).toMatchObject({ code: 10014, message: '这批导入没有写入，不用撤销' })
  await client.call(emp.importempcreate, { batchNo: second })
  const [made] = (await client.call(emp.getpage, { keyWord: '高明' })).datas
  await client.call(emp.update, { empNo: made?.empNo ?? '', rem: '后来' })
  expect(await client.answer(imp.undo, { batchNo: second })).toMatchObject({
    code: 10015,
    message: expect.stringContaining('高明'),
  })
  await client.call(emp.update, { empNo: made?.empNo ?? '', rem: '改过' })
  await client.call(imp.undo, { batchNo: second })
  expect(await peopleOf(school)).toEqual(before)
  expect((await client.call(imp.getpage, {})).datas.map(({ impStt }) => impStt)).toEqual(['0', '3'])
  expect(await client.answer(imp.undo, { batchNo: second })).toMatchObject({ message: '这批导入已经撤销' })
})

const peopleOf = ({ entNo }: School) =>
  asOwner(server, entNo, (db) =>
    db
      .selectFrom('emp')
      .select(['empName', 'rem', 'authTel'])
      .where('entNo', '=', entNo)
      .where('stt', '<>', '0')
      .orderBy('empNo')
      .execute(),
  )

test('cells are edited one by one or as a block, rows left out and taken in again, and a closed window loses nothing', async () => {
  const school = await schoolOfTheList(server)
  const { client } = school.admin
  const { batchNo, errCnt } = await previewRows(school, [
    ['高明', '男', 'W1', '139123', '', '教务处', ''],
    ['郭慧', '女', 'W2', '13912345670', '', '不存在的部门', ''],
    ['', '', '', '13912345671', '', '教务处', ''],
  ])
  expect(errCnt).toBe(3)
  const cells = [
    { rowNo: 2, fld: 'authTel', val: ' 139-1234-5678 ' },
    { rowNo: 3, fld: 'orgName', val: '教务处、财务室' },
  ]
  expect(await client.call(imp.edit, { batchNo, cells })).toMatchObject({ addCnt: 2, errCnt: 1 })
  expect(await client.call(imp.setout, { batchNo, rowNos: [4], out: '1' })).toMatchObject({ addCnt: 2, errCnt: 0, outCnt: 1 })
  expect(await client.call(imp.setout, { batchNo, rowNos: [2], out: '1' })).toMatchObject({ addCnt: 1, outCnt: 2 })
  expect(await client.call(imp.setout, { batchNo, rowNos: [2], out: '0' })).toMatchObject({ addCnt: 2, outCnt: 1 })
  const again = await client.call(imp.getopen, { kind: 'emp' })
  expect(again).toMatchObject({
    batchNo,
    addCnt: 2,
    outCnt: 1,
    rows: [{ vals: { authTel: '139-1234-5678' } }, { act: 'add' }, { act: 'out' }],
  })
  expect(await client.answer(imp.edit, { batchNo, cells: [{ rowNo: 2, fld: 'nothing', val: '1' }] })).toMatchObject({
    code: 10001,
  })
  await client.call(emp.importempcreate, { batchNo })
  expect(await client.call(imp.getopen, { kind: 'emp' })).toBeNull()
  expect(await client.answer(imp.edit, { batchNo, cells })).toMatchObject({ code: 40003 })
})

test('another user’s batch is not there, and who may not import may not look at one', async () => {
  const school = await schoolOfTheList(server)
  const { batchNo } = await preview(school)
  const colleague = await makePerson(school, { roles: ['P030ADMIN'] })
  expect(await colleague.client.answer(imp.getrows, { batchNo })).toMatchObject({ code: 10002 })
  expect(await colleague.client.answer(imp.close, { batchNo })).toMatchObject({ code: 10002 })
  const teacher = await makePerson(school, { roles: ['P030STAFF'] })
  for (const call of [imp.getopen, imp.template])
    expect(await teacher.client.answer(call, { kind: 'emp' })).toMatchObject({ code: 30001 })
})
