import { sql } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import { maskPhone } from '#contract/values/masking.ts'
import type { Context } from '#server/call/context.ts'
import { enterpriseSearchWords } from '#server/reference/enterprise.ts'
import { Fault } from '#server/base/fault.ts'
import { initials } from '#server/base/search.ts'
import type { Db } from '#server/database/database.ts'
import { updateRow, requireRow, pageOf, softDelete } from '#server/database/rows.ts'
import { requireDescendants, includeDescendants } from '#server/call/scope.ts'
import { type Input, serve } from '#server/call/serve.ts'
import { lockTree, treeOf } from '#server/database/tree.ts'
import { ent, EnterpriseState, stateChange } from './ent.contract.ts'
import {
  enterpriseCountColumns,
  countEnterprises,
  depthOf,
  enterpriseConditions,
  enterpriseByNo,
  enterpriseColumns,
  enterpriseOut,
  enterprisesInReach,
} from './ent.list.ts'
import { makeEnterprise } from './ent.make.ts'
import { checkLogo, checkSelfNo, departmentNameOf, identitiesBelow } from './ent.rules.ts'
import { affectedByEnterprises } from './ent.affected.ts'
import './ent.undo.ts'
import { moveEnterprises, orderEnterprises } from './ent.tree.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { enterpriseSearch } from './ent.search.ts'
import './ent.table.ts'

const may = permissions('ent')

/**
 * Lets a call work on what lies below `prtNo`, which is one within reach, or the caller's own: that one only where the
 * roles are not limited to some of those below it.
 */
async function seeUnder(context: Context, call: Call, prtNo: string) {
  if (prtNo !== context.me.entNo) await requireDescendants(context, call, [prtNo])
  else if (context.me.rights.enterprisesOf(call.access)) throw new Fault('notFound')
  await includeDescendants(context, call)
}

registerSearch(enterpriseSearch)

export const entHandlers = serve(ent, {
  async getpage({ entNo, pageIndex, pageSize, ...filter }, context) {
    const list = await enterprisesInReach(context, ent.getpage, entNo)
    const rows = list
      .where(enterpriseConditions(filter))
      .select([...enterpriseColumns, depthOf.as('lvl'), ...enterpriseCountColumns])
    const { datas, ...rest } = await pageOf(rows, ['e.showOrd', 'e.entNo'], { pageIndex, pageSize })
    return { ...rest, datas: datas.map((row) => enterpriseOut(context, row)) }
  },

  async getlist({ entNo, ...filter }, context) {
    const list = await enterprisesInReach(context, ent.getlist, entNo)
    const rows = await list
      .where(enterpriseConditions(filter))
      .select([...enterpriseColumns, depthOf.as('lvl')])
      .orderBy('e.showOrd')
      .orderBy('e.entNo')
      .execute()
    return rows.map((row) => enterpriseOut(context, row))
  },

  async gettree({ entNo }, context) {
    const list = await enterprisesInReach(context, ent.gettree, entNo)
    const rows = await list
      .select(['e.entNo', 'e.entName', 'e.prtNo', 'e.idntNo', 'e.stt', 'e.selfNo', 'e.helpCode'])
      .orderBy('e.showOrd')
      .orderBy('e.entNo')
      .execute()
    const top = await context.db.selectFrom('entTree').select('ancNo').where('entNo', '=', entNo).execute()
    return treeOf(rows, 'entNo', 'prtNo', (row, lvl) => ({ ...row, lvl: lvl + top.length - 1 }))
  },

  async getidnt({ entNo }, { db }) {
    const { idntNo } = await db.selectFrom('ent').select('idntNo').where('entNo', '=', entNo).executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('info')
      .select(['infoNo as idntNo', 'chnName as idntName'])
      .where('typeCode', '=', 'IDNT')
      .where('stt', '=', Status.enabled)
      .orderBy('showOrd')
      .execute()
    return rows.filter((row) => row.idntNo.length === 3 && identitiesBelow(idntNo).includes(row.idntNo))
  },

  async getstatis({ entNo, ...filter }, context) {
    const list = await enterprisesInReach(context, ent.getstatis, entNo)
    return countEnterprises(list.where(enterpriseConditions(filter)), context.db)
  },

  async get({ entNo }, context) {
    const { db } = context
    await includeDescendants(context, ent.get)
    const row = await db
      .selectFrom('ent as e')
      .select([...enterpriseColumns, depthOf.as('lvl'), ...enterpriseCountColumns])
      .where('e.entNo', '=', entNo)
      .where('e.stt', '<>', Status.deleted)
      .executeTakeFirst()
    const { rows: path } = await sql<{ entNo: string; entName: string }>`select e.ent_no, e.ent_name from ent_tree t
      join ent e on e.ent_no = t.anc_no where t.ent_no = ${entNo} and t.depth > 0 order by t.depth desc`.execute(db)
    const admins = await db
      .selectFrom('emprole as r')
      .innerJoin('emp as p', (on) => on.onRef('p.entNo', '=', 'r.entNo').onRef('p.empNo', '=', 'r.empNo'))
      .select(['p.empNo', 'p.empName', 'p.authTel'])
      .distinct()
      .where('r.entNo', '=', entNo)
      .where('p.stt', '=', Status.enabled)
      .where(sql<boolean>`r.role_no ~ '^P\\d{3}(ADMIN|OPERATOR)$'`)
      .orderBy('p.empNo')
      .limit(20)
      .execute()
    return {
      ...enterpriseOut(context, requireRow(row)),
      path,
      admins: admins.map(({ authTel, ...person }) => ({ ...person, authTel: maskPhone(authTel) })),
    }
  },

  async gettouched({ entNos, prtNo }, context) {
    for (const one of prtNo ? [...entNos, prtNo] : entNos) await seeUnder(context, ent.gettouched, one)
    return affectedByEnterprises(context.db, entNos, prtNo)
  },

  async create(given, context) {
    await seeUnder(context, ent.create, given.prtNo)
    await checkSelfNo(context.db, given.idntNo, given.selfNo)
    const { enterprise, user } = await makeEnterprise(given, context)
    return { ...enterpriseOut(context, enterprise), user }
  },

  async update({ entNo, ver, ...changes }, context) {
    const { db, me } = context
    mayChange(context, entNo, changes)
    await includeDescendants(context, ent.update)
    const before = requireRow(await enterpriseByNo(db, entNo))
    const { selfNo = before.selfNo, entName = before.entName, entLogo } = changes
    if (changes.selfNo) await checkSelfNo(db, before.idntNo, changes.selfNo)
    if (entLogo) await checkLogo(db, entNo, entLogo, me.userNo)
    await updateRow(db, 'ent', { entNo }, { ...changes, ...enterpriseSearchWords({ entNo, entName, selfNo }), ver }, ['entNo'])
    if (entName !== before.entName) await renameDepartment(db, entNo, before.entName, entName)
    return enterpriseOut(context, requireRow(await enterpriseByNo(db, entNo)))
  },

  async delete({ entNo, ver }, context) {
    const { db, me } = context
    if (entNo === me.entNo) throw new Fault('invalid', '不能删除自己所在的企业')
    await includeDescendants(context, ent.delete)
    await lockTree(db, { table: 'ent' }, '')
    const { entName, stt } = requireRow(await enterpriseByNo(db, entNo))
    const below = await db
      .selectFrom('ent')
      .select(({ fn }) => fn.countAll<number>().as('cnt'))
      .where('prtNo', '=', entNo)
      .where('stt', '<>', Status.deleted)
      .executeTakeFirstOrThrow()
    if (Number(below.cnt) > 0) throw new Fault('inUse', `“${entName}”还有 ${below.cnt} 家下级企业，请先移走或删除它们`)
    if (stt === EnterpriseState.enabled) throw new Fault('inUse', `“${entName}”正在使用，请先停用再删除`)
    return softDelete(db, 'ent', { entNo }, ver)
  },

  async setentord({ prtNo, entOrds }, context) {
    await seeUnder(context, ent.setentord, prtNo)
    await orderEnterprises(context, prtNo, entOrds)
    return null
  },

  async updateprtent({ prtNo, entNos, befNo }, context) {
    await requireDescendants(context, ent.updateprtent, entNos)
    await seeUnder(context, ent.updateprtent, prtNo)
    await moveEnterprises(context, prtNo, entNos, befNo)
    return null
  },
})

// Lets the department that bears the name of the enterprise follow it; one that people named otherwise stays.
const renameDepartment = (db: Db, entNo: string, before: string, entName: string) => {
  const orgName = departmentNameOf(entName)
  return db
    .updateTable('org')
    .set({ orgName, helpCode: initials(orgName) })
    .where('entNo', '=', entNo)
    .where('prtNo', 'is', null)
    .where('orgName', '=', departmentNameOf(before))
    .where('stt', '<>', Status.deleted)
    .execute()
}

// Allows an enterprise's own people to change it; another one only by the right over enterprises, a state from above.
function mayChange({ me }: Context, entNo: string, { stt }: Pick<Input<typeof ent.update>, 'stt'>) {
  const isOwn = entNo === me.entNo
  if (!isOwn && !permits(me, may.edit)) throw new Fault('forbidden')
  if (stt === undefined) return
  if (isOwn) throw new Fault('invalid', '自己所在企业的状态由上级修改', { errors: [{ field: 'stt', message: '由上级修改' }] })
  if (!permits(me, stateChange.access)) throw new Fault('forbidden')
}
