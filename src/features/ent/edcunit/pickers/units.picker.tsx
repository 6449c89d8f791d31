import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { useMemo, useState } from 'react'
import { type UnitType, unitTypes } from '#domain/units/units.contract.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import { query } from '#web/api/api.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { type ChoiceNode, edcunit, typeNames } from '../edcunit.contract.ts'
import type { ChosenUnit } from './unit.picker.tsx'
import { AppTree } from '#web/tree/AppTree.tsx'

type Props = {
  title: string
  /** Names the button for the ticked ones. */
  action: string
  /** Names their type: classes by default. */
  type?: UnitType
  /** Lists what is ticked at first. */
  unitNos?: readonly string[]
  /** Limits them to these; undefined: all. */
  among?: ReadonlySet<string> | undefined
  open: boolean
  onChoose: (units: ChosenUnit[]) => void
  onClose: () => void
}

type Item = { key: string; title: string; children: Item[] }

const itemOf = ({ unitNo, unitName, items }: ChoiceNode): Item => ({ key: unitNo, title: unitName, children: items.map(itemOf) })
const flat = (nodes: ChoiceNode[]): ChoiceNode[] => nodes.flatMap((node) => [node, ...flat(node.items)])
/** Leaves out, with what is above them alone, the units of a type that are not among those wanted. */
const limited = (nodes: ChoiceNode[], isWanted: (node: ChoiceNode) => boolean): ChoiceNode[] =>
  nodes.flatMap((node) => {
    const items = limited(node.items, isWanted)
    return items.length > 0 || isWanted(node) ? [{ ...node, items }] : []
  })
const few = 30
const nothing: readonly string[] = []

/** Picks several units of one type; a tick above them takes all that lie below. */
export default function UnitsPicker({
  title,
  action,
  type = unitTypes.class,
  unitNos = nothing,
  among,
  open,
  onChoose,
  onClose,
}: Props) {
  const asked = { unitType: type, ...(unitNos.length > 0 && { unitNos: [...unitNos] }) }
  const { data, error, refetch } = useQuery({
    ...query(edcunit.getchktypetree, asked),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const tree = useMemo(
    () => (data && among ? limited(data, (unit) => unit.unitType === type && among.has(unit.unitNo)) : data),
    [data, among, type],
  )
  const [given, setTicked] = useState<readonly string[]>()
  const units = useMemo(() => flat(tree ?? []).filter(({ unitType }) => unitType === type), [tree, type])
  const ticked = new Set(given ?? unitNos)
  const chosen = units.filter(({ unitNo }) => ticked.has(unitNo))
  const noun = typeNames[type]
  return (
    <AppModal
      open={open}
      width={480}
      title={title}
      okText={chosen.length > 0 ? `${action} ${formatCount(chosen.length)} 个${noun}` : action}
      okButtonProps={{ disabled: chosen.length === 0 }}
      cancelText="取消"
      onOk={() => onChoose(chosen.map(({ unitNo, unitName, path }) => ({ unitNo, unitName, path: path ?? unitName })))}
      onCancel={onClose}
    >
      {error && !tree && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!error && !tree && <Spin delay={200} />}
      {tree && units.length === 0 && <EmptyState hint={`还没有${noun}`} />}
      {tree && units.length > 0 && (
        <AppTree<Item>
          label={noun}
          className="touch"
          checkable
          blockNode
          virtual
          selectable={false}
          height={420}
          // Folds the classes of a grade in a larger school.
          defaultExpandedKeys={flat(tree)
            .filter((unit) => units.length <= few || unit.unitType < unitTypes.grade)
            .map(({ unitNo }) => unitNo)}
          treeData={tree.map(itemOf)}
          checkedKeys={[...ticked]}
          onCheck={(checked) => setTicked([checked].flat().map(String))}
        />
      )}
    </AppModal>
  )
}
