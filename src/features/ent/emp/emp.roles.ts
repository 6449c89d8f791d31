import { sql } from 'kysely'
import { actions, type Right } from '#contract/access.ts'
import { nearest } from '#server/alike.ts'
import type { Context } from '#server/context.ts'

type Role = { roleNo: string; roleName: string; rights: Right[] }

/** The roles of an enterprise by name, for whoever may assign them; nobody hands on more than they hold themselves. */
export async function readRoles(entNo: string, { db, me }: Context) {
  const mayAssign = me.rights.has(`role:${actions.set}`)
  const { rows } = await sql<Role>`
    select r.role_no, r.role_name, array(
      select w.mdl_code || ':' || w.pwr_no from (
        select mdl_code, pwr_no from rolepwr where ent_no = ${entNo} and role_no = r.role_no
        union select mdl_code, pwr_no from pbcrolepwr where role_no = r.role_no) w
      join entmdl e on e.ent_no = ${entNo} and e.mdl_code = w.mdl_code and e.stt = '1') as rights
    from (
      select role_no, role_name from role where ent_no = ${entNo} and stt = '1'
      union all select p.role_no, p.role_name from entrole e join pbcrole p using (role_no) where e.ent_no = ${entNo} and p.stt = '1') r
    order by r.role_no`.execute(db)
  const byName = new Map(rows.map((role) => [role.roleName, role]))
  return {
    names: mayAssign ? [...byName.keys()] : [],
    find(name: string): { no: string } | { wrong: string; meant?: string | undefined } {
      if (!mayAssign) return { wrong: '你没有分配角色的权限，请清空这一格' }
      const role = byName.get(name)
      if (!role) return { wrong: `角色“${name}”不存在`, meant: nearest(name, [...byName.keys()]) }
      if (!role.rights.every((right) => me.rights.has(right))) return { wrong: `角色“${name}”的权限超过你自己的，不能分配` }
      return { no: role.roleNo }
    },
  }
}
