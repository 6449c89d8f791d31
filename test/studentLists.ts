import { writeXlsx } from 'hucre/xlsx'
import { imp } from '#features/ent/imp/imp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { upload } from '#features/file/upload/upload.contract.ts'
import type { Person, School } from './harness.ts'

/** The imports about students by the ends of their calls' names. */
export type StudentImport = 'newstu' | 'stu' | 'ptrtel' | 'stutel' | 'wts' | 'unit' | 'edcunit'

type By = Pick<School, 'admin'> | { admin: Pick<Person, 'client'> }
type Cell = string | number | null

/** Sends a list as a workbook: its titles, then its rows. */
export async function sendList({ admin: { client } }: By, rows: Cell[][], of: { entNo?: string } = {}) {
  const content = await writeXlsx({ sheets: [{ name: '名单', rows }] })
  return client.call(upload.upload, { ...of, file: new File([Buffer.from(content)], '名单.xlsx') })
}

/** Shows what would become of a list. */
export async function previewList(by: By, kind: StudentImport, rows: Cell[][], of: { entNo?: string } = {}) {
  const { fileNo } = await sendList(by, rows, of)
  return by.admin.client.call(stu[`import${kind}`], { ...of, fileNo })
}

/** Writes a list, of which no row may be wrong. */
export async function writeList(by: By, kind: StudentImport, rows: Cell[][]) {
  const shown = await previewList(by, kind, rows)
  const wrong = shown.rows.flatMap(({ rowNo, errs }) => errs.map(({ fld, msg }) => `${rowNo} ${fld} ${msg}`))
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  await by.admin.client.call(stu[`import${kind}create`], { batchNo: shown.batchNo })
  return shown
}

/** The first thing that is wrong with each row, with what is proposed; nothing for good ones. */
export async function complaintsOf(by: By, kind: StudentImport, rows: Cell[][]) {
  const shown = await previewList(by, kind, rows)
  return shown.rows.map(({ errs: [first] }) => first && [first.msg, ...first.sgst.map(({ val }) => val)].join(' → '))
}

/** Takes a batch back. */
export const takeBackBatch = ({ admin: { client } }: By, batchNo: string) => client.call(imp.undo, { batchNo })
