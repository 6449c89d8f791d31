import { sql, type SqlBool } from 'kysely'
import { Status } from '#contract/fields.ts'
import { matches } from '#server/base/search.ts'
import { sexIn } from '#contract/values/sex.ts'
import { withinUnit } from '#domain/units/units.ts'
import type { StudentFilter } from './phraseWords.ts'

/** Tests whether somebody has this name: exactly where it is written in Chinese, otherwise by its sound. */
export const isOfName = (alias: string, column: string, name: string) =>
  /\p{Script=Han}/u.test(name) ? sql<SqlBool>`${sql.ref(`${alias}.${column}`)} = ${name}` : matches(alias, name)

/** Selects the numbers of the live guardians of a name. */
export const guardiansOfName = (entNo: string, name: string) => sql`select g.ptr_no from ptr g
  where g.ent_no = ${entNo} and g.stt <> ${Status.deleted} and ${isOfName('g', 'ptrName', name)}`

/** Tests whether the student `s` matches the name, unit and sex of a phrase. */
export function isMeant(entNo: string, { unitNo, sex }: Partial<StudentFilter>, name: string | undefined) {
  const conditions = [
    name && isOfName('s', 'stuName', name),
    unitNo && sql`s.unit_no in ${withinUnit(entNo, unitNo)}`,
    sex && sql`s.sex = ${sexIn(sex)}`,
  ].filter((one) => one !== undefined && one !== '')
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
