import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { session } from '#features/user/session/session.contract.ts'
import { Status } from '#contract/fields.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { countGuardians } from '#domain/guardians/guardians.ts'
import { stillOpen } from '#server/call/session.ts'
import { isOwnSession, sessionScope } from '#server/auth/sessionScope.ts'
import type { Figure } from './home.contract.ts'
import { readEnterprises } from './home.enterprises.ts'
import { mayCall, readAsCall, readOwn } from './home.read.ts'

export type HomeFigures = z.output<typeof Figure>[]
/** Describes a count now, and a month ago; null where that is unknown. */
type Counted = { cnt: number; was: number | null }

/** Returns the counts of the home page, each with its change since a month ago where the enterprise is older than that. */
export async function figuresOf(context: Context): Promise<HomeFigures> {
  const parts = [
    [ent.getpage, enterprises],
    [stu.getpage, students],
    [ptr.getpage, guardians],
    [emp.getpage, employees],
    [org.gettreewithstatis, departments],
    [empgrp.getpage, groups],
    [session.getpage, sessions],
  ] as const
  // Counts students only at a school.
  const isSchool = context.me.idntNo === '030'
  const asked = parts
    .filter(([call, count]) => mayCall(context, call) && (isSchool || (count !== students && count !== guardians)))
    .map(([, count]) => count(context))
  return (await Promise.all(asked)).flat()
}

const figure = (code: HomeFigures[number]['code'], { cnt, was }: Counted) => ({
  code,
  cnt,
  change: was === null ? null : cnt - was,
})

const monthAgo = sql`(now() - interval '1 month')`
const isOlder = (entNo: string) => sql`(select crt_tm <= ${monthAgo} from ent where ent_no = ${entNo})`
const was = (entNo: string, condition: RawBuilder<unknown>) =>
  sql`case when ${isOlder(entNo)} then count(*) filter (where ${condition})::int end`

// Takes the last change of a deleted record as its end, for it changes no more.
const wasThere = sql`crt_tm <= ${monthAgo} and (stt <> ${Status.deleted} or upd_tm > ${monthAgo})`

const enterprises = (context: Context) =>
  readEnterprises(context, async (db, within) => {
    const { entNo } = context.me
    const { rows } = await sql<Counted & { schools: number; schoolsWas: number | null; empCnt: number }>`
      with seen as materialized (select * from ent e where ${within})
      select count(*) filter (where stt <> ${Status.deleted})::int as cnt, ${was(entNo, wasThere)} as was,
        count(*) filter (where stt <> ${Status.deleted} and idnt_no = '030')::int as schools,
        ${was(entNo, sql`${wasThere} and idnt_no = '030'`)} as schools_was,
        (select count(*)::int from emp p where p.stt = ${Status.enabled} and p.ent_no in (select ent_no from seen where stt <> ${Status.deleted})) as emp_cnt
      from seen`.execute(db)
    return rows.flatMap(({ schools, schoolsWas, empCnt, ...all }) => [
      figure('ent', all),
      figure('school', { cnt: schools, was: schoolsWas }),
      figure('entemp', { cnt: empCnt, was: null }),
    ])
  })

// Counts those on the roll now, and those who were a month ago: without what changed on the days since then.
const students = (context: Context) =>
  readAsCall(context, stu.getpage, async (db, entNo) => {
    const { rows } = await sql<Counted>`
      select n.cnt, case when ${isOlder(entNo)} then n.cnt - (select coalesce(sum(d.cnt), 0)::int from stu_day d
          where d.ent_no = ${entNo} and d.stt in (${sql.join(onRoll)}) and d.day > ${monthAgo}::date) end as was
      from (select coalesce(sum(c.cnt), 0)::int as cnt from stu_cnt c
        where c.ent_no = ${entNo} and c.stt in (${sql.join(onRoll)})) n`.execute(db)
    return rows.map((row) => figure('stu', row))
  })

const guardians = (context: Context) =>
  readAsCall(context, ptr.getpage, async (db, entNo) => [figure('ptr', { cnt: await countGuardians(db, entNo), was: null })])

// Takes the state of an employee a month ago from the first change since then.
const employees = (context: Context) =>
  readAsCall(context, emp.getpage, async (db, entNo) => {
    const { rows } = await sql<Counted & { authCnt: number; authWas: number | null }>`
      with touched as (
        select distinct on (no) h.key ->> 'emp_no' as no, h.before ->> 'stt' as stt, h.before ->> 'auth_flag' as auth_flag
        from history h where h.ent_no = ${entNo} and h.tbl = 'emp' and h.act = 'update' and h.at > ${monthAgo} and ${isOlder(entNo)}
        order by no, h.at, h.id
      ), seen as (
        select e.stt = ${Status.enabled} as is_on, e.auth_flag = '1' as is_auth,
          e.crt_tm <= ${monthAgo} and coalesce(t.stt, e.stt) = ${Status.enabled} as was_on,
          coalesce(t.auth_flag, e.auth_flag) = '1' as was_auth
        from emp e left join touched t on t.no = e.emp_no where e.ent_no = ${entNo}
      )
      select count(*) filter (where is_on)::int as cnt, ${was(entNo, sql`was_on`)} as was,
        count(*) filter (where is_on and is_auth)::int as auth_cnt, ${was(entNo, sql`was_on and was_auth`)} as auth_was
      from seen`.execute(db)
    return rows.flatMap(({ authCnt, authWas, ...all }) => [figure('emp', all), figure('auth', { cnt: authCnt, was: authWas })])
  })

async function records(db: Db, entNo: string, table: 'org' | 'empgrp') {
  const { rows } = await sql<Counted>`
    select count(*) filter (where stt <> ${Status.deleted})::int as cnt, ${was(entNo, wasThere)} as was
    from ${sql.table(table)} where ent_no = ${entNo}`.execute(db)
  return rows.map((row) => figure(table, row))
}

const departments = (context: Context) => readAsCall(context, org.gettreewithstatis, (db, entNo) => records(db, entNo, 'org'))
const groups = (context: Context) => readOwn(context, (db, entNo) => records(db, entNo, 'empgrp'))

async function sessions(context: Context) {
  const { entNo } = context.me
  const reached = await sessionScope(context, session.getpage, entNo)
  const read = async (db: Db) => {
    const { rows } = await sql<{ cnt: number }>`
      select count(*)::int as cnt from session s where ${stillOpen} and (${reached} or ${isOwnSession(context, entNo)})`.execute(
      db,
    )
    return rows.map(({ cnt }) => figure('session', { cnt, was: null }))
  }
  return transaction(context.services.database.pool, { entNo, rootNo: entNo }, read, { readOnly: true })
}
