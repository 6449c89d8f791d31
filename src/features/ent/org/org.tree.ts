import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { placeSiblings, putInOrder, type TreeTable } from '#server/database/tree.ts'
import { likeOf } from '#server/base/search.ts'
import { departmentDepthLimit } from './org.contract.ts'

export const departmentTree: TreeTable = {
  table: 'org',
  key: 'orgNo',
  parent: 'prtNo',
  noun: '部门',
  deepest: departmentDepthLimit,
}

/** Reads the departments of an enterprise in their order, as the nodes of its tree. */
export const departments = (db: Db, entNo: string) =>
  db
    .selectFrom('org')
    .select(['orgNo', 'orgName', 'prtNo', 'helpCode', 'stt'])
    .where('entNo', '=', entNo)
    .where('stt', '<>', Status.deleted)
    .orderBy('showOrd')
    .orderBy('orgNo')

/** Puts departments that are under `prtNo` by now before one of their siblings, or at the end. */
export async function placeBefore(
  db: Db,
  entNo: string,
  { prtNo, orgNos, befNo }: { prtNo: string | null; orgNos: readonly string[]; befNo?: string | undefined },
) {
  const rows = await departments(db, entNo)
    .where(sql<boolean>`prt_no is not distinct from ${prtNo}`)
    .where('orgNo', 'not in', orgNos)
    .execute()
  const others = rows.map(({ orgNo }) => orgNo)
  await putInOrder(db, departmentTree, entNo, placeSiblings(others, orgNos, befNo))
}

/** Tests departments by name, initials or number; `%` and `_` are literals. */
export function likeDepartment(keyWord: string) {
  const word = likeOf(keyWord)
  return sql<boolean>`(lower(org_name) like ${word} or help_code like ${word} or lower(org_no) like ${word})`
}

/**
 * Counts the enabled people of each department itself, and with all below it; a member of several counts once. Adds up the departments
 * and subtracts the few who were counted twice: counting each person under each department would take a second.
 */
export async function headCounts(db: Db, entNo: string) {
  const places = sql`orgemp o join emp e using (ent_no, emp_no) where o.ent_no = ${entNo} and e.stt = ${Status.enabled}`
  const { rows } = await sql<{ orgNo: string; drctCnt: number; ttlCnt: number }>`
    with recursive above as (
      select org_no, org_no as anc_no, prt_no from org where ent_no = ${entNo} and stt <> ${Status.deleted}
      union select a.org_no, p.org_no, p.prt_no from above a join org p on p.org_no = a.prt_no
        where p.ent_no = ${entNo} and p.stt <> ${Status.deleted}
    ), direct as (
      select o.org_no, count(*)::int as people from ${places} group by o.org_no
    ), several as (
      select o.org_no, o.emp_no from ${places} and o.emp_no in (select emp_no from orgemp where ent_no = ${entNo} and mst_flag = '0')
    ), twice as (
      select anc_no, (count(*) - count(distinct emp_no))::int as people from above join several using (org_no) group by anc_no
    )
    select a.anc_no as org_no, coalesce(sum(d.people) filter (where a.org_no = a.anc_no), 0)::int as drct_cnt,
      (sum(d.people) - coalesce(max(t.people), 0))::int as ttl_cnt
    from above a join direct d using (org_no) left join twice t on t.anc_no = a.anc_no group by a.anc_no`.execute(db)
  return new Map(rows.map(({ orgNo, ...counts }) => [orgNo, counts]))
}

/** Counts how deep each department lies, from 1, as far as those above it are among the rows. */
export function levelsOf(rows: readonly { orgNo: string; prtNo: string | null }[]): Map<string, number> {
  const parents = new Map(rows.map(({ orgNo, prtNo }) => [orgNo, prtNo]))
  const levelOf = (orgNo: string): number => {
    const above = parents.get(orgNo)
    return above && parents.has(above) ? levelOf(above) + 1 : 1
  }
  return new Map(rows.map(({ orgNo }) => [orgNo, levelOf(orgNo)]))
}

/** Reads the leaders of each department, in the order of its members. */
export async function leadersOf(db: Db, entNo: string) {
  const { rows } = await sql<{ orgNo: string; empNo: string; empName: string }>`
    select o.org_no, e.emp_no, e.emp_name from orgemp o join emp e using (ent_no, emp_no)
    where o.ent_no = ${entNo} and o.lead_flag = '1' and e.stt <> ${Status.deleted} order by o.show_ord, o.emp_no`.execute(db)
  const grouped = Map.groupBy(rows, ({ orgNo }) => orgNo)
  return new Map([...grouped].map(([orgNo, leaders]) => [orgNo, leaders.map(({ empNo, empName }) => ({ empNo, empName }))]))
}
