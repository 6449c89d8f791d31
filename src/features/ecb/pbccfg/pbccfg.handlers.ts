import { sql } from 'kysely'
import type * as z from 'zod'
import type { SettingKind } from '#contract/values/settingValue.ts'
import type { Context } from '#server/call/context.ts'
import { jobKinds } from '#server/call/backgroundJob.ts'
import { holdDeliveries } from '#domain/messages/delivery/deliveries.ts'
import { forAllEnterprises } from '#server/access/forAllEnterprises.ts'
import { releaseOutward } from '#server/database/outwardWatch.ts'
import { believeClock } from '#server/database/clockWatch.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { log } from '#server/base/log.ts'
import { shippedParameters } from '#server/reference/parameters.ts'
import { requireRow } from '#server/database/rows.ts'
import { includeDescendants } from '#server/call/scope.ts'
import { withKeyword } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { lockTree } from '#server/database/tree.ts'
import { everyIdentity, pbccfg, type Setting } from './pbccfg.contract.ts'
import { kindNames, refuseOtherKind, refuseMisfits, refuseScope, refuseWrong, takenCode } from './pbccfg.rules.ts'
import './pbccfg.table.ts'

type Row = z.output<typeof Setting>
type Kept = Omit<Row, 'fixFlag' | 'difCnt'>

const names = ['cfgCode', 'idntNo', 'cfgDesc', 'valType', 'valList', 'minVal', 'maxVal', 'dftlVal', 'ownFlag', 'rem'] as const
const columns = sql.join([...names, 'ver'].map((name) => sql.ref(`c.${name}`)))

const isShipped = (code: string) => shippedParameters.some(({ cfgCode }) => cfgCode === code)

// Counts deviations from the default of the enterprise's identity, where it has one, else from the one for all.
const differing = (tops: string[]) => sql`(select count(*)::int from entcfg o join ent e on e.ent_no = o.ent_no and e.stt <> '0'
  where o.cfg_code = c.cfg_code and c.own_flag = '1' and exists (select from ent_tree t where t.ent_no = e.ent_no and t.anc_no = any(${tops}))
    and (e.idnt_no = c.idnt_no or c.idnt_no = ${everyIdentity}
      and not exists (select from pbccfg i where i.cfg_code = c.cfg_code and i.idnt_no = e.idnt_no)))`

/** Reads settings as they are answered, with how many enterprises within reach have a value of their own. */
async function listed(context: Context, where = sql`true`): Promise<Row[]> {
  const tops = await includeDescendants(context, pbccfg.getlist)
  const { rows } = await sql<Kept & { difCnt: number }>`
    select ${columns}, ${differing(tops)} as dif_cnt from pbccfg c where ${where} order by c.cfg_code, c.idnt_no`.execute(
    context.db,
  )
  return rows.map((row) => ({ ...row, fixFlag: isShipped(row.cfgCode) ? ('1' as const) : ('0' as const) }))
}

const at = ({ cfgCode, idntNo }: Pick<Row, 'cfgCode' | 'idntNo'>) => sql`c.cfg_code = ${cfgCode} and c.idnt_no = ${idntNo}`

const plain = { valType: 'S', valList: null, minVal: null, maxVal: null, ownFlag: '1', rem: null }

/** Reads the rows of a code, one for each identity that has a default of its own. */
async function rowsOf(db: Db, cfgCode: string): Promise<Kept[]> {
  const { rows } =
    await sql<Kept>`select ${columns} from pbccfg c where c.cfg_code = ${cfgCode} order by c.idnt_no for update`.execute(db)
  return rows
}

export const pbccfgHandlers = serve(pbccfg, {
  async getlist({ idntNo, keyWord }, context) {
    const rows = await listed(context, idntNo ? sql`c.idnt_no = ${idntNo}` : undefined)
    return withKeyword(rows, keyWord, ({ cfgDesc, cfgCode }) => [cfgDesc, cfgCode])
  },

  async create({ entNo: _, ...given }, context) {
    const { db } = context
    // Locks the table for a new code, which has no row to lock yet when somebody adds it for another identity.
    await lockTree(db, { table: 'pbccfg' }, given.cfgCode)
    const same = await rowsOf(db, given.cfgCode)
    if (same.some(({ idntNo }) => idntNo === given.idntNo)) throw takenCode(given.cfgCode)
    const setting = { ...plain, ...given, dftlVal: given.dftlVal ?? '', ...(same[0] && kindOf(same[0])) } as Kept
    refuseOtherKind(same[0], given)
    refuseScope(setting.ownFlag, [...same, setting])
    refuseWrong(setting)
    const { valList } = setting
    const row = { ...setting, valList: valList && JSON.stringify(valList) }
    await db.insertInto('pbccfg').values(row).execute()
    return requireRow((await listed(context, at(setting)))[0])
  },

  async update({ entNo: _, ver, ...given }, context) {
    const { db } = context
    const same = await rowsOf(db, given.cfgCode)
    const before = requireRow(same.find(({ idntNo }) => idntNo === given.idntNo))
    if (ver !== undefined && ver !== before.ver) throw new Fault('conflict', undefined, (await listed(context, at(before)))[0])
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    if (isShipped(before.cfgCode)) refuseOtherKind(before, changes)
    const after: Kept = { ...before, ...changes }
    after.dftlVal ??= ''
    const others = same.filter((one) => one !== before).map((one) => ({ ...one, ...kindOf(after) }))
    refuseScope(after.ownFlag, [after, ...others])
    for (const one of [after, ...others]) refuseWrong(one)
    const isOther = JSON.stringify(kindOf(after)) !== JSON.stringify(kindOf(before))
    if (isOther) await refuseMisfits(context, after)
    const { cfgDesc, dftlVal, rem } = after
    await sql`update pbccfg set cfg_desc = ${cfgDesc}, dftl_val = ${dftlVal}, rem = ${rem}
      where cfg_code = ${before.cfgCode} and idnt_no = ${before.idntNo}`.execute(db)
    if (isOther) await setKind(db, after)
    return requireRow((await listed(context, at(before)))[0])
  },

  async believeclock(_, { inOwnTransaction, me }) {
    await inOwnTransaction(believeClock)
    log.warn({ event: 'clock confirmed', user: me.userNo })
    return null
  },

  async release(_, { inOwnTransaction, services, me }) {
    // Holds what the installation from before may have sent by now, and lets leave what comes from here on.
    await forAllEnterprises(services, 'held deliveries', holdDeliveries)
    await inOwnTransaction(releaseOutward)
    log.warn({ event: 'messages leave again', user: me.userNo })
    return null
  },

  getjobs: (_, { services }) => services.jobs.states(jobKinds()),

  async retryjobs({ name }, { services, me }) {
    const cnt = await services.jobs.retryFailed(name)
    if (cnt === 0) throw new Fault('invalid', '没有失败的任务，可能别人已经重新开始了')
    log.warn({ event: 'jobs begin again', job: name, count: cnt, user: me.userNo })
    return { cnt }
  },
})

const kindOf = (row: Kept) =>
  Object.fromEntries(kindNames.map((name) => [name, row[name]])) as Pick<Kept, (typeof kindNames)[number]>

// Sets the kind of values of a code for all identities.
const setKind = (db: Db, { cfgCode, valType, valList, minVal, maxVal, ownFlag }: SettingKind & { ownFlag: string }) =>
  sql`update pbccfg set val_type = ${valType}, val_list = ${valList && JSON.stringify(valList)}::jsonb, min_val = ${minVal},
    max_val = ${maxVal}, own_flag = ${ownFlag} where cfg_code = ${cfgCode}`.execute(db)
