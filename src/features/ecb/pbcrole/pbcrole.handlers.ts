import { sql } from 'kysely'
import { actions, type Right } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { includeDescendants } from '#server/call/scope.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { operatorRole } from '#server/access/enterpriseRoles.ts'
import { Fault } from '#server/base/fault.ts'
import { type GrantableModule, modulesOfPlatform, powerTree, rightsAsked, rightsOn } from '#server/access/moduleTree.ts'
import { updateRow, contractColumns, requireRow, softDelete } from '#server/database/rows.ts'
import { withKeyword } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { pbcrole, PublicRole } from './pbcrole.contract.ts'
import './pbcrole.table.ts'

const wanted = contractColumns(PublicRole)

export const pbcroleHandlers = serve(pbcrole, {
  async getlist({ roleItem, idntNo, stt, keyWord }, context) {
    const tops = await includeDescendants(context, pbcrole.getlist)
    const list = await context.db
      .selectFrom('pbcrole as p')
      .select(wanted)
      .select(
        sql<number>`(select count(*)::int from entrole r join ent e using (ent_no) where r.role_no = p.role_no and e.stt <> ${Status.deleted}
          and exists (select from ent_tree t where t.ent_no = r.ent_no and t.anc_no = any(${tops})))`.as('entCnt'),
      )
      .where('p.stt', stt ? '=' : '<>', stt ?? Status.deleted)
      .$if(!!roleItem, (rows) => rows.where('p.roleItem', '=', roleItem as string))
      .$if(!!idntNo, (rows) => rows.where('p.idntNo', '=', idntNo as string))
      .orderBy('p.idntNo')
      .orderBy('p.roleNo')
      .execute()
    return withKeyword(list, keyWord, ({ roleName, roleNo }) => [roleName, roleNo])
  },

  async getmdltree({ roleNo }, { db }) {
    await lockRole(db, roleNo, sql``)
    const modules = await modulesOfPlatform(db)
    return powerTree(modules, await powersOf(db, roleNo, modules))
  },

  async create({ entNo: _, ...given }, { db, number }) {
    const roleNo = `P${await number('ROLE_NO')}`
    return db
      .insertInto('pbcrole')
      .values({ ...given, roleNo })
      .returning(wanted)
      .executeTakeFirstOrThrow()
  },

  async update({ entNo: _, roleNo, ...changes }, context) {
    const before = await lockRole(context.db, roleNo, sql`for no key update`)
    if (roleNo === operatorRole && changes.stt === Status.disabled)
      throw new Fault('invalid', '平台运营员不能停用，否则没有人能管理平台')
    if ((changes.idntNo ?? before.idntNo) !== before.idntNo) await refuseGiven(context, roleNo, '不能改适用身份')
    return updateRow(context.db, 'pbcrole', { roleNo }, changes, wanted)
  },

  async delete({ roleNo, ver }, context) {
    await softDelete(context.db, 'pbcrole', { roleNo }, ver)
    await refuseGiven(context, roleNo, '请先从这些企业移除')
    return null
  },

  async setpwr({ roleNo, rolePwrMdls, ver }, { db }) {
    await lockRole(db, roleNo, sql`for no key update`)
    const modules = await modulesOfPlatform(db)
    const asked = new Set(rightsAsked(modules, rolePwrMdls, 'rolePwrMdls'))
    if (roleNo === operatorRole && ![actions.view, actions.set].every((pwrNo) => asked.has(`pbcrole:${pwrNo}`)))
      throw new Fault('invalid', '平台运营员要保留公共角色的设置，否则没有人能改回来')
    const held = new Set(await powersOf(db, roleNo, modules))
    const [added, removed] = [[...asked].filter((right) => !held.has(right)), [...held].filter((right) => !asked.has(right))]
    if (added.length + removed.length === 0) return null
    await updateRow(db, 'pbcrole', { roleNo }, { ver }, [])
    await sql`delete from pbcrolepwr where role_no = ${roleNo} and mdl_code || ':' || pwr_no = any(${removed})`.execute(db)
    await sql`insert into pbcrolepwr (role_no, mdl_code, pwr_no)
      select ${roleNo}, split_part(r, ':', 1), split_part(r, ':', 2) from unnest(${added}::text[]) r`.execute(db)
    return null
  },
})

async function lockRole(db: Db, roleNo: string, lock: ReturnType<typeof sql>) {
  const { rows } = await sql<{ idntNo: string }>`select idnt_no from pbcrole
    where role_no = ${roleNo} and stt <> ${Status.deleted} ${lock}`.execute(db)
  return requireRow(rows[0])
}

async function powersOf(db: Db, roleNo: string, modules: readonly GrantableModule[]): Promise<Right[]> {
  const { rows } = await sql<{
    right: Right
  }>`select mdl_code || ':' || pwr_no as right from pbcrolepwr where role_no = ${roleNo}`.execute(db)
  const possible = rightsOn(modules)
  return rows.map(({ right }) => right).filter((right) => possible.has(right))
}

// Locks the role against being given to an enterprise meanwhile.
async function refuseGiven(context: Context, roleNo: string, advice: string) {
  await includeDescendants(context, pbcrole.delete)
  const { rows } = await sql<{ given: number }>`select count(*)::int as given from entrole r join ent e using (ent_no)
    where r.role_no = ${roleNo} and e.stt <> ${Status.deleted}`.execute(context.db)
  const given = rows[0]?.given ?? 0
  if (given > 0) throw new Fault('inUse', `${given} 个企业还有这个角色，${advice}`)
}
