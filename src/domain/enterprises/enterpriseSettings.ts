import { sql } from 'kysely'
import { type SettingKind, type Strictness, tooWeak, wrongValue } from '#contract/values/settingValue.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { strictnessOf } from '#server/reference/parameters.ts'

/** Describes a setting as an enterprise of one identity may have it. */
export type OfferedSetting = SettingKind & {
  cfgDesc: string
  dftlVal: string
  ownFlag: string
  rem: string | null
  strict: Strictness | null
}

/** Reads the settings that the catalogue offers enterprises of an identity; `kept` locks them until the transaction ends. */
export async function settingsFor(db: Db, idntNo: string, { kept = false } = {}): Promise<Map<string, OfferedSetting>> {
  const { rows } = await sql<Omit<OfferedSetting, 'strict'>>`
    select cfg_code, cfg_desc, val_type, val_list, min_val, max_val, dftl_val, own_flag, rem from pbccfg
    where idnt_no in ('000', ${idntNo}) order by cfg_code, idnt_no ${kept ? sql`for share` : sql``}`.execute(db)
  // Lets the default of the identity come last, and stay.
  return new Map(rows.map((row) => [row.cfgCode, { ...row, strict: strictnessOf(row.cfgCode) }]))
}

/** Describes the new value of a setting of an enterprise: its own, or (null) the default again. */
type WantedSetting = { cfgCode: string; curVal: string | null; rem?: string | null | undefined }

/** Throws invalid for what an enterprise cannot have, naming the setting, the value and what is allowed. */
export function refuseUnfit(offered: Map<string, OfferedSetting>, { cfgCode, curVal }: WantedSetting, field: string) {
  const setting = offered.get(cfgCode)
  const refuse = (part: string, message: string) =>
    new Fault('invalid', message, { errors: [{ field: field ? `${field}.${part}` : part, message }] })
  if (!setting) throw refuse('cfgCode', `没有适用于这种身份的参数“${cfgCode}”，请刷新后再设`)
  const { cfgDesc, ownFlag } = setting
  if (ownFlag === '0') throw refuse('cfgCode', `参数“${cfgDesc}”全平台统一，只能在参数目录中统一设置`)
  const wrong = curVal === null ? undefined : wrongValue(setting, curVal)
  if (wrong) throw refuse('curVal', `参数“${cfgDesc}”的值“${curVal}”不对，${wrong}`)
  const weak = curVal === null ? undefined : tooWeak(setting, curVal)
  if (weak) throw refuse('curVal', `参数“${cfgDesc}”${weak}`)
}

/** Sets one setting of the enterprise that the transaction works on. */
export async function setSetting(db: Db, entNo: string, { cfgCode, curVal, rem }: WantedSetting) {
  if (curVal === null) return sql`delete from entcfg where ent_no = ${entNo} and cfg_code = ${cfgCode}`.execute(db)
  // Keeps a remark that is not given.
  const noted = rem === undefined ? sql`entcfg.rem` : sql`excluded.rem`
  return sql`insert into entcfg (ent_no, cfg_code, cur_val, rem) values (${entNo}, ${cfgCode}, ${curVal}, ${rem ?? null})
    on conflict (ent_no, cfg_code) do update set cur_val = excluded.cur_val, rem = ${noted}
    where (entcfg.cur_val, entcfg.rem) is distinct from (excluded.cur_val, ${noted})`.execute(db)
}
