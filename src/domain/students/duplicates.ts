import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { SameReason } from './sameStudent.contract.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { duplicateScore, type DuplicateScore, type ComparedFacts } from './duplicateScore.ts'
import type { Secret } from '#server/database/secret.ts'

/** Describes two records that may be of one student; `one` has the lower number. */
export type DuplicateRecords = DuplicateScore & { oneEntNo: string; oneNo: string; otherEntNo: string; otherNo: string }

type Found = Omit<DuplicateRecords, keyof DuplicateScore> & { found: SameReason[]; one: ComparedFacts; other: ComparedFacts }

// Sets the number above which equal values identify nobody: a phone of more students is an office's, a name and birth date of
// more a mistake of a list, and all of them with all of them would be millions of pairs.
const mostAlike = 20

/** Selects a name without the blanks that typists leave. */
const plainName = sql`translate(s.stu_name, ' 　·', '')`

const told = sql`s.ent_no, s.stu_no, s.id_no, s.id_no_hash, ${plainName} as name, s.brth, s.sex, s.stdy_no, s.auth_tel`

const factsOf = (alias: string) => {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`jsonb_build_object('name', ${at('name')}, 'sex', ${at('sex')}, 'brth', ${at('brth')}, 'idNo', ${at('idNo')},
    'idNoHash', ${at('idNoHash')}, 'stdyNo', ${at('stdyNo')})`
}

// Excludes two people with two numbers, unless their names say that one of the numbers may be wrong.
const mayBeOne = sql`(a.id_no_hash is null or b.id_no_hash is null or a.id_no_hash = b.id_no_hash or a.name = b.name)
  and (a.sex = b.sex or 'U' in (a.sex, b.sex))`

const known = (reason: SameReason, joined: ReturnType<typeof sql>, among = sql`s`) =>
  sql`select a.ent_no as a_ent, a.stu_no as a_no, b.ent_no as b_ent, b.stu_no as b_no, ${reason}::text as reason
    from ${among} a join ${among} b on ${joined}`

const alike = sql`alike as materialized (
  select * from (select s.*, count(*) over (partition by s.name, s.brth) as cnt from s where s.brth is not null) n
  where cnt between 2 and ${mostAlike}
)`

const namesakes = (apart: ReturnType<typeof sql>) =>
  known('nameBrth', sql`a.name = b.name and a.brth = b.brth and ${apart} and ${mayBeOne}`, sql`alike`)

/** Finds the pairs of one school, those too that were decided to be two. */
export async function pairsWithin(db: Db, entNo: string, secret: Secret): Promise<DuplicateRecords[]> {
  const { rows } = await sql<Found>`
    with s as materialized (select ${told} from stu s where s.ent_no = ${entNo} and s.stt <> ${StudentState.deleted}),
    tel as materialized (
      select s.stu_no, s.auth_tel as tel from s where s.auth_tel is not null
      union select l.stu_no, p.auth_tel from stuptr l join ptr p using (ent_no, ptr_no)
        where l.ent_no = ${entNo} and p.stt <> ${Status.deleted}
    ),
    few as materialized (select tel from tel group by tel having count(*) between 2 and ${mostAlike}),
    met as materialized (
      select x.stu_no as x_no, y.stu_no as y_no from tel x join few using (tel) join tel y using (tel) where x.stu_no < y.stu_no
    ),
    ${alike},
    pairs as (
      ${known('idNo', sql`a.id_no_hash = b.id_no_hash and a.stu_no < b.stu_no`)}
      union ${namesakes(sql`a.stu_no < b.stu_no`)}
      union select a.ent_no, a.stu_no, b.ent_no, b.stu_no, 'phone' from met join s a on a.stu_no = x_no join s b on b.stu_no = y_no
        where ${mayBeOne} and abs(char_length(a.name) - char_length(b.name)) <= 1
          and (a.name = b.name or a.brth is null or b.brth is null or a.brth = b.brth)
    )
    ${grouped}`.execute(db)
  return judged(rows, secret)
}

/** Finds the pairs of two different schools below a bureau: probably the child changed schools. */
export async function pairsAcross(db: Db, entNo: string, secret: Secret): Promise<DuplicateRecords[]> {
  const elsewhere = sql`(a.ent_no, a.stu_no) < (b.ent_no, b.stu_no) and a.ent_no <> b.ent_no`
  const { rows } = await sql<Found>`
    with s as materialized (
      select ${told} from stu s where s.stt <> ${StudentState.deleted}
        and s.ent_no in (select t.ent_no from ent_tree t where t.anc_no = ${entNo} and t.live)
    ),
    ${alike},
    pairs as (
      ${known('idNo', sql`a.id_no_hash = b.id_no_hash and ${elsewhere}`)}
      union ${namesakes(elsewhere)}
    )
    ${grouped}`.execute(db)
  return judged(rows, secret)
}

const grouped = sql`select p.a_ent as one_ent_no, p.a_no as one_no, p.b_ent as other_ent_no, p.b_no as other_no, p.found,
    ${factsOf('a')} as one, ${factsOf('b')} as other
  from (select a_ent, a_no, b_ent, b_no, array_agg(reason) as found from pairs group by 1, 2, 3, 4) p
  join s a on a.ent_no = p.a_ent and a.stu_no = p.a_no join s b on b.ent_no = p.b_ent and b.stu_no = p.b_no`

const judged = (rows: Found[], secret: Secret): DuplicateRecords[] =>
  rows.flatMap(({ found, one, other, ...pair }) => {
    const told = duplicateScore(one, other, found, secret)
    return told ? [{ ...pair, ...told }] : []
  })

/** Selects the kept pairs (`p`) of an enterprise whose records `a` and `b` are still there and were not decided to be two. */
export const keptPairs = (entNo: string) => sql`from chkpair p
  join stu a on a.ent_no = p.one_ent_no and a.stu_no = p.one_no join stu b on b.ent_no = p.other_ent_no and b.stu_no = p.other_no
  where p.ent_no = ${entNo} and a.stt <> ${StudentState.deleted} and b.stt <> ${StudentState.deleted}
    and not exists (select from stunotsame n where n.ent_no = p.ent_no and n.one_no = p.one_no and n.other_no = p.other_no)`
