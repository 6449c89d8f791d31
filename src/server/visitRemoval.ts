import { sql } from 'kysely'
import type { Column, Values } from '#contract/form/column.ts'
import { readSetting } from './configuration.ts'
import type { Services } from './context.ts'
import { type Db, transaction } from './database.ts'
import { blankHistory } from './history.ts'
import { describeError, log } from './log.ts'
import { v7 as newOperation } from 'uuid'
import { filesIn } from './forms.ts'
import { isHeld, stranger } from './visitEntry.ts'

type Over = { vstNo: string; vals: Values; billClmns: Column[]; rdxs: number[] }

// So many visits in one transaction.
const atOnce = 200
const personal = {
  vst: 'vst_name vst_tel id_no id_no_hash sex work_unit car_no rsn to_emp_no stu_no gate vals answer search_text search'.split(
    ' ',
  ),
  vstmate: ['mate_name', 'mate_tel', 'id_no'],
  file: ['name', 'sha256'],
}

/**
 * Removes what is kept of visitors for longer than their enterprise wants (VST_KEEP), in every enterprise: visits, those who
 * came along, files, and what history kept of all of them (domain, 7.13); and files that strangers sent for no visit.
 */
export async function removeOldVisits(services: Services) {
  const { rows } = await services.database.pool.query('select distinct ent_no from ent_tree order by 1')
  for (const { ent_no: entNo } of rows as { ent_no: string }[]) {
    // What fails in one enterprise holds up no other.
    await removeAllIn(services, entNo).catch((error: unknown) =>
      log({ event: 'visit removal', ent: entNo, ...describeError(error) }),
    )
  }
}

async function removeAllIn(services: Services, entNo: string) {
  for (let done = atOnce; done === atOnce; ) done = await removeIn(services, entNo)
}

async function removeIn({ database, files }: Services, entNo: string): Promise<number> {
  const gone: string[] = []
  const locals = { entNo, call: 'clock', op: newOperation() }
  const count = await transaction(database.apartPool, locals, async (db) => {
    const visits = await visitsOver(db, entNo)
    for (const visit of visits) gone.push(...(await removeVisit(db, entNo, visit)))
    gone.push(...(await removeStrays(db, entNo)))
    return visits.length
  })
  for (const fileNo of gone) await files.remove(entNo, fileNo)
  return count
}

async function visitsOver(db: Db, entNo: string): Promise<Over[]> {
  const days = Number((await readSetting(db, entNo, 'VST_KEEP')) ?? 90)
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
async function removeVisit(db: Db, entNo: string, { vstNo, vals, billClmns, rdxs }: Over): Promise<string[]> {
  const key = { ent_no: entNo, vst_no: vstNo }
  await db.deleteFrom('vstmate').where('entNo', '=', entNo).where('vstNo', '=', vstNo).execute()
  await db.deleteFrom('vst').where('entNo', '=', entNo).where('vstNo', '=', vstNo).execute()
  await blankHistory(db, 'vst', key, personal.vst)
  for (const rdx of rdxs) await blankHistory(db, 'vstmate', { ...key, rdx }, personal.vstmate)
  return removeFiles(db, entNo, filesIn(billClmns, vals))
}

async function removeFiles(db: Db, entNo: string, fileNos: string[]): Promise<string[]> {
  for (const fileNo of fileNos) {
    await db.deleteFrom('file').where('entNo', '=', entNo).where('fileNo', '=', fileNo).execute()
    await blankHistory(db, 'file', { ent_no: entNo, file_no: fileNo }, personal.file)
  }
  return fileNos
}

// Of a form that was never handed in.
async function removeStrays(db: Db, entNo: string): Promise<string[]> {
  const { rows } = await sql<{ fileNo: string }>`select f.file_no from file f where f.ent_no = ${entNo}
    and f.user_no = ${stranger} and f.crt_tm < now() - interval '1 day' and not ${isHeld} limit 1000`.execute(db)
  return removeFiles(
    db,
    entNo,
    rows.map(({ fileNo }) => fileNo),
  )
}
