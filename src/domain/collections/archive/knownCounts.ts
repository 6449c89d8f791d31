import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { targetedColumns } from '#contract/form/archiveFields.ts'
import type { Column } from '#contract/form/column.ts'
import type { Db } from '#server/database/database.ts'
import type { KnownCount } from '../collections.contract.ts'
import { changedIn, joinArchives, storedIn } from './held.ts'

type People = RawBuilder<{ empNo: string | null; stuNo: string | null }>
type Count = z.output<typeof KnownCount>

/** Lists the questions whose answers archives can hold before anybody is asked: who the guardian will be is not known then. */
const countable = (columns: readonly Column[]) => targetedColumns(columns).filter(({ target }) => target.owner !== 'ptr')

const withArchives = (entNo: string, people: People) =>
  sql`(select ${entNo}::text as ent_no, a.emp_no, a.stu_no from (${people}) a) p ${joinArchives(sql`null`)}`

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
