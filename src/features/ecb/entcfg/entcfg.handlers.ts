import { sql } from 'kysely'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import { inForce } from '#server/reference/parameterValues.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { type OfferedSetting, refuseUnfit, setSetting, settingsFor } from '#domain/enterprises/enterpriseSettings.ts'
import { Fault } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import { requireDescendants, includeDescendants } from '#server/call/scope.ts'
import { likeOf } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { forEachEnterprise } from '#domain/enterprises/forEachEnterprise.ts'
import { enterpriseSettings, type EnterpriseSetting, type SettingHolder } from './entcfg.contract.ts'
import { registerSearch } from '#domain/search/searchKinds.ts'
import { settingSearch } from './entcfg.search.ts'
import './entcfg.table.ts'

registerSearch(settingSearch)

export const enterpriseSettingsHandlers = serve(enterpriseSettings, {
  getlist: ({ entNo }, { db }) => settingsAt(db, entNo),

  async getentlist({ cfgCode }, context) {
    const rows = await holders(context, enterpriseSettings.getentlist, cfgCode)
    return rows.filter(({ srcFlag }) => srcFlag === '1')
  },

  getentforset: ({ cfgCode, keyWord }, context) => holders(context, enterpriseSettings.getentforset, cfgCode, keyWord),

  async updateentcfg({ entNo, ver, ...wanted }, { db }) {
    const { cfgCode } = wanted
    await sql`select from entcfg where ent_no = ${entNo} and cfg_code = ${cfgCode} for update`.execute(db)
    const before = (await settingsAt(db, entNo)).find((one) => one.cfgCode === cfgCode)
    if (ver !== undefined && before && before.ver !== ver) throw new Fault('conflict', undefined, before)
    refuseUnfit(await settingsFor(db, await identityOf(db, entNo), { kept: true }), wanted, '')
    await setSetting(db, entNo, wanted)
    return requireRow((await settingsAt(db, entNo)).find((one) => one.cfgCode === cfgCode))
  },

  async createcfgent({ datas }, context) {
    const { db } = context
    const entNos = [...new Set(datas.map(({ entNo }) => entNo))]
    await requireDescendants(context, enterpriseSettings.createcfgent, entNos)
    const identities = await identitiesOf(context, entNos)
    const offered = new Map<string, Map<string, OfferedSetting>>()
    for (const idntNo of new Set(identities.values())) offered.set(idntNo, await settingsFor(db, idntNo, { kept: true }))
    for (const [i, one] of datas.entries())
      refuseUnfit(requireRow(offered.get(requireRow(identities.get(one.entNo)))), one, `datas.${i}`)
    const wanted = Map.groupBy(datas, ({ entNo }) => entNo)
    await forEachEnterprise(context, entNos, async (entNo) => {
      for (const one of wanted.get(entNo) ?? []) await setSetting(db, entNo, one)
    })
    return null
  },

  async deletecfgent({ cfgCode, entNos }, context) {
    const { db } = context
    await requireDescendants(context, enterpriseSettings.deletecfgent, entNos)
    await forEachEnterprise(context, entNos, (entNo) => setSetting(db, entNo, { cfgCode, curVal: null }))
    return null
  },
})

async function identityOf(db: Db, entNo: string): Promise<string> {
  const { idntNo } = await db.selectFrom('ent').select('idntNo').where('entNo', '=', entNo).executeTakeFirstOrThrow()
  return idntNo
}

async function identitiesOf(context: Context, entNos: string[]): Promise<Map<string, string>> {
  await includeDescendants(context, enterpriseSettings.createcfgent)
  const { rows } = await sql<{ entNo: string; idntNo: string }>`
    select ent_no, idnt_no from ent where ent_no = any(${entNos}) and stt <> ${Status.deleted}`.execute(context.db)
  return new Map(rows.map(({ entNo, idntNo }) => [entNo, idntNo]))
}

/** Reads every setting that an enterprise may have of its own, with the value in force. */
async function settingsAt(db: Db, entNo: string): Promise<z.output<typeof EnterpriseSetting>[]> {
  const offered = await settingsFor(db, await identityOf(db, entNo))
  const own = await db.selectFrom('entcfg').select(['cfgCode', 'curVal', 'rem', 'ver']).where('entNo', '=', entNo).execute()
  const values = new Map(own.map((row) => [row.cfgCode, row]))
  return [...offered.values()]
    .filter(({ ownFlag }) => ownFlag === '1')
    .map(({ ownFlag: _, rem: cfgRem, ...setting }) => {
      const { curVal: ownVal = null, rem = null, ver = null } = values.get(setting.cfgCode) ?? {}
      const curVal = inForce({ ...setting, curVal: ownVal })
      return { entNo, ...setting, cfgRem, curVal, rem, ver, srcFlag: values.has(setting.cfgCode) ? '1' : '0' }
    })
}

/** Reads the enterprises within reach that may have a setting, with the value in force there. */
async function holders(context: Context, call: Call, cfgCode: string, keyWord?: string) {
  const tops = await includeDescendants(context, call)
  const word = likeOf(keyWord)
  const { rows } = await sql<Omit<z.output<typeof SettingHolder>, 'curVal'> & { curVal: string | null }>`
    select e.ent_no, e.ent_name, e.idnt_no, e.stt, o.cur_val, c.dftl_val, o.rem,
      case when o.ent_no is null then '0' else '1' end as src_flag
    from ent e
    join lateral (select * from pbccfg p where p.cfg_code = ${cfgCode} and p.own_flag = '1' and p.idnt_no in ('000', e.idnt_no)
      order by p.idnt_no desc limit 1) c on true
    left join entcfg o on o.ent_no = e.ent_no and o.cfg_code = c.cfg_code
    where e.stt <> ${Status.deleted} and exists (select from ent_tree t where t.ent_no = e.ent_no and t.anc_no = any(${tops}))
      and (e.search_text like ${word} or lower(e.ent_name) like ${word})
    order by e.show_ord, e.ent_no limit 5000`.execute(context.db)
  return rows.map((row) => ({ ...row, curVal: inForce({ cfgCode, ...row }) }))
}
