import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { EnrolState } from '#domain/activities/activities.contract.ts'
import { isExpected } from '#domain/meetings/meetings.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { withinUnit } from '#domain/units/units.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import type { ScopePart } from './messages.contract.ts'

/** Describes a receiver: a member of staff, or a guardian about one of their children; `why`: through which part of the scope. */
export type Receiver = { empNo: string | null; ptrNo: string | null; stuNo: string | null; why: string }

/** Describes a part of a scope with its name. */
export type NamedPart = ScopePart & { name: string }

/** Describes whom a message is for: its parts, and who is left out, since they write it. */
export type Audience = { parts: readonly NamedPart[]; but?: string }

const partsOf = (parts: readonly ScopePart[]) =>
  sql`select p.kind, p.no, p.out_flag, p.place from jsonb_array_elements(${JSON.stringify(parts)}::jsonb) with ordinality j (part, place),
    lateral (select part ->> 'kind' as kind, part ->> 'no' as no, part ->> 'outFlag' as out_flag, j.place) p`

// Leaves out who was refused, or has cancelled.
const isEnrolled = sql`x.stt in (${EnrolState.reviewing}, ${EnrolState.taken}, ${EnrolState.waiting})`

const isLive = (table: string) => sql`${sql.ref(`${table}.stt`)} <> ${Status.deleted}`

/** Names the parts of a scope within the caller's reach; null for those that are gone, or out of reach. */
export async function readParts(
  db: Db,
  entNo: string,
  parts: readonly ScopePart[],
): Promise<(ScopePart & { name: string | null })[]> {
  if (parts.length === 0) return []
  const { rows } = await sql<ScopePart & { name: string | null }>`
    with part as (${partsOf(parts)})
    select p.kind, p.no, p.out_flag, case p.kind
      when 'all' then '全体员工'
      when 'org' then (select o.org_name from org o where o.ent_no = ${entNo} and o.org_no = p.no and ${isLive('o')})
      when 'unit' then (select u.unit_name || '的家长' from edcunit u where u.ent_no = ${entNo} and u.unit_no = p.no and ${isLive('u')})
      when 'grp' then (select g.grp_name from empgrp g where g.ent_no = ${entNo} and g.grp_no = p.no and ${isLive('g')})
      when 'role' then coalesce((select r.role_name from role r where r.ent_no = ${entNo} and r.role_no = p.no and ${isLive('r')}),
        (select b.role_name from pbcrole b join entrole t on t.role_no = b.role_no and t.ent_no = ${entNo} where b.role_no = p.no and ${isLive('b')}))
      when 'mtg' then (select m.mtg_name || '的参会人员' from mtg m where m.ent_no = ${entNo} and m.mtg_no = p.no and ${isLive('m')})
      when 'act' then (select a.title || '的报名人' from act a where a.ent_no = ${entNo} and a.act_no = p.no and ${isLive('a')})
      when 'emp' then (select e.emp_name from emp e where e.ent_no = ${entNo} and e.emp_no = p.no and ${isLive('e')})
      when 'stu' then (select s.stu_name || '的家长' from stu s where s.ent_no = ${entNo} and s.stu_no = p.no and ${isLive('s')})
      when 'ptr' then (select g.ptr_name from ptr g where g.ent_no = ${entNo} and g.ptr_no = p.no and ${isLive('g')})
      end as name
    from part p order by p.place`.execute(db)
  return rows
}

/**
 * Names the parts of a scope. Throws missingReference where one is gone, or out of reach: nobody is to be told silently less than was
 * chosen.
 */
export async function namedParts(db: Db, entNo: string, parts: readonly ScopePart[]): Promise<NamedPart[]> {
  const read = await readParts(db, entNo, parts)
  return read.map(({ name, ...part }) => {
    if (name === null) throw new Fault('missingReference', '所选的接收人有的已不存在，或不在可访问的范围内，请移除后再发')
    return { ...part, name }
  })
}

/**
 * Selects whom a scope means within the caller's reach, each person and child once: staff in office, and guardians who receive
 * messages about a pupil on the roll.
 */
export function receiversOf(entNo: string, { parts, but = '' }: Audience): RawBuilder<Receiver> {
  const staff = (
    from: RawBuilder<unknown>,
  ) => sql`select w.place, w.why, e.emp_no, null::text as ptr_no, null::text as stu_no ${from}
    join emp e on e.ent_no = ${entNo} and e.emp_no = x.emp_no and e.stt = ${Status.enabled}`
  const families = (from: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`select w.place, w.why, null::text, l.ptr_no, s.stu_no ${from}
      join stuptr l on l.ent_no = s.ent_no and l.stu_no = s.stu_no and l.msg_flag = '1'
      join ptr g on g.ent_no = l.ent_no and g.ptr_no = l.ptr_no and g.stt = ${Status.enabled}
      where s.ent_no = ${entNo} and ${isOnRoll} and ${condition}`
  return sql<Receiver>`
    with recursive part as (
      select kind, no, out_flag, place, name as why from (${partsOf(parts)}) p
      join unnest(${parts.map(({ name }) => name)}::text[]) with ordinality n (name, at) on n.at = p.place
    ), orgs as (
      select w.place, w.why, w.no as org_no from part w where w.kind = 'org'
      union select a.place, a.why, c.org_no from org c join orgs a on c.prt_no = a.org_no where c.ent_no = ${entNo} and ${isLive('c')}
    ), units as (
      select w.place, w.why, w.no as unit_no from part w where w.kind = 'unit'
      union select a.place, a.why, c.unit_no from edcunit c join units a on c.prt_no = a.unit_no where c.ent_no = ${entNo} and ${isLive('c')}
    ), found as (
      ${staff(sql`from part w join emp x on w.kind = 'all' and x.ent_no = ${entNo}`)}
      union all ${staff(sql`from orgs w join orgemp x on x.ent_no = ${entNo} and x.org_no = w.org_no`)}
      union all ${staff(sql`from part w join empgrpmbr x on w.kind = 'grp' and x.ent_no = ${entNo} and x.grp_no = w.no`)}
      union all ${staff(sql`from part w join emprole x on w.kind = 'role' and x.ent_no = ${entNo} and x.role_no = w.no`)}
      union all ${staff(sql`from part w join mtgman x on w.kind = 'mtg' and x.ent_no = ${entNo} and x.mtg_no = w.no and ${isExpected}`)}
      union all ${staff(sql`from part w join reg x on w.kind = 'act' and x.ent_no = ${entNo} and x.act_no = w.no and ${isEnrolled}`)}
      union all ${staff(sql`from part w join emp x on w.kind = 'emp' and w.out_flag = '0' and x.ent_no = ${entNo} and x.emp_no = w.no`)}
      union all ${families(sql`from units w join stu s on s.unit_no = w.unit_no`, sql`true`)}
      union all ${families(sql`from part w join reg x on w.kind = 'act' and x.ent_no = ${entNo} and x.act_no = w.no and ${isEnrolled} join stu s on s.stu_no = x.stu_no`, sql`true`)}
      union all ${families(sql`from part w join stu s on s.stu_no = w.no`, sql`w.kind = 'stu' and w.out_flag = '0'`)}
      union all ${families(sql`from part w cross join stu s`, sql`w.kind = 'ptr' and w.out_flag = '0' and l.ptr_no = w.no`)}
    )
    select distinct on (coalesce(f.emp_no, f.ptr_no), coalesce(f.stu_no, '')) f.emp_no, f.ptr_no, f.stu_no, f.why from found f
    where f.emp_no is distinct from ${but} and not exists (select from part o where o.out_flag = '1' and (o.kind = 'emp' and o.no = f.emp_no
      or o.kind = 'ptr' and o.no = f.ptr_no or o.kind = 'stu' and o.no = f.stu_no))
    order by coalesce(f.emp_no, f.ptr_no), coalesce(f.stu_no, ''), f.place`
}

/** Describes whom a scope reaches, for the line below it. */
export type Reach = {
  toCnt: number
  empCnt: number
  ptrCnt: number
  stuCnt: number
  /** Gives how many messages the one who had most got within seven days. */
  weekCnt: number
}

/** Counts whom a scope reaches. */
export async function reachOf(db: Db, entNo: string, audience: Audience): Promise<Reach> {
  const { rows } = await sql<Reach>`
    with receiver as materialized (${receiversOf(entNo, audience)})
    select count(*)::int as to_cnt, count(distinct r.emp_no)::int as emp_cnt, count(distinct r.ptr_no)::int as ptr_cnt,
      count(distinct r.stu_no)::int as stu_cnt,
      coalesce((select max(n) from (select count(*)::int as n from msgto t where t.ent_no = ${entNo}
        and t.came_tm > now() - interval '7 days' and t.gone_tm is null
        and (t.emp_no in (select x.emp_no from receiver x) or t.ptr_no in (select x.ptr_no from receiver x))
        group by coalesce(t.emp_no, t.ptr_no)) week), 0) as week_cnt
    from receiver r`.execute(db)
  return rows[0] as Reach
}

/** Describes a pupil of a scope for whom nobody receives messages. */
export type Unreached = { stuNo: string; stuName: string; unitName: string }

/** Selects the numbers of the pupils who are enrolled in these activities, as a list for `in`. */
export const enrolledIn = (entNo: string, actNos: readonly string[]) =>
  sql`(select x.stu_no from reg x where x.ent_no = ${entNo} and x.act_no = any(${[...actNos]}) and x.stu_no is not null and ${isEnrolled})`

/** Lists the first pupils of a scope, but for those left out, for whom no guardian receives messages, or only those left out. */
export async function unreachedPupils(db: Db, entNo: string, parts: readonly ScopePart[], most: number): Promise<Unreached[]> {
  const nos = (kind: string, outFlag = '0') =>
    parts.filter((part) => part.kind === kind && part.outFlag === outFlag).map((part) => part.no)
  const { rows } = await sql<Unreached>`
    select s.stu_no, s.stu_name, u.unit_name from stu s join edcunit u using (ent_no, unit_no)
    where s.ent_no = ${entNo} and ${isOnRoll} and s.stu_no <> all(${nos('stu', '1')})
      and (s.unit_no in ${withinUnit(entNo, nos('unit'))} or s.stu_no = any(${nos('stu')}) or s.stu_no in ${enrolledIn(entNo, nos('act'))})
      and not exists (select from stuptr l join ptr g using (ent_no, ptr_no) where l.ent_no = s.ent_no and l.stu_no = s.stu_no
        and l.msg_flag = '1' and g.stt = ${Status.enabled} and l.ptr_no <> all(${nos('ptr', '1')}))
    order by u.show_ord, u.unit_no, s.stu_no limit ${most}`.execute(db)
  return rows
}
