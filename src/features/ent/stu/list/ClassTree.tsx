import { Status } from '#contract/fields.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import { formatCount } from '#web/page/format.ts'
import type { ListState } from '#web/list/listState.ts'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import type { StudentPlaceNode } from '../stu.parts.contract.ts'
import { inState, onRollOnly } from './StudentFilters.tsx'
import type { useStudentPlaces } from './useStudentPlaces.tsx'
import type { TreeDrops, TreeNode } from '#web/tree/treeNodes.ts'

const alumni = 'alumni'

const nodeOf = ({ unitNo, unitName, helpCode, stt, grdtFlag, cnt, items }: StudentPlaceNode): TreeNode => ({
  key: unitNo,
  title: unitName,
  words: `${helpCode} ${unitNo}`,
  isOff: stt === Status.disabled && grdtFlag === '0',
  ...(grdtFlag === '0' && { count: formatCount(cnt) }),
  children: items.map(nodeOf),
})

const isAlumni = ({ grdtFlag }: StudentPlaceNode) => grdtFlag === '1'
const without = (node: StudentPlaceNode): StudentPlaceNode => ({
  ...node,
  items: node.items.filter((item) => !isAlumni(item)).map(without),
})
const leavers = (node: StudentPlaceNode): StudentPlaceNode[] => (isAlumni(node) ? [node] : node.items.flatMap(leavers))

/** Returns the present units, and folded at the end those who left together. */
function nodesOf(places: StudentPlaceNode[]): TreeNode[] {
  const left = places.flatMap(leavers)
  const now = places.filter((place) => !isAlumni(place)).map((place) => nodeOf(without(place)))
  if (left.length === 0) return now
  return [...now, { key: alumni, title: '已毕业', words: '', isFolded: true, children: left.map(nodeOf) }]
}

type Props = { places: ReturnType<typeof useStudentPlaces>; list: ListState; drops: TreeDrops | undefined; onChosen: () => void }

/**
 * Draws classes, and what lies above them, to choose whose students are listed; those who left together have a place of their
 * own.
 */
export function ClassTree({ places: { places, byNo, error, refetch }, list, drops, onChosen }: Props) {
  const { filters, setFilters } = list
  const graduated = StudentState.graduated as string
  const choose = (unitNo: string | undefined) => {
    const place = byNo.get(unitNo ?? '')
    const toAlumni = unitNo === alumni || place?.grdtFlag === '1'
    const leavesAlumni = !toAlumni && filters.stt === graduated
    setFilters({
      unitNo: unitNo === alumni ? undefined : unitNo,
      ...(toAlumni && inState(graduated)),
      ...(leavesAlumni && onRollOnly),
    })
    onChosen()
  }
  const chosen = filters.unitNo ?? (filters.stt === graduated ? alumni : undefined)
  return (
    <TreePanel
      label="年级班级"
      nodes={places && nodesOf(places)}
      error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
      all="全部学生"
      chosen={chosen}
      onChoose={choose}
      drops={drops}
    />
  )
}
