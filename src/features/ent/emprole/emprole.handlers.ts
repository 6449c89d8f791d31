import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { assignRoles } from '#domain/staff/assign.ts'
import { foundRoles, readEnterpriseRoles, releaseRoles, rolesAt } from '#server/access/enterpriseRoles.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { setOrder } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { lockPeople, mainDepartment } from '#domain/staff/staff.ts'
import { emprole, type RoleHolder } from './emprole.contract.ts'
import { keepAdministrator, lockAdministration } from './emprole.write.ts'
import './emprole.table.ts'

export const emproleHandlers = serve(emprole, {
  async getlist({ entNo, roleNo, empNo, keyWord }, { db }) {
    if (!roleNo && !empNo) throw invalidField('roleNo', '请指定角色或员工')
    if (roleNo) await foundRoles(db, entNo, [roleNo])
    const held = sql`from empdatapwr d where d.ent_no = ${entNo} and d.emp_no = h.emp_no and d.role_no = h.role_no`
    const { rows } = await sql<z.output<typeof RoleHolder>>`
      select e.ent_no, r.role_no, r.role_name, r.role_item, r.role_type, e.emp_no, e.emp_name, e.work_no, ${mainDepartment('orgName')}, e.stt, h.show_ord,
        (select count(*)::int ${held}) as data_cnt,
        array(select coalesce(o.org_name, u.unit_name, n.ent_name, s.data_val) from (select d.data_val ${held} order by d.data_val limit 3) s
          left join org o on o.ent_no = ${entNo} and o.org_no = s.data_val
          left join edcunit u on u.ent_no = ${entNo} and u.unit_no = s.data_val
          left join ent n on n.ent_no = s.data_val) as data_names
      from emprole h join emp e using (ent_no, emp_no) join ${rolesAt(entNo)} r using (role_no)
      where h.ent_no = ${entNo} and e.stt <> ${Status.deleted}
        and ${roleNo ? sql`h.role_no = ${roleNo}` : sql`true`} and ${empNo ? sql`h.emp_no = ${empNo}` : sql`true`}
        and ${keyWord ? matches('e', keyWord) : sql`true`}
      order by ${empNo ? sql`r.role_type, r.show_ord, r.role_no` : sql`h.show_ord, e.emp_no`}`.execute(db)
    return rows
  },

  createroleemp: ({ entNo, roleNo, empNos }, context) => assignRoles(context, entNo, [roleNo], empNos),

  async deleteroleemp({ entNo, roleNo, empNos }, { db }) {
    await lockAdministration(db, entNo, [roleNo])
    const gone = await releaseRoles(db, entNo, [roleNo], empNos)
    if (gone.length < empNos.length) throw new Fault('notFound', '所选员工有的已没有这个角色，请刷新后再选')
    await keepAdministrator(db, entNo, [roleNo])
    return null
  },

  async set({ entNo, empNo, roleNos }, context) {
    const { db } = context
    await lockPeople(db, entNo, [empNo])
    const { rows } = await sql<{
      roleNo: string
    }>`select role_no from emprole where ent_no = ${entNo} and emp_no = ${empNo}`.execute(db)
    const had = rows.map(({ roleNo }) => roleNo)
    // Leaves out deleted roles and those no longer given, which are not shown.
    const shown = (await readEnterpriseRoles(db, entNo, had)).map(({ roleNo }) => roleNo)
    const gone = shown.filter((roleNo) => !roleNos.includes(roleNo))
    const added = roleNos.filter((roleNo) => !had.includes(roleNo))
    if (gone.length > 0) {
      await lockAdministration(db, entNo, gone)
      await releaseRoles(db, entNo, gone, [empNo])
      await keepAdministrator(db, entNo, gone)
    }
    return added.length > 0 ? assignRoles(context, entNo, added, [empNo]) : null
  },

  async setroleempord({ entNo, roleNo, empOrds }, { db }) {
    await foundRoles(db, entNo, [roleNo])
    const holders = sql<boolean>`ent_no = ${entNo} and role_no = ${roleNo}
      and emp_no in (select l.emp_no from emp l where l.ent_no = ${entNo} and l.stt <> ${Status.deleted})`
    return setOrder(db, 'emprole', { keyName: 'empNo', siblings: holders, orders: empOrds })
  },
})
