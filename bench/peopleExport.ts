import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emp, employeeExportFields } from '#features/ent/emp/emp.contract.ts'
import { ask, median, type Served, tell, timeOf } from './serving.ts'
import { big } from './staff.ts'

const times = 5

/** Measures the export of 50,000 people against hucre's stream writer alone, and the memory of the serving process meanwhile. */
export async function measureExport(ours: Served, token: string | undefined, folder: string) {
  const file = join(folder, 'export.xlsx')
  const take = () => ask(ours, token, emp.export, { orgNo: big.department })
  const before = await tell(ours, 'watch')
  writeFileSync(file, await take())
  const list: { bare: number; ours: number }[] = []
  for (let i = 0; i < times; i++) {
    const { ms, rows, columns } = await writeBare(file, folder)
    // Counts the titles, the people, and the line on who took them.
    if (rows !== big.inDepartment + 2 || columns !== employeeExportFields.length)
      throw new Error(`the export has ${rows} × ${columns} cells`)
    list.push({ bare: ms, ours: await timeOf(take) })
  }
  const { peak } = await tell(ours)
  const of = (pick: (one: { bare: number; ours: number }) => number) => median(list.map(pick))
  console.log(`导出 ${big.inDepartment} 人 × ${employeeExportFields.length} 列（全部可导出的列），${times} 次（中位数）`)
  console.log(
    `  时间   hucre ${of(({ bare }) => bare).toFixed(0)} ms   本产品 ${of(({ ours }) => ours).toFixed(0)} ms   比值 ${of(({ bare, ours }) => ours / bare).toFixed(2)}（目标 ≤ 1.2）`,
  )
  console.log(`  内存   导出前 ${mb(before.rss)}   最多 ${mb(peak)}（目标 < 200 MB）`)
}

async function writeBare(from: string, folder: string): Promise<{ ms: number; rows: number; columns: number }> {
  const child = fork(join(import.meta.dirname, 'sides', 'bareWorkbook.ts'), [from, join(folder, 'bare.xlsx')])
  const [told] = await once(child, 'message')
  await once(child, 'exit')
  return told
}

const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
