import { type RawBuilder, sql } from 'kysely'
import { MergeState } from '#features/ent/duplicate/duplicate.contract.ts'
import { releaseAnswerFiles } from '#domain/collections/answerFiles.ts'
import { filesIn } from '#domain/forms/formTemplates.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { eraseAccountHistory, eraseHistory } from '#server/history/history.ts'
import { removeUnusedFiles } from '#server/history/removeFiles.ts'
import { searchTextColumns, searchTextOfRows } from '#server/history/searchTextColumns.ts'
import { type ErasedKind, erasedKinds } from './erasure.contract.ts'
import { eraseFromMessages } from './erasure.messages.ts'
import { erasedName, erasedParts, type ErasedPart } from './erasure.parts.ts'

type Person = { entNo: string; ersKind: ErasedKind; idntVal: string }
/** Describes a record to erase, and on whose request. */
export type Erased = Person & { askBy: string }

/** Returns the numbers of all records of a person: those of a student that were merged into this one are of the same child. */
export async function recordsOf(db: Db, { entNo, ersKind, idntVal }: Person): Promise<string[]> {
  if (ersKind !== erasedKinds.stu) return [idntVal]
  const { rows } = await sql<{ no: string }>`with recursive own as (
      select ${idntVal}::text as no
      union select m.gone_no from stumerge m join own o on m.kept_no = o.no where m.ent_no = ${entNo} and m.stt = ${MergeState.done}
    ) select no from own order by no`.execute(db)
  return rows.map(({ no }) => no)
}

/**
 * Erases one record of a person for good: its rows, what history kept of them, deliveries, files, and the account that is nobody
 * else's. Answers the files whose bytes are to go once this is committed.
 */
export async function eraseRecord(db: Db, person: Erased): Promise<{ entNo: string; fileNo: string }[]> {
  const { entNo, ersKind, idntVal, askBy } = person
  const { parts } = erasedParts[ersKind]
  const works = await eraseWorks(db, person)
  const pictures = await picturesOf(db, person)
  const answers = await releaseAnswerFiles(db, entNo, { [numberNames[ersKind]]: idntVal })
  const avatar = ersKind === erasedKinds.stu ? [] : await eraseAccount(db, person)
  await eraseFromMessages(db, person)
  await sql`delete from draft where ent_no = ${entNo} and position(${idntVal} in name) > 0`.execute(db)
  for (const part of parts) await erasePart(db, part, person)
  for (const { table, by } of parts) await eraseHistory(db, table, by, idntVal)
  await sql`insert into erasure (ent_no, ers_kind, idnt_val, ask_by) values (${entNo}, ${ersKind}, ${idntVal}, ${askBy})
    on conflict do nothing`.execute(db)
  const gone = await removeUnusedFiles(db, entNo, [...works, ...pictures, ...answers])
  return [...gone.map((fileNo) => ({ entNo, fileNo })), ...avatar]
}

const numberNames = { [erasedKinds.stu]: 'stuNo', [erasedKinds.ptr]: 'ptrNo', [erasedKinds.emp]: 'empNo' } as const

const isOf = ({ by }: Pick<ErasedPart, 'by'>, { entNo, idntVal }: Person): RawBuilder<unknown> =>
  sql`ent_no = ${entNo} and ${sql.ref(by)} = ${idntVal}`

async function erasePart(db: Db, part: ErasedPart, person: Person) {
  const table = sql.table(part.table)
  if (!part.blank) return sql`delete from ${table} where ${isOf(part, person)}`.execute(db)
  const blanks = Object.entries(part.blank).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${table} set ${sql.join(blanks)} where ${isOf(part, person)}`.execute(db)
  return renewSearchText(db, part.table, isOf(part, person))
}

// Gives blank rows the words that they are found by now, which are the same for all of them.
async function renewSearchText(db: Db, table: string, condition: RawBuilder<unknown>) {
  if (searchTextColumns(table).length === 0) return
  const { rows } = await sql<{
    row: string
  }>`select to_jsonb(t)::text as row from ${sql.table(table)} t where ${condition} limit 1`.execute(db)
  const [text] = await searchTextOfRows(
    db,
    table,
    rows.map(({ row }) => row),
  )
  await sql`update ${sql.table(table)} set search_text = ${text} where ${condition}`.execute(db)
}

/** Counts what an erasure would remove, part by part; parts without anything are left out. */
export async function countParts(db: Db, person: Person): Promise<{ what: string; cnt: number }[]> {
  const { entNo, ersKind, idntVal } = person
  const counted = erasedParts[ersKind].parts.flatMap((part) => (part.what ? [{ part, what: part.what }] : []))
  const found = []
  for (const { part, what } of counted) {
    const { rows } = await sql<{ cnt: number }>`select count(*)::int as cnt from ${sql.table(part.table)}
      where ${isOf(part, person)}`.execute(db)
    found.push({ what, cnt: rows[0]?.cnt ?? 0 })
  }
  const { rows } = await sql<{ works: number; records: number; accounts: number }>`select
    (select count(*)::int from wrk w where w.ent_no = ${entNo} and w.reg_no in (${enrolmentsOf(person)})) as works,
    (select count(*)::int from identity i where i.ent_no = ${entNo} and i.idnt_val = ${idntVal}) as accounts,
    (select count(*)::int from history h where h.ent_no = ${entNo} and h.act <> 'read'
      and ${sql.ref(erasedParts[ersKind].by)} = ${idntVal}) as records`.execute(db)
  const { works = 0, accounts = 0, records = 0 } = rows[0] ?? {}
  const more = [
    { what: '作品', cnt: works },
    { what: '登录账号', cnt: accounts },
    { what: '操作记录里的原值', cnt: records },
  ]
  return [...found, ...more].filter(({ cnt }) => cnt > 0)
}

const enrolmentsOf = ({ entNo, ersKind, idntVal }: Person) =>
  ersKind === erasedKinds.ptr
    ? sql`select null::text where false`
    : sql`select reg_no from reg where ent_no = ${entNo} and ${sql.ref(erasedParts[ersKind].by)} = ${idntVal}`

type Enrolment = { regNo: string; vals: FormValues | null; billClmns: Column[] | null }

// Removes works, with what was said about them, and answers the files of works and of enrolments.
async function eraseWorks(db: Db, person: Person): Promise<string[]> {
  const { entNo } = person
  const { rows } = await sql<Enrolment>`select r.reg_no, r.vals, v.bill_clmns from reg r
    join act a on a.ent_no = r.ent_no and a.act_no = r.act_no
    left join tmplver v on v.ent_no = r.ent_no and v.tmpl_no = a.tmpl_no and v.ver_no = r.ver_no
    where r.ent_no = ${entNo} and r.reg_no in (${enrolmentsOf(person)})`.execute(db)
  const files = rows.flatMap(({ vals, billClmns }) => (vals && billClmns ? filesIn(billClmns, vals) : []))
  for (const { regNo } of rows) {
    const { rows: works } = await sql<{ wrkNo: string; files: { fileNo: string }[] }>`select wrk_no, files from wrk
      where ent_no = ${entNo} and reg_no = ${regNo}`.execute(db)
    files.push(...works.flatMap((work) => work.files.map(({ fileNo }) => fileNo)))
    for (const { wrkNo } of works)
      for (const table of ['wrklike', 'wrkrpt', 'wrk']) {
        await sql`delete from ${sql.table(table)} where ent_no = ${entNo} and wrk_no = ${wrkNo}`.execute(db)
        await eraseHistory(db, table, 'wrk_no', wrkNo)
      }
  }
  return files
}

// Finds the photos that are, or ever were, of the person: a former one may be chosen again.
async function picturesOf(db: Db, { entNo, ersKind, idntVal }: Person): Promise<string[]> {
  const { own, by } = erasedParts[ersKind]
  const { rows } = await sql<{ fileNo: string }>`
    select unnest(array[card_pht, face_pht]) as file_no from ${sql.table(own)} where ent_no = ${entNo} and ${sql.ref(by)} = ${idntVal}
    union select unnest(array[before ->> 'card_pht', before ->> 'face_pht']) from history
      where ent_no = ${entNo} and tbl = ${own} and key ->> ${by} = ${idntVal}
    union select file_no from phtapply where ent_no = ${entNo} and ${sql.ref(by)} = ${idntVal}
    union select file_no from imp_pic where ent_no = ${entNo} and ${sql.ref(by)} = ${idntVal}`.execute(db)
  return rows.flatMap(({ fileNo }) => fileNo ?? [])
}

// Takes the identity away, and empties an account that is nobody any more; one that lives elsewhere too goes on there.
async function eraseAccount(db: Db, { entNo, idntVal }: Person): Promise<{ entNo: string; fileNo: string }[]> {
  const { rows } = await sql<{ userNo: string; isElsewhere: boolean }>`select user_no, is_elsewhere(user_no, ${entNo})
      or exists (select from identity o where o.user_no = i.user_no and o.idnt_val <> i.idnt_val) as is_elsewhere
    from identity i where ent_no = ${entNo} and idnt_val = ${idntVal}`.execute(db)
  await sql`delete from identity where ent_no = ${entNo} and idnt_val = ${idntVal}`.execute(db)
  await eraseHistory(db, 'identity', 'idnt_val', idntVal)
  const avatars: { entNo: string; fileNo: string }[] = []
  for (const { userNo, isElsewhere } of rows) {
    if (isElsewhere) continue
    const { rows: kept } = await sql<{
      avatar: string | null
    }>`select avatar from account where user_no = ${userNo} for update`.execute(db)
    await sql`update account set name = ${`x${userNo}`}, nick_name = ${erasedName}, auth_tel = null, tel_tm = null, avatar = null,
      introduction = null, pwd_hash = '', stt = ${Status.deleted} where user_no = ${userNo}`.execute(db)
    await renewSearchText(db, 'account', sql`user_no = ${userNo}`)
    await eraseAccountHistory(db, userNo)
    await sql`delete from prefer where user_no = ${userNo}`.execute(db)
    const [of, fileNo] = kept[0]?.avatar?.split('.') ?? []
    if (of === entNo && fileNo)
      avatars.push(...(await removeUnusedFiles(db, entNo, [fileNo])).map((no) => ({ entNo, fileNo: no })))
  }
  return avatars
}
