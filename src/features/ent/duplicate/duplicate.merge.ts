import { type Selectable, sql } from 'kysely'
import { birthOf, sexOf } from '#contract/values/idNumber.ts'
import { Status } from '#contract/fields.ts'
import { isDate } from '#contract/values/plain.ts'
import { moveAsked } from '#domain/collections/merging.ts'
import { mostGuardians } from '#domain/guardians/relations.contract.ts'
import { onRoll, StudentState } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { rightsIn, labelVisibilityOf } from '#domain/students/labelVisibility.ts'
import type { Stu } from '#server/database/schema.ts'
import { splitLabels, listOf, seenLabels, withLabels } from '#domain/students/stu.labels.contract.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { studentTable } from '#features/ent/stu/stu.table.ts'
import type { Input } from '#server/call/serve.ts'
import { sexIn } from '#contract/values/sex.ts'
import { lockClasses } from '#domain/units/units.ts'
import type { duplicate } from './duplicate.contract.ts'
import { refuseOthers } from './duplicate.pair.ts'
import { archiveParts, type MergeField, mergeFields, studentParts } from './duplicate.parts.contract.ts'

type Row = Selectable<Stu>
type Two = { entNo: string; keptNo: string; goneNo: string }

/**
 * Merges two records of one student: the chosen values, all guardians, the submitted photos, what collections ask. The other record is deleted first,
 * so that its numbers are free. All of it is one operation, which can be undone. Throws conflict where somebody changed one
 * meanwhile, invalid where they cannot be merged.
 */
export async function mergeStudents(input: Input<typeof duplicate.merge>, context: Context) {
  const { entNo, keptNo, goneNo, fields, keptVer, goneVer } = input
  const { db, me, number, origin } = context
  const two = { entNo, keptNo, goneNo }
  const [kept, gone] = await lockBoth(db, two)
  const isOld = (row: Row, ver: number | undefined) => ver !== undefined && ver !== row.ver
  if (isOld(kept, keptVer) || isOld(gone, goneVer)) throw new Fault('conflict', '他人已修改这两名学生，请看过现在的内容再合并')
  const refusal = refuseOthers(kept, gone, context.services.secret)
  if (refusal) throw new Fault('invalid', refusal)
  const taken = mergeFields.filter((field) => fields[field] === 'gone')
  await db.updateTable('stu').set({ stt: StudentState.deleted }).where('entNo', '=', entNo).where('stuNo', '=', goneNo).execute()
  await takeOver(context, two, { kept, gone, taken })
  await takeArchive(db, two, taken)
  await moveGuardians(db, two, kept.stuName)
  await moveApplications(db, two)
  await moveEnrolments(db, two)
  const moved = JSON.stringify(await moveAsked(db, two))
  const mrgNo = await number('MRG_NO')
  const op = origin.trace.op ?? null
  await db.insertInto('stumerge').values({ entNo, mrgNo, keptNo, goneNo, op, userNo: me.userNo, moved }).execute()
  return { mrgNo }
}

// Locks in the order of their numbers, so that two who merge the same pair wait for each other.
async function lockBoth(db: Db, { entNo, keptNo, goneNo }: Two): Promise<[Row, Row]> {
  const { rows } = await sql<Row>`select * from stu where ent_no = ${entNo} and stu_no = any(${[keptNo, goneNo]})
    and stt <> ${StudentState.deleted} order by stu_no for update`.execute(db)
  const [kept, gone] = [rows.find(({ stuNo }) => stuNo === keptNo), rows.find(({ stuNo }) => stuNo === goneNo)]
  if (!kept || !gone || kept === gone) throw new Fault('notFound', '这两名学生有的已合并或已不存在，请刷新')
  return [kept, gone]
}

const columnsOf = (taken: readonly MergeField[], parts: Partial<Record<MergeField, { columns: readonly string[] }>>) =>
  taken.flatMap((field) => parts[field]?.columns ?? [])

const valuesOf = (row: Row, columns: readonly string[]): Partial<Row> =>
  Object.fromEntries(columns.map((name) => [name, (row as Record<string, unknown>)[name] ?? null]))

// Keeps labels that the caller does not see: those of both, of an exclusive group the one of the remaining record.
async function labelsTaken(context: Context, kept: Row, gone: Row) {
  const sight = await labelVisibilityOf(context, kept.entNo)
  const seen = ({ wts, unitNo }: Row) => seenLabels(rightsIn(sight, unitNo), wts)
  const unseen = (row: Row) => splitLabels(row.wts).filter((code) => !seen(row).includes(code))
  return withLabels(listOf([...seen(gone), ...unseen(gone)]), unseen(kept))
}

async function takeOver(
  context: Context,
  { entNo, keptNo }: Two,
  { kept, gone, taken }: { kept: Row; gone: Row; taken: readonly MergeField[] },
) {
  const { db, services } = context
  const columns = columnsOf(taken, studentParts)
  const values = { ...valuesOf(gone, columns), ...(taken.includes('wts') && { wts: await labelsTaken(context, kept, gone) }) }
  const next: Row = { ...kept, ...values }
  if (next.unitNo !== kept.unitNo && (onRoll as readonly string[]).includes(next.stt)) await lockClasses(db, entNo, [next.unitNo])
  // Takes sex and birth date from the ID number.
  const full = next.idNo && services.secret.open(next.idNo)
  const born = full && birthOf(full)
  const facts = full ? { sex: sexIn(sexOf(full)) as string, ...(born && isDate(born) && { brth: born }) } : {}
  const words = searchTextOf(studentTable, { ...next, stuNo: keptNo })
  await db
    .updateTable('stu')
    .set({ ...values, ...facts, searchText: words })
    .where('entNo', '=', entNo)
    .where('stuNo', '=', keptNo)
    .execute()
}

async function takeArchive(db: Db, { entNo, keptNo, goneNo }: Two, taken: readonly MergeField[]) {
  const columns = columnsOf(taken, archiveParts)
  if (columns.length === 0) return
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const set = sql.join(columns.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
  await sql`insert into stuarch (ent_no, stu_no, ${names})
    select ent_no, ${keptNo}, ${names} from stuarch where ent_no = ${entNo} and stu_no = ${goneNo}
    on conflict (ent_no, stu_no) do update set ${set}`.execute(db)
  // Clears the archive where the other record has none to take over.
  await sql`update stuarch set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = null`))}
    where ent_no = ${entNo} and stu_no = ${keptNo}
      and not exists (select from stuarch where ent_no = ${entNo} and stu_no = ${goneNo})`.execute(db)
}

const flags = ['grd_flag', 'msg_flag', 'pick_flag', 'live_flag']

// Merges a guardian of both into one link, with what either link allows; the others follow in their order.
async function moveGuardians(db: Db, { entNo, keptNo, goneNo }: Two, stuName: string) {
  const both = flags.map((flag) => sql`${sql.ref(flag)} = greatest(k.${sql.ref(flag)}, g.${sql.ref(flag)})`)
  await sql`update stuptr k set ${sql.join(both)}, rem = coalesce(k.rem, g.rem) from stuptr g
    where k.ent_no = ${entNo} and k.stu_no = ${keptNo} and g.ent_no = ${entNo} and g.stu_no = ${goneNo} and g.ptr_no = k.ptr_no
      and (${sql.join(
        flags.map((flag) => sql`g.${sql.ref(flag)} > k.${sql.ref(flag)}`),
        sql` or `,
      )} or (k.rem is null and g.rem is not null))`.execute(db)
  const names = sql.join([...flags, 'relt', 'rem'].map((name) => sql.ref(name)))
  await sql`insert into stuptr (ent_no, stu_no, ptr_no, prior, ${names})
    select ent_no, ${keptNo}, ptr_no, least(99, prior + (select coalesce(max(prior), 0) from stuptr
      where ent_no = ${entNo} and stu_no = ${keptNo})), ${names}
    from stuptr where ent_no = ${entNo} and stu_no = ${goneNo}
    on conflict (ent_no, stu_no, ptr_no) do nothing`.execute(db)
  await sql`delete from stuptr where ent_no = ${entNo} and stu_no = ${goneNo}`.execute(db)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from stuptr l join ptr p using (ent_no, ptr_no)
    where l.ent_no = ${entNo} and l.stu_no = ${keptNo} and p.stt <> ${Status.deleted}`.execute(db)
  const count = rows[0]?.n ?? 0
  if (count > mostGuardians)
    throw new Fault('invalid', `合并后${stuName}有 ${count} 位家长，最多 ${mostGuardians} 位，请先解除几位再合并`)
}

// Keeps the enrolment of the remaining student where both enrolled in one activity.
const moveEnrolments = (db: Db, { entNo, keptNo, goneNo }: Two) =>
  sql`update reg g set stu_no = ${keptNo} where g.ent_no = ${entNo} and g.stu_no = ${goneNo} and not exists (select from reg k
    where k.ent_no = g.ent_no and k.act_no = g.act_no and k.stu_no = ${keptNo} and k.stt in ('1', '2', '3'))`.execute(db)

const applied = { waiting: '1', refused: '3' } as const

// Keeps the application of the remaining student where both photos wait for review.
async function moveApplications(db: Db, { entNo, keptNo, goneNo }: Two) {
  await sql`update phtapply g set stt = ${applied.refused}, rsn = '学生合并，另一张照片还在等待审核'
    where g.ent_no = ${entNo} and g.stu_no = ${goneNo} and g.stt = ${applied.waiting} and exists (select from phtapply k
      where k.ent_no = ${entNo} and k.stu_no = ${keptNo} and k.stt = ${applied.waiting} and k.pht_type = g.pht_type)`.execute(db)
  await sql`update phtapply set stu_no = ${keptNo} where ent_no = ${entNo} and stu_no = ${goneNo}`.execute(db)
}
