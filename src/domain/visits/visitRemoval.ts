import { type RawBuilder, sql } from 'kysely'
import { newOperation } from '#server/base/operationNumber.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Services } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { forAllEnterprises } from '#server/access/forAllEnterprises.ts'
import { filesIn } from '#domain/forms/formTemplates.ts'
import { blankHistory } from '#server/history/history.ts'
import { removeFiles, usedElsewhere } from '#server/history/removeFiles.ts'
import { removeMessagesAbout } from '#domain/messages/messages.ts'
import { strangerUploader } from './visitFiles.ts'

type Over = { vstNo: string; vals: FormValues; billClmns: Column[]; rdxs: number[] }

// Limits the visits, or files, of one transaction.
const atOnce = 200
const personal = {
  vst: 'vst_name vst_tel id_no id_no_hash sex work_unit car_no rsn to_emp_no stu_no gate out_gate vals answer search_text search'.split(
    ' ',
  ),
  vstmate: ['mate_name', 'mate_tel', 'id_no'],
}

/**
 * Removes what is kept of visitors for longer than their enterprise wants (VST_KEEP), in every enterprise: visits, those who came
 * along, files, and what history kept of all of them (docs/spec/personal-data.md#removal-by-age); and files that strangers sent
 * for no visit.
 */
export async function removeOldVisits(services: Services) {
  // Removes the files of strangers even when removing visits fails.
  for (const remove of [removeVisits, removeStrays])
    await forAllEnterprises(services, 'visit removal', (_, entNo) => removeAll(services, entNo, remove))
}

type Removal = (db: Db, entNo: string) => Promise<{ done: number; gone: readonly string[] }>

async function removeAll({ database, files }: Services, entNo: string, remove: Removal) {
  for (let left = true; left; ) {
    const locals = { entNo, call: 'clock', op: newOperation() }
    const { done, gone } = await transaction(database.sidePool, locals, (db) => remove(db, entNo))
    for (const fileNo of gone) await files.remove(entNo, fileNo)
    left = done === atOnce
  }
}

async function removeVisits(db: Db, entNo: string) {
  const visits = await visitsOver(db, entNo)
  const isUsed = await usedElsewhere(db)
  const gone: string[] = []
  for (const visit of visits) gone.push(...(await removeVisit(db, entNo, visit, isUsed)))
  return { done: visits.length, gone }
}

async function visitsOver(db: Db, entNo: string): Promise<Over[]> {
  const days = Number((await readParameter(db, entNo, 'VST_KEEP')) ?? 90)
  // Reads the companions of an undone visit from history, where alone they remain.
  const { rows } = await sql<Over>`select v.vst_no, v.vals, f.bill_clmns,
      array(select m.rdx from vstmate m where m.ent_no = v.ent_no and m.vst_no = v.vst_no
        union select (h.key ->> 'rdx')::int from history h where h.ent_no = v.ent_no and h.tbl = 'vstmate'
          and h.key ->> 'vst_no' = v.vst_no) as rdxs
    from vst v join tmplver f using (ent_no, tmpl_no, ver_no)
    where v.ent_no = ${entNo} and coalesce(v.out_dt, v.plan_e_dt) < now() - make_interval(days => ${days}::int)
    order by v.vst_no limit ${atOnce} for update of v skip locked`.execute(db)
  return rows
}

/** Answers the files whose bytes are to go once this is committed. */
async function removeVisit(db: Db, entNo: string, { vstNo, vals, billClmns, rdxs }: Over, isUsed: RawBuilder<unknown>) {
  const key = { ent_no: entNo, vst_no: vstNo }
  // Removes of an undone visit only its files.
  const isOf = sql`f.ent_no = ${entNo}
    and (f.vst_no = ${vstNo} or f.vst_no is null and f.file_no = any(${filesIn(billClmns, vals)}))`
  // Keeps what another record has come to use, as that record's own.
  await sql`update file f set vst_no = null where ${isOf} and f.vst_no is not null and ${isUsed}`.execute(db)
  const { rows } = await sql<{ fileNo: string }>`select f.file_no from file f where ${isOf} and not ${isUsed}`.execute(db)
  const gone = await removeFiles(db, entNo, fileNosOf(rows))
  await db.deleteFrom('vstmate').where('entNo', '=', entNo).where('vstNo', '=', vstNo).execute()
  await db.deleteFrom('vst').where('entNo', '=', entNo).where('vstNo', '=', vstNo).execute()
  await removeMessagesAbout(db, entNo, { type: 'vst', no: vstNo })
  await blankHistory(db, 'vst', key, personal.vst)
  for (const rdx of rdxs) await blankHistory(db, 'vstmate', { ...key, rdx }, personal.vstmate)
  return gone
}

// Removes the files of forms that were never submitted.
async function removeStrays(db: Db, entNo: string) {
  const { rows } = await sql<{ fileNo: string }>`select f.file_no from file f where f.ent_no = ${entNo}
    and f.user_no = ${sql.lit(strangerUploader)} and f.vst_no is null and f.crt_tm < now() - interval '1 day'
    limit ${atOnce} for update skip locked`.execute(db)
  return { done: rows.length, gone: await removeFiles(db, entNo, fileNosOf(rows)) }
}

const fileNosOf = (rows: readonly { fileNo: string }[]) => rows.map(({ fileNo }) => fileNo)
