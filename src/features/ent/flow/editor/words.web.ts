import { partOf } from '#contract/form/catalogue.ts'
import type { Column } from '#contract/form/column.ts'
import type { OfferedBy } from '#contract/form/values.ts'
import {
  agreements,
  approverKinds,
  comparisons,
  escalations,
  type StartBy,
  type Step,
} from '#domain/approvals/approvals.contract.ts'

/** Describes what the steps of a flow mention: people and roles by number, fields of the form with what they offer. */
export type Mentioned = {
  people: ReadonlyMap<string, string>
  roles: ReadonlyMap<string, string>
  columns: readonly Column[]
  startBy: StartBy
  offered: OfferedBy
}

const fieldOf = (columns: readonly Column[], clmnNo: string | null | undefined) => columns.find((one) => one.clmnNo === clmnNo)

const fieldName = (columns: readonly Column[], clmnNo: string) => fieldOf(columns, clmnNo)?.clmnName ?? '（字段已删除）'

const namesOf = (empNos: readonly string[], { people }: Pick<Mentioned, 'people'>) =>
  empNos.map((empNo) => people.get(empNo) ?? '…').join('、')

/** Says in one sentence who decides; undefined where that is not chosen yet. */
export function approverWords({ who, roleNo, empNos, clmnNo }: Step, known: Mentioned): string | undefined {
  if (who === 'named') return empNos.length > 0 ? namesOf(empNos, known) : undefined
  if (who === 'role') return roleNo ? `角色“${known.roles.get(roleNo) ?? '（已停用或不存在）'}”的人` : undefined
  if (who === 'field') return clmnNo ? `表单里“${fieldName(known.columns, clmnNo)}”填的人` : undefined
  return approverKinds[who]
}

/** Lists the choices of a field that is compared; none where anything can be written. */
export function choicesOf(column: Column, offered: OfferedBy): { val: string; name: string }[] {
  const no = partOf(column)?.no
  if (no === 'switch') return yesNo
  if (no === 'rate') return stars
  return offered(column).map(({ val, name }) => ({ val, name }))
}

const yesNo = [
  { val: '1', name: '是' },
  { val: '0', name: '否' },
]
const stars = [1, 2, 3, 4, 5].map((count) => ({ val: String(count), name: `${count} 星` }))

/** Names what a field is measured in: days where it is a range. */
export const unitOf = (column: Column | undefined) => (column && ['days', 'times'].includes(partOf(column)?.no ?? '') ? '天' : '')

/** Counts the decimals that its values may have. */
export const decimalsOf = (column: Column) => (['money', 'amount'].includes(partOf(column)?.no ?? '') ? 2 : (column.acc ?? 0))

/** Says when a step is wanted: 仅当 天数 大于等于 3. */
export function conditionWords({ cond }: Pick<Step, 'cond'>, { columns, offered }: Mentioned): string | undefined {
  if (!cond) return undefined
  const column = fieldOf(columns, cond.clmnNo)
  const choices = column ? choicesOf(column, offered) : []
  const named = cond.vals.map((val) => choices.find((one) => one.val === val)?.name ?? val).join('、')
  const isCompared = cond.op !== 'filled' && cond.op !== 'empty'
  const told = isCompared ? [named || '（还没填）', unitOf(column)].filter(Boolean).join(' ') : ''
  return ['仅当', fieldName(columns, cond.clmnNo), comparisons[cond.op], told].filter(Boolean).join(' ')
}

/** Lists what is set of a step beyond its approvers, as words with their names. */
export function settingsOf(step: Step, known: Mentioned): [name: string, words: string][] {
  const { who, empNos, mode, cnt, hrs, escHrs, escTo, signFlag, fills, hides, ccNos } = step
  const all: [string, string | undefined | false][] = [
    [
      '有多人时',
      !(who === 'named' && empNos.length === 1) && (mode === 'some' ? `至少 ${cnt ?? '…'} 个人同意` : agreements[mode]),
    ],
    ['条件', conditionWords(step, known)],
    ['期限', hrs ? `${hrs} 小时内` : undefined],
    ['超时', escHrs ? `${escHrs} 小时后也提醒${escalations[escTo ?? 'leader']}` : undefined],
    ['签名', signFlag === '1' && '同意时手写签名'],
    ['审批时填写', fills.length > 0 && fills.map((clmnNo) => fieldName(known.columns, clmnNo)).join('、')],
    ['审批时看不到', hides.length > 0 && hides.map((clmnNo) => fieldName(known.columns, clmnNo)).join('、')],
    ['抄送', ccNos.length > 0 && namesOf(ccNos, known)],
  ]
  return all.filter((one): one is [string, string] => Boolean(one[1]))
}
