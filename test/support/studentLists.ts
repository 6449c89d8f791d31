import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { imp } from '#contract/shell/imp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { asOwner, type Person, type School } from './harness.ts'

/** Names the imports about students by the ends of their calls' names. */
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

/** Returns the first error of each row, with its proposals; nothing for valid ones. */
export async function complaintsOf(by: By, kind: StudentImport, rows: Cell[][]) {
  const shown = await previewList(by, kind, rows)
  return shown.rows.map(({ errs: [first] }) => first && [first.msg, ...first.sgst.map(({ val }) => val)].join(' → '))
}

/** Takes a batch back. */
export const undoBatch = ({ admin: { client } }: By, batchNo: string) => client.call(imp.undo, { batchNo })

/**
 * Reads everything that an import about students may write, without stamps: students, archives, guardians, links, classes, units.
 */
export const everything = ({ entNo, server }: School) =>
  asOwner(server, entNo, async (db) => {
    const plain = sql.raw(`- array['ver', 'crt_user', 'crt_tm', 'upd_user', 'upd_tm', 'id_no']`)
    const { rows } = await sql<{
      no: string
    }>`select 's' || stu_no as no, to_jsonb(s) ${plain} as r from stu s where ent_no = ${entNo} and stt <> '0'
      union all select 'a' || stu_no, to_jsonb(a) ${plain} from stuarch a where ent_no = ${entNo}
      union all select 'p' || ptr_no, to_jsonb(p) ${plain} from ptr p where ent_no = ${entNo} and stt <> '0'
      union all select 'l' || stu_no || ptr_no, to_jsonb(l) ${plain} from stuptr l where ent_no = ${entNo}
      union all select case unit_type when '5' then 'c' else 'u' end || unit_no, to_jsonb(u) ${plain} from edcunit u where ent_no = ${entNo} and stt <> '0' order by 1`.execute(
      db,
    )
    return rows
  })
