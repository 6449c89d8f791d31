import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { requireDescendants, includeDescendants } from '#server/call/scope.ts'
import { foundRoles, operatorRole, releaseRoles } from '#server/access/enterpriseRoles.ts'
import { Fault } from '#server/base/fault.ts'
import { modulesAt, powerTree } from '#server/access/moduleTree.ts'
import { serve } from '#server/call/serve.ts'
import { forEachEnterprise } from '#domain/enterprises/forEachEnterprise.ts'
import { entrole, type EnterpriseChoice, type EnterpriseWithRole } from './entrole.contract.ts'
import { lockRoles, refuseStrangers } from './entrole.fit.ts'
import './entrole.table.ts'

const most = 5000
const lockedOut = '平台运营中心要保留平台运营员这个角色'
const shown = sql`e.ent_no, e.ent_name, e.idnt_no, e.stt, (select u.ent_name from ent u where u.ent_no = e.prt_no) as prt_name`
const within = (tops: string[]) => sql`exists (select from ent_tree t where t.ent_no = e.ent_no and t.anc_no = any(${tops}))`

export const entroleHandlers = serve(entrole, {
  async setpbcrole({ entNo, roleNos }, { db, services }) {
    if (entNo === services.rootNo && !roleNos.includes(operatorRole)) throw new Fault('invalid', lockedOut)
    await refuseStrangers(db, await lockRoles(db, roleNos), [entNo])
    const { rows } = await sql<{ roleNo: string }>`delete from entrole where ent_no = ${entNo} and role_no <> all(${roleNos})
      and role_no in (select role_no from pbcrole where stt <> ${Status.deleted}) returning role_no`.execute(db)
    await releaseRoles(
      db,
      entNo,
      rows.map(({ roleNo }) => roleNo),
    )
    await sql`insert into entrole (ent_no, role_no) select ${entNo}, no from unnest(${roleNos}::text[]) no
      on conflict do nothing`.execute(db)
    return null
  },

  async createpbcroleent({ roleNo, entNos }, context) {
    const { db } = context
    await requireDescendants(context, entrole.createpbcroleent, entNos)
    const roles = await lockRoles(db, [roleNo])
    await forEachEnterprise(context, entNos, async (entNo) => {
      await refuseStrangers(db, roles, [entNo])
      await sql`insert into entrole (ent_no, role_no) values (${entNo}, ${roleNo}) on conflict do nothing`.execute(db)
    })
    return null
  },

  async deletepbcroleent({ roleNo, entNos }, context) {
    const { db } = context
    await requireDescendants(context, entrole.deletepbcroleent, entNos)
    if (roleNo === operatorRole && entNos.includes(context.services.rootNo)) throw new Fault('invalid', lockedOut)
    await forEachEnterprise(context, entNos, async (entNo) => {
      await releaseRoles(db, entNo, [roleNo])
      const { rows } = await sql`delete from entrole where ent_no = ${entNo} and role_no = ${roleNo} returning 1`.execute(db)
      if (rows.length === 0) throw new Fault('notFound', '所选企业有的已没有这个角色，请刷新后再选')
    })
    return null
  },

  async getmdltree({ entNo, roleNo }, { db }) {
    const [role] = await foundRoles(db, entNo, [roleNo])
    return powerTree(await modulesAt(db, entNo), role?.rights ?? [])
  },

  async getentlist({ roleNo }, context) {
    const tops = await includeDescendants(context, entrole.getentlist)
    const { rows } = await sql<z.output<typeof EnterpriseWithRole>>`
      select ${shown}, (select count(*)::int from emprole h join emp p using (ent_no, emp_no)
        where h.ent_no = e.ent_no and h.role_no = r.role_no and p.stt <> ${Status.deleted}) as emp_cnt
      from entrole r join ent e using (ent_no)
      where r.role_no = ${roleNo} and e.stt <> ${Status.deleted} and ${within(tops)} order by e.show_ord, e.ent_no`.execute(
      context.db,
    )
    return rows
  },

  async getentforset({ roleNo, keyWord = '' }, context) {
    const tops = await includeDescendants(context, entrole.getentforset)
    const word = keyWord.toLowerCase()
    const { rows } = await sql<z.output<typeof EnterpriseChoice>>`
      select ${shown}, case when r.ent_no is null then '0' else '1' end as chk_flag
      from ent e join pbcrole p on p.role_no = ${roleNo} and p.idnt_no = e.idnt_no and p.stt <> ${Status.deleted}
      left join entrole r on r.ent_no = e.ent_no and r.role_no = p.role_no
      where e.stt <> ${Status.deleted} and ${within(tops)}
        and (strpos(lower(e.ent_name), ${word}) > 0 or strpos(lower(e.ent_no), ${word}) > 0)
      order by e.show_ord, e.ent_no limit ${most}`.execute(context.db)
    return rows
  },
})
