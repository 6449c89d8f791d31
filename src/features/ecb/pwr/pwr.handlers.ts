import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, takenField } from '#server/base/fault.ts'
import { updateRow, softDelete } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { withKeyword } from '#server/base/search.ts'
import { isShippedAction, pwr } from './pwr.contract.ts'
import './pwr.table.ts'

const wanted = ['tmlType', 'pwrNo', 'pwrName', 'des', 'ver'] as const

const fixed = <Row extends { tmlType: string; pwrNo: string }>(row: Row) => ({
  ...row,
  fixFlag: isShippedAction(row.tmlType, row.pwrNo) ? ('1' as const) : ('0' as const),
})

const uses = (pwrNo: unknown) => sql<boolean>`${pwrNo} = any(string_to_array(m.func, ',')) and m.stt <> ${Status.deleted}`

const powers = (db: Db, tmlType: string) =>
  db
    .selectFrom('pwr as p')
    .select(['p.tmlType', 'p.pwrNo', 'p.pwrName', 'p.des', 'p.ver'])
    .select(
      sql<number>`(select count(*)::int from mdl m where m.tml_type = p.tml_type and ${uses(sql.ref('p.pwrNo'))})`.as('mdlCnt'),
    )
    .where('p.tmlType', '=', tmlType)
    .where('p.stt', '<>', Status.deleted)
    .orderBy('p.pwrNo')

export const pwrHandlers = serve(pwr, {
  async getlist({ tmlType, keyWord }, { db }) {
    const rows = await powers(db, tmlType).execute()
    return withKeyword(rows, keyWord, ({ pwrName, pwrNo }) => [pwrName, pwrNo]).map(fixed)
  },

  async create({ entNo: _, ...power }, { db }) {
    const { tmlType, pwrNo, pwrName, des = null } = power
    // Keeps a code with its action for good: powers that were granted by it would come back to life.
    const added = await db
      .insertInto('pwr')
      .values({ tmlType, pwrNo, pwrName, des })
      .onConflict((conflict) => conflict.columns(['tmlType', 'pwrNo']).doNothing())
      .returning('pwrNo')
      .executeTakeFirst()
    if (!added) throw takenField('pwrNo', `编码“${pwrNo}”已被使用，删除过的编码也不能再用`)
    const [made] = await powers(db, tmlType).where('p.pwrNo', '=', pwrNo).execute()
    return fixed(made as NonNullable<typeof made>)
  },

  update: async ({ entNo: _, tmlType, pwrNo, ...changes }, { db }) =>
    fixed(await updateRow(db, 'pwr', { tmlType, pwrNo }, changes, wanted)),

  async delete({ tmlType, pwrNo, ver }, { db }) {
    if (isShippedAction(tmlType, pwrNo)) throw new Fault('inUse', '内置的操作权限不能删除')
    const users = await db
      .selectFrom('mdl as m')
      .select('m.mdlName')
      .where('m.tmlType', '=', tmlType)
      .where(uses(pwrNo))
      .orderBy('m.showOrd')
      .execute()
    if (users.length > 0) {
      const names = users.slice(0, 3).map(({ mdlName }) => `“${mdlName}”`)
      const more = users.length > 3 ? `等 ${users.length} 个模块` : ''
      throw new Fault('inUse', `${names.join('、')}${more}在用这个操作权限，请先在模块目录中去掉`)
    }
    return softDelete(db, 'pwr', { tmlType, pwrNo }, ver)
  },
})
