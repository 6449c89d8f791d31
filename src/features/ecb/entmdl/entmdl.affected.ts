import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'

type Row = { mdlCode: string | null; mdlName: string | null; roleCnt: number; empCnt: number }

/** Counts what people of an enterprise would lose with modules: over all of them, and for each. */
export async function affectedByModules(db: Db, entNo: string, mdlCodes: readonly string[]) {
  const { rows } = await sql<Row>`
    with granting as (
      select w.mdl_code, r.role_no from rolepwr w join role r using (ent_no, role_no)
      where w.ent_no = ${entNo} and w.mdl_code = any(${mdlCodes}) and r.stt = ${Status.enabled}
      union select w.mdl_code, p.role_no from pbcrolepwr w join pbcrole p using (role_no) join entrole g using (role_no)
      where g.ent_no = ${entNo} and w.mdl_code = any(${mdlCodes}) and p.stt = ${Status.enabled}
    ), held as (
      select g.mdl_code, g.role_no, h.emp_no from granting g left join emprole h on h.ent_no = ${entNo} and h.role_no = g.role_no
      union all select x.mdl_code, null, x.emp_no from emppwr x
      where x.ent_no = ${entNo} and x.mdl_code = any(${mdlCodes}) and x.add_del_flag = '1'
    )
    select h.mdl_code, m.mdl_name, count(distinct h.role_no)::int as role_cnt, count(distinct e.emp_no)::int as emp_cnt
    from held h join mdl m using (mdl_code)
    left join emp e on e.ent_no = ${entNo} and e.emp_no = h.emp_no and e.stt <> ${Status.deleted}
    group by grouping sets ((), (h.mdl_code, m.mdl_name)) order by m.mdl_name`.execute(db)
  const all = rows.find(({ mdlCode }) => mdlCode === null)
  const mdls = rows.flatMap(({ mdlCode, mdlName, ...counts }) => (mdlCode && mdlName ? [{ mdlCode, mdlName, ...counts }] : []))
  return { roleCnt: all?.roleCnt ?? 0, empCnt: all?.empCnt ?? 0, mdls }
}
