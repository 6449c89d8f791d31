import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { foundRoles, releaseRoles, RoleType, rolesAt } from '#server/access/enterpriseRoles.ts'
import { Fault } from '#server/base/fault.ts'
import { requireDelegable, mayReach } from '#server/access/delegation.ts'
import { updateRow, softDelete } from '#server/database/rows.ts'
import { withKeyword } from '#server/base/search.ts'
import { type Input, serve } from '#server/call/serve.ts'
import { type Role, role, type RoleWithCounts } from './role.contract.ts'
import './role.table.ts'

type Listed = z.output<typeof Role>
type Filter = { entNo: string; stt?: string | undefined; keyWord?: string | undefined; roleType?: '1' | '2' }

const wanted = ['entNo', 'roleNo', 'roleName', 'roleItem', 'des', 'stt', 'ver'] as const
const own = { roleType: RoleType.own }

const counts = (entNo: string) => sql`,
  (select count(*)::int from emprole h join emp e using (ent_no, emp_no)
    where h.ent_no = ${entNo} and h.role_no = r.role_no and e.stt <> ${Status.deleted}) as emp_cnt,
  (select count(distinct mdl_code)::int from entmdl m where m.ent_no = ${entNo} and m.stt = ${Status.enabled} and mdl_code in (
    select mdl_code from rolepwr where ent_no = ${entNo} and role_no = r.role_no
    union all select mdl_code from pbcrolepwr where role_no = r.role_no)) as mdl_cnt`

async function roles<Row extends Listed>(db: Db, { entNo, stt, keyWord, roleType }: Filter, more = sql``) {
  const { rows } = await sql<Row>`
    select ${entNo} as ent_no, r.role_no, r.role_name, r.role_item, r.role_type, r.des, r.stt, r.ver ${more} from ${rolesAt(entNo)} r
    where ${roleType ? sql`r.role_type = ${roleType}` : sql`true`} and ${stt ? sql`r.stt = ${stt}` : sql`true`}
    order by r.role_type, r.show_ord, r.role_no`.execute(db)
  return withKeyword(rows, keyWord, ({ roleName, roleNo }) => [roleName, roleNo])
}

const withCounts = (db: Db, filter: Filter) => roles<z.output<typeof RoleWithCounts>>(db, filter, counts(filter.entNo))

export const roleHandlers = serve(role, {
  getalllist: (filter, { db }) => roles(db, filter),
  getselfrolelist: (filter, { db }) => roles(db, { ...filter, roleType: RoleType.own }),
  getpbcrolelist: (filter, { db }) => roles(db, { ...filter, roleType: RoleType.public }),
  getselfroleexlist: (filter, { db }) => withCounts(db, { ...filter, roleType: RoleType.own }),
  getpbcroleexlist: (filter, { db }) => withCounts(db, { ...filter, roleType: RoleType.public }),

  async createselfrole(given, { db, number }) {
    const roleNo = await number('ROLE_NO')
    const showOrd = sql<number>`(select coalesce(max(show_ord), 0) + 10 from role where ent_no = ${given.entNo} and stt <> ${Status.deleted})`
    const made = await db
      .insertInto('role')
      .values({ ...given, roleNo, showOrd })
      .returning(wanted)
      .executeTakeFirstOrThrow()
    return { ...made, ...own }
  },

  async updateselfrole(input, context) {
    const { entNo, roleNo, ...changes } = input
    await mayWiden(input, context)
    return { ...(await updateRow(context.db, 'role', { entNo, roleNo }, changes, wanted)), ...own }
  },

  async deleteselfrole({ entNo, roleNo, ver }, { db }) {
    await softDelete(db, 'role', { entNo, roleNo }, ver)
    await releaseRoles(db, entNo, [roleNo])
    return null
  },

  async deleteselfrolemany({ entNo, roleNos }, { db }) {
    const { rows } = await sql`update role set stt = ${Status.deleted}
      where ent_no = ${entNo} and role_no = any(${roleNos}) and stt <> ${Status.deleted} returning role_no`.execute(db)
    if (rows.length < roleNos.length) throw new Fault('notFound', '所选角色有的已不存在，请刷新后再选')
    await releaseRoles(db, entNo, roleNos)
    return null
  },
})

// Checks what the holders of a role get when it comes back into use, or reaches further than before.
async function mayWiden({ entNo, roleNo, stt, roleItem }: Input<typeof role.updateselfrole>, context: Context) {
  if (stt !== Status.enabled && roleItem === undefined) return
  const [before] = await foundRoles(context.db, entNo, [roleNo])
  if (before?.roleType !== RoleType.own) throw new Fault('notFound')
  if (stt === Status.enabled && before.stt !== Status.enabled) await requireDelegable(context, before.rights)
  if (roleItem !== undefined && roleItem !== before.roleItem) mayReach(context, { ...before, roleItem })
}
