import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportPreview, ImportRow } from '#contract/importing.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { type Client, type School, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { everything, type StudentImport } from '../../../../../test/support/studentLists.ts'
import {
  bringStudents,
  type Facts,
  factsOf,
  type Kind,
  previewWorkbook,
  schoolOfTheWorkbooks,
  workbooks,
} from '../../../../../test/support/studentWorkbooks.ts'
import { stu } from '../stu.contract.ts'

let server: TestServer
let school: School
beforeAll(async () => {
  server = await sharedServer()
  school = await schoolOfTheWorkbooks(server)
})
afterAll(() => server.close())

async function rowsOf(client: Client, { batchNo, total, rows }: ImportPreview): Promise<ImportRow[]> {
  const rest = total > rows.length ? await client.call(imp.getrows, { batchNo, pageIndex: 2, pageSize: 500 }) : []
  return [...rows, ...rest]
}

const countsOf = ({ total, add, upd, same, bad }: Facts) => ({
  total,
  addCnt: add,
  updCnt: upd,
  sameCnt: same,
  errCnt: bad,
})

const fieldOf = ({ columns, heads }: ImportPreview, { column }: Kind) =>
  columns.find(({ at }) => at !== null && heads[at] === column)?.fld ?? ''

/** Expects every wrong cell to say in Chinese what is wrong with it, and to propose the right value where there is one. */
function expectNamed({ kinds }: Facts, shown: ImportPreview, rows: readonly ImportRow[]) {
  const byNo = new Map(rows.map((row) => [row.rowNo, row]))
  for (const kind of kinds.filter(({ accepted }) => !accepted))
    for (const [at, rowNo] of kind.rows.entries()) {
      const where = `${kind.name}，第 ${rowNo} 行`
      const errs = byNo.get(rowNo)?.errs.filter(({ fld }) => fld === fieldOf(shown, kind)) ?? []
      expect(errs.map(({ msg }) => msg).join(), where).toMatch(/\p{Script=Han}{3}/u)
      if (kind.right)
        expect(
          errs.flatMap(({ sgst }) => sgst.map(({ val }) => val)),
          where,
        ).toContain(kind.right[at])
    }
}

/** Expects that nothing of the workbook is left to write, also where common spellings are put as they are meant. */
async function expectWritten(client: Client, kind: StudentImport, facts: Facts) {
  const shown = await previewWorkbook(client, kind)
  const accepted = facts.kinds.filter((one) => one.accepted && one.right)
  const cells = accepted.flatMap((one) =>
    one.rows.map((rowNo, at) => ({ rowNo, fld: fieldOf(shown, one), val: one.right?.[at] ?? '' })),
  )
  const { batchNo } = shown
  const after = cells.length > 0 ? await client.call(imp.edit, { batchNo, cells }) : shown
  expect(after).toMatchObject(countsOf({ ...facts, add: 0, upd: 0, same: facts.total - facts.bad }))
}

/** Lists the tables that show how many records each import wrote, and which of its rows these come from. */
const written: Record<StudentImport, [tables: string, of: 'add' | 'upd']> = {
  newstu: ['s', 'add'],
  stu: ['sa', 'upd'],
  ptrtel: ['l', 'add'],
  stutel: ['s', 'upd'],
  wts: ['s', 'upd'],
  unit: ['s', 'upd'],
  edcunit: ['c', 'add'],
}

const kinds = (Object.keys(workbooks) as StudentImport[]).map((kind) => ({ kind, workbook: workbooks[kind] }))

test.each(kinds)(
  'of $workbook every wrong cell is named and no right row refused, and exactly these are written and taken back',
  async ({ kind }) => {
    const { client } = school.admin
    if (kind === 'stu') await bringStudents(client)
    const facts = factsOf(kind)
    const shown = await previewWorkbook(client, kind)
    const rows = await rowsOf(client, shown)
    const wrong = facts.kinds.flatMap((one) => (one.accepted ? [] : one.rows.map((row) => [row, one.name] as const)))
    const names = new Map(wrong)
    expect(rows.filter(({ act }) => act === 'skip').map(({ rowNo, errs }) => [rowNo, names.get(rowNo) ?? errs[0]?.msg])).toEqual(
      wrong.toSorted(([one], [other]) => one - other),
    )
    expect(shown).toMatchObject(countsOf(facts))
    expectNamed(facts, shown, rows)
    const before = await everything(school)
    await client.call(stu[`import${kind}create`], { batchNo: shown.batchNo })
    const [tables, of] = written[kind]
    const known = new Set(before.map((record) => JSON.stringify(record)))
    const changed = (await everything(school)).filter((record) => !known.has(JSON.stringify(record)))
    const about = new Set(changed.flatMap(({ no }) => (tables.includes(no[0] ?? '') ? [no.slice(1)] : [])))
    expect(about.size).toBe(facts[of])
    await expectWritten(client, kind, facts)
    await client.call(imp.undo, { batchNo: shown.batchNo })
    expect(await everything(school)).toEqual(before)
  },
  60_000,
)
