import { sql } from 'kysely'
import { modules } from '#contract/modules.ts'
import { Status } from '#contract/fields.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { stillOpen } from '#server/call/session.ts'

type Counts = { entCnt: number; empCnt: number; stuCnt: number; sesCnt: number }
type Watcher = { entNo: string; entName: string; empCnt: number; roleCnt: number }

/**
 * Counts what enterprises hold with all below them, and lists who loses or gains sight of them under a new parent
 * (docs/spec/lists.md#what-an-act-touches).
 */
export async function affectedByEnterprises(db: Db, entNos: readonly string[], prtNo: string | undefined) {
  const { rows: inside } = await sql<{ entNo: string }>`select distinct t.ent_no from ent_tree t join ent e using (ent_no)
    where t.anc_no = any(${entNos}) and e.stt <> ${Status.deleted}`.execute(db)
  const all = inside.map(({ entNo }) => entNo)
  const { rows } = await sql<Counts>`select ${all.length}::int as ent_cnt,
    (select count(*)::int from emp where ent_no = any(${all}) and stt = ${Status.enabled}) as emp_cnt,
    (select coalesce(sum(cnt), 0)::int from stu_cnt where ent_no = any(${all}) and stt in (${sql.join(onRoll)})) as stu_cnt,
    (select count(distinct s.user_no)::int from session s where s.ent_no = any(${all}) and ${stillOpen}) as ses_cnt`.execute(db)
  const counts = rows[0] as Counts
  if (!prtNo) return { ...counts, loses: [], gains: [], mdls: [] }
  const [before, after] = [await aboveOf(db, entNos, all), await aboveOf(db, [prtNo], [])]
  const [loses, gains] = await Promise.all([
    watchers(
      db,
      [...before].filter((no) => !after.has(no)),
      entNos,
    ),
    watchers(
      db,
      [...after].filter((no) => !before.has(no)),
      entNos,
    ),
  ])
  return { ...counts, loses, gains, mdls: await modulesBeyond(db, all, prtNo) }
}

async function aboveOf(db: Db, entNos: readonly string[], without: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ ancNo: string }>`select distinct anc_no from ent_tree
    where ent_no = any(${entNos}) and anc_no <> all(${without})`.execute(db)
  return new Set(rows.map(({ ancNo }) => ancNo))
}

// Lists the enterprises whose people see those below, by roles that are not limited to others.
async function watchers(db: Db, above: string[], entNos: readonly string[]): Promise<Watcher[]> {
  const { rows } = await sql<Watcher>`
    select e.ent_no, e.ent_name, count(distinct p.emp_no)::int as emp_cnt, count(distinct r.role_no)::int as role_cnt
    from ent e left join emprole r on r.ent_no = e.ent_no and (
        not exists (select from empdatapwr d where d.ent_no = r.ent_no and d.emp_no = r.emp_no and d.role_no = r.role_no and d.data_type = 'ent')
        or exists (select from empdatapwr d join ent_tree t on t.anc_no = d.data_val and t.ent_no = any(${entNos})
          where d.ent_no = r.ent_no and d.emp_no = r.emp_no and d.role_no = r.role_no and d.data_type = 'ent'))
      left join emp p on p.ent_no = r.ent_no and p.emp_no = r.emp_no and p.stt = ${Status.enabled}
    where e.ent_no = any(${above}) and left(e.idnt_no, 3) in ('020', '040', '060') and e.stt <> ${Status.deleted}
    group by e.ent_no, e.ent_name order by e.ent_name`.execute(db)
  return rows
}

// Lists modules made for some that the new parent could not have given.
async function modulesBeyond(db: Db, entNos: readonly string[], prtNo: string) {
  const builtIn = modules.map(({ code }) => code)
  const { rows } = await sql<{ mdlCode: string; mdlName: string; entCnt: number }>`
    select m.mdl_code, m.mdl_name, count(*)::int as ent_cnt from entmdl g join mdl m using (mdl_code)
    where g.ent_no = any(${entNos}) and g.stt = ${Status.enabled} and m.url is not null and m.mdl_code <> all(${builtIn})
      and exists (select from ent where ent_no = ${prtNo} and prt_no is not null)
      and not exists (select from entmdl o where o.ent_no = ${prtNo} and o.mdl_code = m.mdl_code and o.stt = ${Status.enabled})
    group by m.mdl_code, m.mdl_name order by m.mdl_name`.execute(db)
  return rows
}
