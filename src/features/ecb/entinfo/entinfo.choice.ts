import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'

type Choice = { infoNo: string; showOrd: number; stt?: string | undefined }

/**
 * Reads a live dictionary; `choosing`: one whose values may be chosen, not one that the program itself knows. Throws for others.
 */
export async function foundType(db: Db, typeCode: string, choosing = false) {
  const type = requireRow(
    await db
      .selectFrom('infotype')
      .select(['chnName', 'fixFlag'])
      .where('typeCode', '=', typeCode)
      .where('stt', '<>', Status.deleted)
      .executeTakeFirst(),
  )
  if (!choosing || type.fixFlag === '0') return
  const message = `“${type.chnName}”的值是程序自己的，所有单位都一样，不能选用其中一部分`
  throw invalidField('typeCode', message)
}

export const foundItem = async (db: Db, typeCode: string, infoNo: string) =>
  requireRow(
    await db
      .selectFrom('info')
      .select('infoNo')
      .where('typeCode', '=', typeCode)
      .where('infoNo', '=', infoNo)
      .where('stt', '<>', Status.deleted)
      .executeTakeFirst(),
  )

/** Serializes the choices of an enterprise. */
export const lockChoice = (db: Db, entNo: string, typeCode: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`entinfo ${entNo} ${typeCode}`}, 0))`.execute(db)

/** Tells whether an enterprise has chosen among the values; otherwise it uses all. */
export async function hasOwn(db: Db, entNo: string, typeCode: string): Promise<boolean> {
  const { rows } = await sql`select from entinfo where ent_no = ${entNo} and type_code = ${typeCode}
    and stt <> ${Status.deleted} limit 1`.execute(db)
  return rows.length > 0
}

/** Brings values into an enterprise's choice. */
export async function addChoices(db: Db, entNo: string, typeCode: string, choices: readonly Choice[]) {
  const json = JSON.stringify(choices.map(({ infoNo, showOrd, stt = Status.enabled }) => ({ no: infoNo, ord: showOrd, stt })))
  await sql`insert into entinfo as e (ent_no, type_code, info_no, show_ord, stt)
    select ${entNo}, ${typeCode}, n.no, n.ord, n.stt from jsonb_to_recordset(${json}::jsonb) n (no text, ord int, stt text)
    on conflict (ent_no, type_code, info_no) do update set show_ord = excluded.show_ord, stt = excluded.stt
      where (e.show_ord, e.stt) is distinct from (excluded.show_ord, excluded.stt)`.execute(db)
}

/** Makes all values that are offered, or all but one, the enterprise's own choice. */
export const chooseAll = (db: Db, entNo: string, typeCode: string, without = '') =>
  sql`insert into entinfo (ent_no, type_code, info_no, show_ord)
    select ${entNo}, type_code, info_no, show_ord from info
    where type_code = ${typeCode} and stt = ${Status.enabled} and show_flag = '1' and info_no <> ${without}
    on conflict (ent_no, type_code, info_no) do update set show_ord = excluded.show_ord, stt = ${Status.enabled}`.execute(db)

/** Throws invalid for a choice of nothing: that would mean all again. */
export async function checkLeft(db: Db, entNo: string, typeCode: string) {
  const { rows } = await sql<{ name: string }>`select e.ent_name as name from ent e where e.ent_no = ${entNo}
    and not exists (select from entinfo o join info i using (type_code, info_no) where o.ent_no = ${entNo}
      and o.type_code = ${typeCode} and o.stt = ${Status.enabled} and i.stt = ${Status.enabled} and i.show_flag = '1')`.execute(
    db,
  )
  if (rows[0]) throw new Fault('invalid', `“${rows[0].name}”至少要保留一个启用的值；要使用全部值，请恢复全部值`)
}
