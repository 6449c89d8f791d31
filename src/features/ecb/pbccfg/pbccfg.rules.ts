import { sql } from 'kysely'
import type * as z from 'zod'
import { limitsInWords, type SettingKind, wrongValue } from '#contract/values/settingValue.ts'
import type { Context } from '#server/call/context.ts'
import { changeSight } from '#server/database/sight.ts'
import { invalidField, takenField } from '#server/base/fault.ts'
import { everyIdentity, Setting } from './pbccfg.contract.ts'

/** Lists the fields of the kind of a setting: one for every identity, and fixed where the product ships it. */
export const kindNames = ['valType', 'valList', 'minVal', 'maxVal', 'ownFlag'] as const

type Given = Partial<Pick<z.output<typeof Setting>, (typeof kindNames)[number]>>
type Full = SettingKind & { idntNo: string; dftlVal: string }

export function takenCode(cfgCode: string) {
  const message = `参数编码“${cfgCode}”已被使用`
  return takenField('cfgCode', message)
}

/** Throws invalid for another kind of value than the code has. */
export function refuseOtherKind(kept: Given | undefined, given: Given) {
  const name = kindNames.find((one) => kept && given[one] !== undefined && !isSame(given[one], kept[one]))
  if (name) throw invalidField(name, `这个参数的${Setting.shape[name].meta()?.title}已经定好，不能另设`)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Throws invalid for several defaults of one value for the whole platform. */
export function refuseScope(ownFlag: string, rows: readonly { idntNo: string }[]) {
  if (ownFlag === '0' && rows.some(({ idntNo }) => idntNo !== everyIdentity))
    throw invalidField('ownFlag', '全平台统一的参数只有一个值，不能按身份另设默认值')
}

/** Throws invalid for limits that leave nothing, a list type without a list, and a default that is none of its own values. */
export function refuseWrong({ dftlVal, ...kind }: Full) {
  const { cfgCode, valType, valList, minVal, maxVal } = kind
  if (minVal !== null && maxVal !== null && minVal > maxVal) throw invalidField('maxVal', '最大值不能小于最小值')
  if (valType === 'L' && !valList) throw invalidField('valList', '值类型是列表时，请写出可选值')
  const strange = valList?.find(({ val }) =>
    wrongValue({ ...kind, valList: null, valType: valType === 'L' ? 'S' : valType }, val),
  )
  if (strange)
    throw invalidField(
      'valList',
      `可选值“${strange.val}”不符合值类型${valType === 'N' ? `，应为${limitsInWords(minVal, maxVal)}` : ''}`,
    )
  const isEmpty = dftlVal === '' && !valList && ['S', 'D'].includes(valType) && cfgCode !== 'THEME'
  const wrong = isEmpty ? undefined : wrongValue(kind, dftlVal)
  if (wrong) throw invalidField('dftlVal', `默认值${dftlVal && `“${dftlVal}”`}${wrong}`)
}

/** Throws invalid for a change after which values that enterprises have set would no longer fit. */
export async function refuseMisfits({ db, services }: Context, kind: SettingKind) {
  await changeSight(db, { rootNo: services.rootNo })
  const { rows } = await sql<{ curVal: string; entName: string }>`
    select o.cur_val, e.ent_name from entcfg o join ent e using (ent_no) where o.cfg_code = ${kind.cfgCode} and e.stt <> '0'`.execute(
    db,
  )
  const [first, ...more] = rows.filter(({ curVal }) => wrongValue(kind, curVal))
  if (first)
    throw invalidField(
      'valType',
      `“${first.entName}”${more.length > 0 ? `等 ${more.length + 1} 个企业` : ''}的值不符合新的要求，请先在参数设置中改好`,
    )
}
