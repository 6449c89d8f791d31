import { sql } from 'kysely'
import type { Right } from '#contract/access.ts'
import type { Db } from '#server/database/database.ts'

/** Describes what a role of a person grants, and the units, departments and enterprises held through it. */
export type HeldRole = {
  roleNo: string
  roleName: string
  roleItem: string
  /** Tells whether the enterprise made it itself, not the platform. */
  isOwn: boolean
  rights: Right[]
  units: string[]
  orgs: string[]
  ents: string[]
}

/** Describes all stored grants of a person: what the enterprise has, the roles, the exceptions. */
export type Grants = {
  /** Lists the modules of the enterprise that are in use, in menu order, each with the actions it was given. */
  given: { mdlCode: string; func: string }[]
  roles: HeldRole[]
  /** Lists the personal exceptions; `addDelFlag` 1 adds, 2 takes away. */
  exceptions: { right: Right; addDelFlag: string }[]
}

/** Reads them inside a transaction of that enterprise (docs/spec/rights.md#layers). */
export async function readGrants(db: Db, entNo: string, empNo: string): Promise<Grants> {
  const [given, roles, exceptions] = await Promise.all([
    givenTo(db, entNo),
    rolesOf(db, entNo, empNo),
    sql<{ right: Right; addDelFlag: string }>`
      select mdl_code || ':' || pwr_no as right, add_del_flag from emppwr where ent_no = ${entNo} and emp_no = ${empNo}`.execute(
      db,
    ),
  ])
  return { given, roles, exceptions: exceptions.rows }
}

/** Reads the modules in use at an enterprise; each action is one that both the module has and the enterprise was given. */
export async function givenTo(db: Db, entNo: string): Promise<Grants['given']> {
  const { rows } = await sql<{ mdlCode: string; func: string; limit: string | null }>`
    select e.mdl_code, m.func, e.func as "limit" from entmdl e join mdl m using (mdl_code)
    where e.ent_no = ${entNo} and e.stt = '1' and m.stt = '1' order by m.show_ord, m.mdl_code`.execute(db)
  return rows.map(({ mdlCode, func, limit }) => ({ mdlCode, func: limit === null ? func : common(func, limit) }))
}

const common = (func: string, limit: string) => {
  const allowed = new Set(limit.split(','))
  return func
    .split(',')
    .filter((pwrNo) => allowed.has(pwrNo))
    .join(',')
}

type Row = Omit<HeldRole, 'rights' | 'units' | 'orgs' | 'ents'> & { rights: Right[] | null } & Record<
    'units' | 'orgs' | 'ents',
    string[] | null
  >

// Reads the roles once and their targets once, since the policies on the rows of a person are planned each time they are named.
async function rolesOf(db: Db, entNo: string, empNo: string): Promise<HeldRole[]> {
  const reached = (type: string) => sql`(select vals from reached where role_no = held.role_no and data_type = ${type})`
  const { rows } = await sql<Row>`
    with mine as (
      select ent_no, role_no, show_ord from emprole where ent_no = ${entNo} and emp_no = ${empNo}
    ), reached as (
      select role_no, data_type, array_agg(data_val order by data_val) as vals from empdatapwr
      where ent_no = ${entNo} and emp_no = ${empNo} group by 1, 2
    ), held as (
      select role_no, r.role_name, r.role_item, true as is_own, mine.show_ord
      from mine join role r using (ent_no, role_no) where r.stt = '1'
      union all
      select role_no, p.role_name, p.role_item, false, mine.show_ord
      from mine join entrole using (ent_no, role_no) join pbcrole p using (role_no) where p.stt = '1'
    )
    select held.role_no, held.role_name, held.role_item, held.is_own, (
      select array_agg(w.mdl_code || ':' || w.pwr_no) from (
        select mdl_code, pwr_no from rolepwr where ent_no = ${entNo} and role_no = held.role_no
        union all select mdl_code, pwr_no from pbcrolepwr where role_no = held.role_no) w
    ) as rights, ${reached('unit')} as units, ${reached('org')} as orgs, ${reached('ent')} as ents
    from held order by show_ord, role_no`.execute(db)
  return rows.map(({ rights, units, orgs, ents, ...role }) => ({
    ...role,
    rights: rights ?? [],
    units: units ?? [],
    orgs: orgs ?? [],
    ents: ents ?? [],
  }))
}
