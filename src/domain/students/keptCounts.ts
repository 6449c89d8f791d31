import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'

type Kept = 'stu_cnt' | 'ptr_cnt' | 'stu_alone' | 'ptr_alone'

// Adds what lies between the rows that are there and the counts that are kept of them; both are read as of one moment.
const countsOf = (entNo: string, kept: RawBuilder<unknown>, table: RawBuilder<unknown>, kind: RawBuilder<unknown>) => sql`
  insert into ${kept} (ent_no, ${kind}, cnt)
  select ${entNo}, ${kind}, sum(n) from (
    select ${kind}, 1 as n from ${table} where ent_no = ${entNo}
    union all select ${kind}, -cnt from ${kept} where ent_no = ${entNo}
  ) c group by ${kind} having sum(n) <> 0`

const hasGuardian = sql`exists (select from stuptr l join ptr p using (ent_no, ptr_no)
  where l.ent_no = o.ent_no and l.stu_no = o.stu_no and p.stt <> ${Status.deleted})`
const hasChild = sql`exists (select from stuptr l join stu s using (ent_no, stu_no)
  where l.ent_no = o.ent_no and l.ptr_no = o.ptr_no and s.stt in (${sql.join([...onRoll])}))`

type Alone = { kept: RawBuilder<unknown>; table: RawBuilder<unknown>; key: RawBuilder<unknown>; hasSomebody: RawBuilder<unknown> }

// Takes out who has somebody, and puts in who has nobody.
const aloneOf = (entNo: string, { kept, table, key, hasSomebody }: Alone) => sql`
  with gone as (delete from ${kept} o where o.ent_no = ${entNo} and ${hasSomebody} returning 1),
  come as (insert into ${kept} select o.ent_no, o.${key} from ${table} o where o.ent_no = ${entNo} and not ${hasSomebody}
    and not exists (select from ${kept} k where k.ent_no = o.ent_no and k.${key} = o.${key}) returning 1)
  select from gone union all select from come`

/**
 * Compares what is kept of a school's students and guardians (db/migrations/0028_kept_counts.sql) with its rows, and mends what
 * differs; answers how many rows of each table that took. Nothing should ever differ.
 */
export async function mendKeptCounts(db: Db, entNo: string): Promise<Partial<Record<Kept, number>>> {
  const mended: [Kept, RawBuilder<unknown>][] = [
    ['stu_cnt', countsOf(entNo, sql`stu_cnt`, sql`stu`, sql`unit_no, stt, sex, auth_flag, wts`)],
    ['ptr_cnt', countsOf(entNo, sql`ptr_cnt`, sql`ptr`, sql`stt, sex, auth_flag`)],
    ['stu_alone', aloneOf(entNo, { kept: sql`stu_alone`, table: sql`stu`, key: sql`stu_no`, hasSomebody: hasGuardian })],
    ['ptr_alone', aloneOf(entNo, { kept: sql`ptr_alone`, table: sql`ptr`, key: sql`ptr_no`, hasSomebody: hasChild })],
  ]
  const differing: Partial<Record<Kept, number>> = {}
  for (const [table, mend] of mended) {
    const { numAffectedRows } = await mend.execute(db)
    if (numAffectedRows) differing[table] = Number(numAffectedRows)
  }
  return differing
}
