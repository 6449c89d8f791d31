import { Status } from '#contract/fields.ts'
import { mayLieUnder, type UnitType, unitTypes } from '#domain/units/units.contract.ts'
import { formatCount } from '#web/page/format.ts'
import { unitDepthLimit, typeNames, type UnitNode } from '../edcunit.contract.ts'
import type { UnitPlace } from '../useUnits.tsx'
import type { TreeNode } from '#web/tree/treeNodes.ts'

const isGone = ({ grdtFlag }: UnitNode) => grdtFlag === '1'

// Sets the number of classes above which those of a grade are shown when it is opened.
const few = 30

type Drawn = { inBranch?: boolean; isLarge?: boolean }

const nodeOf = (unit: UnitNode, drawn: Drawn = {}): TreeNode => ({
  key: unit.unitNo,
  title: unit.unitName,
  words: `${unit.helpCode} ${unit.unitNo} ${unit.selfNo ?? ''}`,
  count: formatCount(unit.stuCnt),
  ...(unit.curSchYear && { note: `${unit.curSchYear}学年` }),
  isOff: unit.stt === Status.disabled && !isGone(unit),
  ...(drawn.isLarge && unit.unitType === unitTypes.grade && { isFolded: true }),
  children: unit.items.filter((item) => drawn.inBranch || !isGone(item)).map((item) => nodeOf(item, drawn)),
})

/** Lists the topmost of those who left, each with what left with it. */
const goneIn = (units: UnitNode[]): UnitNode[] => units.flatMap((unit) => (isGone(unit) ? [unit] : goneIn(unit.items)))

const folded = { words: '', isDim: true, isFolded: true }

/** Groups those who left by the year of their graduation, the latest first. */
function branchOf(units: UnitNode[]): TreeNode[] {
  const years = Map.groupBy(goneIn(units), ({ grdtYear }) => grdtYear)
  if (years.size === 0) return []
  const children = [...years]
    .toSorted(([one], [other]) => (other ?? 0) - (one ?? 0))
    .map(([year, gone]) => ({
      key: `gone ${year}`,
      title: `${year}届`,
      ...folded,
      children: gone.map((unit) => nodeOf(unit, { inBranch: true, isLarge: true })),
    }))
  return [{ key: 'gone', title: '已毕业', ...folded, children }]
}

/** Returns the school with its units; at its end, folded, those who left. */
export function unitTreeNodes(tree: UnitNode[]): TreeNode[] {
  const isLarge = countOf(tree) > few
  return tree.map((root, i) => {
    const node = nodeOf(root, { isLarge })
    return i === 0 ? { ...node, children: [...node.children, ...branchOf(tree)] } : node
  })
}

const countOf = (units: UnitNode[]): number => units.reduce((sum, { items }) => sum + 1 + countOf(items), 0)

/** Returns why a unit cannot be chosen; undefined where it can. */
export type UnitRefusal = (unit: UnitNode) => string | undefined

/** Returns the units in school to choose among, grey where one is refused; `isPruned` leaves out what leads to none. */
export const offeredNodes = (units: UnitNode[], refusalOf: UnitRefusal, isPruned: boolean): TreeNode[] =>
  units
    .filter((unit) => !isGone(unit))
    .flatMap((unit) => {
      const children = offeredNodes(unit.items, refusalOf, isPruned)
      const isDim = refusalOf(unit) !== undefined
      return isPruned && isDim && children.length === 0 ? [] : [{ ...nodeOf(unit, { isLarge: !isPruned }), isDim, children }]
    })

/** Refuses units of other types, and those not in use. */
export const onlyOf =
  (types: readonly UnitType[]): UnitRefusal =>
  ({ unitType, unitName, stt }) => {
    if (!(types as readonly string[]).includes(unitType))
      return `“${unitName}”是${nameOf(unitType)}，请选择${types.map(nameOf).join('或')}`
    return stt === Status.enabled ? undefined : `“${unitName}”已停用，请另选`
  }

const nameOf = (unitType: string) => typeNames[unitType as UnitType]

/** Lists the types of units that may be made below one. */
export const typesBelow = ({ unitType, stt, waitFlag }: Pick<UnitNode, 'unitType' | 'stt' | 'waitFlag'>): UnitType[] =>
  stt === Status.enabled && waitFlag === '0'
    ? Object.values(unitTypes).filter((type) => (mayLieUnder[type] as readonly string[]).includes(unitType))
    : []

const holds = (node: UnitNode, unitNo: string): boolean =>
  node.unitNo === unitNo || node.items.some((item) => holds(item, unitNo))

/** Returns why a unit cannot be moved below another, undefined where it can; the server applies the same rule. */
export function unitMoveRefusal(one: UnitPlace, to: UnitPlace): string | undefined {
  if (one.prtNo === null) return '学校自己不能移动'
  if (one.waitFlag === '1') return `“${one.unitName}”随年级而有，不能移动`
  if (isGone(one)) return `“${one.unitName}”已毕业，不能移动`
  if (holds(one, to.unitNo)) return `不能把“${one.unitName}”移到它自己或它的下级之下`
  const above = mayLieUnder[one.unitType as UnitType]
  if (!(above as readonly string[]).includes(to.unitType))
    return `${nameOf(one.unitType)}只能放在${above.map(nameOf).join('、')}之下，“${to.unitName}”是${nameOf(to.unitType)}`
  if (to.stt !== Status.enabled) return `“${to.unitName}”已${isGone(to) ? '毕业' : '停用'}，请另选上级`
  if (one.stdyPrd && to.stdyPrd && one.stdyPrd !== to.stdyPrd)
    return `“${one.unitName}”和“${to.unitName}”的学段不同，不能移到它之下`
  return to.lvl + one.levels > unitDepthLimit
    ? `单元最多 ${unitDepthLimit} 级，移到这里会有 ${to.lvl + one.levels} 级`
    : undefined
}
