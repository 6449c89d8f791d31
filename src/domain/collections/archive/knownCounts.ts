import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { type ArchiveField, type ArchiveOwner, targetedColumns } from '#contract/form/archiveFields.ts'
import type { Column } from '#contract/form/column.ts'
import { Status } from '#contract/fields.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import type { Db } from '#server/database/database.ts'
import type { KnownCount } from '../collections.contract.ts'
import { changedIn, joinArchives, storedIn } from './held.ts'

type People = RawBuilder<{ empNo: string | null; stuNo: string | null }>
type Count = z.output<typeof KnownCount>

/** Lists the questions whose answers archives can hold before anybody is asked: who the guardian will be is not known then. */
const countable = (columns: readonly Column[]) => targetedColumns(columns).filter(({ target }) => target.owner !== 'ptr')

const withArchives = (entNo: string, people: People) =>
  sql`(select ${entNo}::text as ent_no, a.emp_no, a.stu_no from (${people}) a) p ${joinArchives(sql`null`)}`

/** Counts within the transaction's reach who has an archive with this field, and how many of these hold it. */
export async function countHolding(db: Db, entNo: string, field: ArchiveField): Promise<{ knownCnt: number; ofCnt: number }> {
  const { rows } = await sql<{ knownCnt: number; ofCnt: number }>`select count(*)::int as of_cnt,
      (count(*) filter (where ${storedIn(field)} is not null))::int as known_cnt
    from (${havingArchives(entNo, field.owner)}) p ${joinArchives()}`.execute(db)
  return rows[0] ?? { knownCnt: 0, ofCnt: 0 }
}

// Selects pupils on the roll, staff in office, or guardians of pupils on the roll.
function havingArchives(entNo: string, owner: ArchiveOwner) {
  const none = sql`null::text`
  if (owner === 'emp')
    return sql`select e.ent_no, e.emp_no, ${none} as stu_no, ${none} as ptr_no from emp e where e.ent_no = ${entNo} and e.stt = ${Status.enabled}`
  if (owner === 'stu')
    return sql`select s.ent_no, ${none} as emp_no, s.stu_no, ${none} as ptr_no from stu s where s.ent_no = ${entNo} and ${isOnRoll}`
  return sql`select g.ent_no, ${none} as emp_no, ${none} as stu_no, g.ptr_no from ptr g where g.ent_no = ${entNo}
    and g.stt = ${Status.enabled} and exists (select from stuptr l join stu s using (ent_no, stu_no)
      where l.ent_no = g.ent_no and l.ptr_no = g.ptr_no and ${isOnRoll})`
}

/** Counts for how many of these people archives hold what each question asks, and since when. */
export async function countKnown(db: Db, entNo: string, people: People, columns: readonly Column[]): Promise<Count[]> {
  const asked = countable(columns)
  if (asked.length === 0) return []
  const counts = asked.flatMap(({ target }, i) => {
    const isHeld = sql`${storedIn(target)} is not null`
    return [
      sql`(count(*) filter (where ${isHeld}))::int as ${sql.ref(`n${i}`)}`,
      sql`min(${changedIn(target)}) filter (where ${isHeld}) as ${sql.ref(`f${i}`)}`,
      sql`max(${changedIn(target)}) filter (where ${isHeld}) as ${sql.ref(`t${i}`)}`,
    ]
  })
  const { rows } = await sql<
    Record<string, number | string | null>
  >`select count(p.stu_no)::int as stu_cnt, count(p.emp_no)::int as emp_cnt, ${sql.join(counts)}
    from ${withArchives(entNo, people)}`.execute(db)
  const [row = {}] = rows
  return asked.map(({ column: { clmnNo, clmnName }, target: { owner } }, i) => ({
    clmnNo,
    clmnName,
    knownCnt: Number(row[`n${i}`] ?? 0),
    ofCnt: Number(row[`${owner}Cnt`] ?? 0),
    fromTm: (row[`f${i}`] ?? null) as string | null,
    toTm: (row[`t${i}`] ?? null) as string | null,
  }))
}

/** Selects those of these people of whom the archive lacks something that the questions ask. */
export function onlyGaps(entNo: string, people: People, columns: readonly Column[]): People {
  const lacking = countable(columns).map(
    ({ target }) => sql`(${sql.ref(`p.${target.owner}_no`)} is not null and ${storedIn(target)} is null)`,
  )
  const isLacking = lacking.length > 0 ? sql.join(lacking, sql` or `) : sql`false`
  return sql`select p.emp_no, p.stu_no from ${withArchives(entNo, people)} where ${isLacking}`
}
