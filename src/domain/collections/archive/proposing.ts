import { sql } from 'kysely'
import { type ArchiveOwner, targetedColumns, type TargetedColumn } from '#contract/form/archiveFields.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import type { Db } from '#server/database/database.ts'
import type { Secret } from '#server/database/secret.ts'
import type { WriteBack } from '../collections.contract.ts'
import { heldFrom, readHeld } from './held.ts'

/** Describes an answer: who is asked, and the guardian who answered; null for none. */
export type Answered = {
  entNo: string
  hndNo: string
  toNo: number
  empNo: string | null
  stuNo: string | null
  ptrNo: string | null
}

/** Removes what an answer proposes that nobody has decided about. */
export const withdrawProposals = (db: Db, entNo: string, toNo: number) =>
  sql`delete from prop where ent_no = ${entNo} and to_no = ${toNo} and stt = '1'`.execute(db)

/**
 * Proposes what an answer would change in archives, instead of what it proposed before: nothing where the archive holds the same,
 * where it holds something and only gaps are to be filled, and where the same was rejected.
 */
export async function propose(
  db: Db,
  secret: Secret,
  of: Answered,
  { columns, values }: { columns: readonly Column[]; values: FormValues },
) {
  const { entNo, hndNo, toNo } = of
  await withdrawProposals(db, entNo, toNo)
  const { rows } = await sql<{ backs: WriteBack[] }>`select backs from hnd where ent_no = ${entNo} and hnd_no = ${hndNo}`.execute(
    db,
  )
  const ways = new Map(rows[0]?.backs.map(({ clmnNo, way }) => [clmnNo, way]))
  if (ways.size === 0) return
  const asked = targetedColumns(columns).filter(({ column }) => ways.has(column.clmnNo))
  for (const owner of ['stu', 'emp', 'ptr'] as const) {
    const no = of[`${owner}No`]
    if (no)
      await proposeOf(db, secret, of, { owner, no, asked: asked.filter(({ target }) => target.owner === owner), ways, values })
  }
}

type Proposing = {
  owner: ArchiveOwner
  no: string
  asked: readonly TargetedColumn[]
  ways: ReadonlyMap<string, WriteBack['way']>
  values: FormValues
}

async function proposeOf(db: Db, secret: Secret, of: Answered, { owner, no, asked, ways, values }: Proposing) {
  const { entNo, hndNo, toNo, empNo, stuNo } = of
  const fields = asked.map(({ target }) => target)
  const held = await readHeld(db, { entNo, owner, no }, fields)
  const found = asked.flatMap(({ column: { clmnNo }, target }) => {
    const was = held.get(target.code)
    const val = heldFrom(target, values[clmnNo], secret)
    if (!val || val.key === was?.key || (was && ways.get(clmnNo) === 'fill')) return []
    return [{ clmnNo, fld: target.code, was: was?.stored ?? null, wasKey: was?.key ?? null, val: val.stored, valKey: val.key }]
  })
  if (found.length === 0) return
  const whose = { empNo, stuNo, ptrNo: owner === 'ptr' ? no : null }
  await sql`insert into prop (ent_no, hnd_no, to_no, clmn_no, fld, emp_no, stu_no, ptr_no, was, was_key, val, val_key)
    select ${entNo}, ${hndNo}, ${toNo}, f."clmnNo", f.fld, ${whose.empNo}, ${whose.stuNo}, ${whose.ptrNo}, f.was, f."wasKey", f.val, f."valKey"
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as f ("clmnNo" text, fld text, was text, "wasKey" text, val text, "valKey" text)
    where not exists (select from prop r where r.ent_no = ${entNo} and r.to_no = ${toNo} and r.clmn_no = f."clmnNo"
      and r.stt = '3' and r.val_key = f."valKey")`.execute(db)
}
