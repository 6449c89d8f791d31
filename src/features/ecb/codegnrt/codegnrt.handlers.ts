import { sql } from 'kysely'
import type * as z from 'zod'
import { today } from '#contract/values/day.ts'
import { Status } from '#contract/fields.ts'
import {
  changeFaults,
  type Counter,
  isUsed,
  lastValue,
  nextNumbers,
  type NumberRuleState as Rule,
  ruleFaults,
  usedRate,
} from '#contract/values/numbering.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, takenField } from '#server/base/fault.ts'
import { isShippedRule } from '#server/reference/numberRules.ts'
import { pageAmong, updateRow, requireRow, softDelete } from '#server/database/rows.ts'
import { withKeyword } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'
import { codegnrt, type NumberRule } from './codegnrt.contract.ts'
import './codegnrt.table.ts'

const wanted = ['gnrtCode', 'prfx', 'fixBit', 'sufx', 'minVal', 'maxVal', 'rstCyc', 'des', 'curVal', 'cyc', 'ver'] as const
type Row = Rule & Counter & { gnrtCode: string; des: string | null; ver: number }

const shown = (row: Row, { me }: Context): z.output<typeof NumberRule> => {
  const day = today()
  const curVal = lastValue(row, row, day)
  return {
    ...row,
    curVal,
    usedRate: usedRate(row, curVal),
    nextVals: nextNumbers(row, row, { day, entNo: me.entNo }),
    fixFlag: isShippedRule(row.gnrtCode) ? '1' : '0',
  }
}

const rules = (db: Db) => db.selectFrom('codegnrt').select(wanted)
const live = (db: Db) => rules(db).where('stt', '<>', Status.deleted)

export const codegnrtHandlers = serve(codegnrt, {
  async getpage({ keyWord, ...at }, context) {
    const rows = await live(context.db).orderBy('gnrtCode').execute()
    const found = withKeyword(rows, keyWord, ({ des, gnrtCode, prfx }) => [des, gnrtCode, prfx])
    return pageAmong(
      found.map((row) => shown(row, context)),
      at,
    )
  },

  async create({ entNo: _, prfx, sufx, minVal = 1, rstCyc = 'N', des = null, ...given }, context) {
    const rule = { ...given, prfx: prfx ?? '', sufx: sufx ?? '', minVal, rstCyc, des }
    check(rule.gnrtCode, rule, 0)
    // Keeps a code with its rule for good: the numbers that it gave may be in use.
    const { rows } = await sql<Row>`insert into codegnrt (gnrt_code, prfx, fix_bit, sufx, min_val, max_val, rst_cyc, des, cur_val)
      values (${rule.gnrtCode}, ${rule.prfx}, ${rule.fixBit}, ${rule.sufx}, ${minVal}, ${rule.maxVal}, ${rstCyc}, ${des}, ${minVal - 1})
      on conflict (gnrt_code) do nothing returning ${sql.join(wanted.map((name) => sql.ref(name)))}`.execute(context.db)
    const [made] = rows
    if (!made) throw takenField('gnrtCode', `编码“${rule.gnrtCode}”已被使用，删除过的编码也不能再用`)
    return shown(made, context)
  },

  async update({ entNo: _, gnrtCode, ver, ...given }, context) {
    const { db } = context
    const changes = { ...given, ...emptied('prfx', given.prfx), ...emptied('sufx', given.sufx) }
    const before = requireRow(await live(db).where('gnrtCode', '=', gnrtCode).forUpdate().executeTakeFirst())
    const after = await updateRow(db, 'codegnrt', { gnrtCode }, { ...changes, ver }, wanted)
    check(gnrtCode, after, lastValue(before, before, today()), before)
    return shown(after, context)
  },

  async delete({ gnrtCode, ver }, { db }) {
    if (isShippedRule(gnrtCode)) throw new Fault('inUse', '内置的编号规则不能删除')
    return softDelete(db, 'codegnrt', { gnrtCode }, ver)
  },
})

// Turns a cleared prefix into an empty one.
const emptied = (name: string, value: string | null | undefined) => (value === null ? { [name]: '' } : {})

// Checks the rule again, for it may have made numbers since the undone change.
ruleAfterUndo('codegnrt', async (_, { db }, rows) => {
  for (const { key, changed } of rows) {
    const rule = await live(db)
      .where('gnrtCode', '=', key.gnrt_code ?? '')
      .executeTakeFirst()
    if (!rule) continue
    const [wrong] = faultsOf(rule.gnrtCode, rule, lastValue(rule, rule, today()))
    const isOther = isUsed(rule) && changed.some((column) => column === 'prfx' || column === 'sufx')
    if (isOther || wrong)
      throw new Fault(
        'notUndoable',
        `编号规则“${rule.gnrtCode}”改后已经编过号，${wrong?.message ?? '恢复从前的前缀、后缀会让编号重复'}，不能撤销`,
      )
  }
})

function check(gnrtCode: string, rule: Rule, curVal: number, before?: Rule & Counter) {
  const errors = [...faultsOf(gnrtCode, rule, curVal), ...(before ? changeFaults(before, rule) : [])]
  if (errors.length > 0) throw new Fault('invalid', errors.map(({ message }) => message).join('；'), { errors })
}

function faultsOf(gnrtCode: string, rule: Rule, curVal: number) {
  const errors = ruleFaults(rule, curVal)
  // Requires the identity in the number of an enterprise, which everybody reads there.
  if (gnrtCode === 'ENT_NO' && !rule.prfx.startsWith('{idntNo}'))
    errors.push({ field: 'prfx', message: '单位编号要以 {idntNo} 开头，系统按它辨认企业的身份' })
  return errors
}
