import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'

type Kept = 'stu_cnt' | 'ptr_cnt' | 'stu_alone' | 'ptr_alone'

type People = {
  table: RawBuilder<unknown>
  key: RawBuilder<unknown>
  kind: RawBuilder<unknown>
  hasSomebody: RawBuilder<unknown>
}

// Adds what lies between the rows that are there and the counts that are kept of them; both are read as of one moment.
const countsOf = (entNo: string, kept: RawBuilder<unknown>, { table, kind }: People) => sql`
  insert into ${kept} (ent_no, ${kind}, cnt)
  select ${entNo}, ${kind}, sum(n) from (
    select ${kind}, 1 as n from ${table} where ent_no = ${entNo}
    union all select ${kind}, -cnt from ${kept} where ent_no = ${entNo}
  ) c group by ${kind} having sum(n) <> 0`

const hasGuardian = sql`exists (select from stuptr l join ptr p using (ent_no, ptr_no)
  where l.ent_no = o.ent_no and l.stu_no = o.stu_no and p.stt <> ${Status.deleted})`
const hasChild = sql`exists (select from stuptr l join stu s using (ent_no, stu_no)
  where l.ent_no = o.ent_no and l.ptr_no = o.ptr_no and s.stt in (${sql.join([...onRoll])}))`

// Takes out who has somebody, puts in who has nobody, and mends of which kind those are that stay.
function aloneOf(entNo: string, kept: RawBuilder<unknown>, { table, key, kind, hasSomebody }: People) {
  const kindOf = sql`(select row(${kind}) from ${table} t where t.ent_no = o.ent_no and t.${key} = o.${key})`
  return sql`
    with gone as (delete from ${kept} o where o.ent_no = ${entNo} and ${hasSomebody} returning 1),
    come as (insert into ${kept} (ent_no, ${key}, ${kind})
      select o.ent_no, o.${key}, ${kind} from ${table} o where o.ent_no = ${entNo} and not ${hasSomebody}
      and not exists (select from ${kept} k where k.ent_no = o.ent_no and k.${key} = o.${key}) returning 1),
    turned as (update ${kept} o set (${kind}) = (select ${kind} from ${table} t where t.ent_no = o.ent_no and t.${key} = o.${key})
      where o.ent_no = ${entNo} and not ${hasSomebody} and row(${kind}) is distinct from ${kindOf} returning 1)
    select from gone union all select from come union all select from turned`
}

const student: People = {
  table: sql`stu`,
  key: sql`stu_no`,
  kind: sql`unit_no, stt, sex, auth_flag, wts`,
  hasSomebody: hasGuardian,
}
const guardian: People = { table: sql`ptr`, key: sql`ptr_no`, kind: sql`stt, sex, auth_flag`, hasSomebody: hasChild }

/**
 * Compares what is kept of a school's students and guardians (db/migrations/0028_kept_counts.sql, 0060_alone_by_kind.sql) with its
 * rows, and mends what differs; answers how many rows of each table that took. Nothing should ever differ.
 */
export async function mendKeptCounts(db: Db, entNo: string): Promise<Partial<Record<Kept, number>>> {
  const mended: [Kept, RawBuilder<unknown>][] = [
    ['stu_cnt', countsOf(entNo, sql`stu_cnt`, student)],
    ['ptr_cnt', countsOf(entNo, sql`ptr_cnt`, guardian)],
    ['stu_alone', aloneOf(entNo, sql`stu_alone`, student)],
    ['ptr_alone', aloneOf(entNo, sql`ptr_alone`, guardian)],
  ]
  const differing: Partial<Record<Kept, number>> = {}
  for (const [table, mend] of mended) {
    const { numAffectedRows } = await mend.execute(db)
    if (numAffectedRows) differing[table] = Number(numAffectedRows)
  }
  return differing
}
