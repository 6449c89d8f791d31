import { sql } from 'kysely'
import type * as z from 'zod'
import { foundRoles, rolesAt } from '#server/access/enterpriseRoles.ts'
import { modulesAt, powerTree, rightsAsked } from '#server/access/moduleTree.ts'
import { invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { serve } from '#server/call/serve.ts'
import { rolepwr, type RolePower } from './rolepwr.contract.ts'
import { isElsewhere, setPowers } from './rolepwr.write.ts'
import './rolepwr.table.ts'

type Named = { pwrNo?: string | undefined; pwrNos?: readonly string[] | undefined }

/** Returns the rights that actions on one module are, by whichever name they came. Throws invalid where there is none. */
async function askedOf(entNo: string, mdlCode: string, { pwrNo, pwrNos = [] }: Named, { db }: Pick<Context, 'db'>) {
  const named = [...new Set([...(pwrNo?.split(',') ?? []), ...pwrNos])]
  if (named.length === 0) throw invalidField('pwrNos', '操作权限不能为空')
  return rightsAsked(await modulesAt(db, entNo), [{ mdlCode, pwrNos: named }], 'pwrNos')
}

export const rolepwrHandlers = serve(rolepwr, {
  async getlist({ entNo, mdlCode, roleNo }, { db }) {
    const { rows } = await sql<z.output<typeof RolePower>>`
      select ${entNo} as ent_no, r.role_no, r.role_name, r.role_item, r.role_type, w.mdl_code,
        string_agg(w.pwr_no, ',' order by w.pwr_no) as pwr_no, array_agg(w.pwr_no order by w.pwr_no) as pwr_nos
      from ${rolesAt(entNo)} r join (
        select role_no, mdl_code, pwr_no from rolepwr where ent_no = ${entNo}
        union all select role_no, mdl_code, pwr_no from pbcrolepwr) w using (role_no)
      where ${mdlCode ? sql`w.mdl_code = ${mdlCode}` : sql`true`} and ${roleNo ? sql`r.role_no = ${roleNo}` : sql`true`}
      group by r.role_no, r.role_name, r.role_item, r.role_type, r.show_ord, w.mdl_code
      order by r.role_type, r.show_ord, r.role_no, w.mdl_code`.execute(db)
    return rows
  },

  async getmdltree({ entNo, roleNo }, { db }) {
    const [role] = roleNo ? await foundRoles(db, entNo, [roleNo]) : []
    return powerTree(await modulesAt(db, entNo), role?.rights ?? [])
  },

  async set({ entNo, roleNo, rolePwrMdls, ver }, context) {
    const asked = rightsAsked(await modulesAt(context.db, entNo), rolePwrMdls, 'rolePwrMdls')
    return setPowers(context, entNo, { roleNos: [roleNo], wanted: () => asked, ver })
  },

  async createmdlrolepwr({ entNo, mdlCode, roleNos, ...named }, context) {
    const asked = await askedOf(entNo, mdlCode, named, context)
    return setPowers(context, entNo, { roleNos, wanted: (held) => [...new Set([...held, ...asked])] })
  },

  async updatemdlrolepwr({ entNo, mdlCode, roleNo, ...named }, context) {
    const asked = await askedOf(entNo, mdlCode, named, context)
    return setPowers(context, entNo, { roleNos: [roleNo], wanted: (held) => [...held.filter(isElsewhere(mdlCode)), ...asked] })
  },

  deletemdlrolepwr: ({ entNo, mdlCode, roleNos }, context) =>
    setPowers(context, entNo, { roleNos, wanted: (held) => held.filter(isElsewhere(mdlCode)) }),
})
