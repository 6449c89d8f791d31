import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportRow } from '#contract/importing.ts'
import { imp } from '#features/ent/imp/imp.contract.ts'
import { asOwner, makeSchool, startServer, type TestServer } from '../../../../../test/harness.ts'
import { send } from '../../../../../test/staffList.ts'
import { writeList } from '../../../../../test/studentLists.ts'
import { rootUnitOf } from '#contract/units.ts'
import { stu } from '../stu.contract.ts'

type Kind = { name: string; column: string; rows: number[]; right?: string[] }

const facts: { total: number; good: number; bad: number; kinds: Kind[] } = JSON.parse(
  readFileSync(new URL('../../../../../test/fixtures/newstu-1000.json', import.meta.url), 'utf8'),
)

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

async function schoolOfTheList() {
  const school = await makeSchool(server)
  await asOwner(server, school.entNo, (db) =>
    db.updateTable('edcunit').set({ curSchYear: 2026 }).where('unitNo', '=', rootUnitOf(school.entNo)).execute(),
  )
  const classes = [...[1, 2].map((n) => ['小学', n]), ...[1, 2, 3].map((n) => ['初中', n])]
  await writeList(school, 'edcunit', [
    ['学段', '年级', '班级'],
    ...classes.map(([period, n]) => [String(period), '2026', String(n)]),
  ])
  return school
}

test('of a thousand new students saved by LibreOffice every wrong cell is found, and every right value is proposed', async () => {
  const school = await schoolOfTheList()
  const { client } = school.admin
  const { fileNo } = await send(school, 'newstu-1000.xlsx')
  const shown = await client.call(stu.importnewstu, { fileNo })
  const rows: ImportRow[] = [
    ...shown.rows,
    ...(await client.call(imp.getrows, { batchNo: shown.batchNo, pageIndex: 2, pageSize: 500 })),
  ]
  const byNo = new Map(rows.map((row) => [row.rowNo, row]))
  const wrong = new Map(facts.kinds.flatMap(({ name, rows }) => rows.map((row) => [row, name])))
  expect(rows.filter(({ act }) => act === 'skip').map(({ rowNo, errs }) => [rowNo, wrong.get(rowNo) ?? errs[0]?.msg])).toEqual(
    [...wrong].toSorted(([one], [other]) => one - other),
  )
  expect(shown).toMatchObject({ total: facts.total, addCnt: facts.good, errCnt: facts.bad })
  for (const { name, rows: numbers, right } of facts.kinds)
    for (const [at, rowNo] of numbers.entries()) {
      const proposed = byNo.get(rowNo)?.errs.flatMap(({ sgst }) => sgst.map(({ val }) => val))
      if (right) expect(proposed, `${name}，第 ${rowNo} 行`).toContain(right[at])
    }
  await client.call(stu.importnewstucreate, { batchNo: shown.batchNo })
  expect((await client.call(stu.getpage, {})).recordCount).toBe(facts.good)
  await client.call(imp.undo, { batchNo: shown.batchNo })
  expect((await client.call(stu.getpage, {})).recordCount).toBe(0)
})
