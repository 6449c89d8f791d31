import { Spin } from 'antd'
import { type Key, useEffect, useState } from 'react'
import type * as z from 'zod'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { send } from '#web/api/send.ts'
import { type DataNode, empdatapwr, type HeldData as HeldContract } from './empdatapwr.contract.ts'
import { AppTree } from '#web/tree/AppTree.tsx'

export type HeldNode = z.output<typeof HeldContract>
/** Describes a node that was chosen; `unitType`: null for what is no unit. */
export type ChosenNode = HeldNode & { unitType: string | null }
type DataTreeNode = z.output<typeof DataNode>
type TreeItem = {
  key: string
  title: string
  isLeaf: boolean
  checkable?: boolean
  disableCheckbox?: boolean
  children?: TreeItem[]
}

const top = ''

/** Returns the branches of a tree as far as they were opened. */
function useBranches(dataType: HeldNode['dataType'], owner: { empNo?: string; roleNo?: string; msgFlag?: '0' | '1' }) {
  const [branches, setBranches] = useState<ReadonlyMap<string, DataTreeNode[]>>(new Map())
  const [error, setError] = useState<string>()
  const load = async (prtNo: string) => {
    try {
      const { result } = await send(empdatapwr.getchdpwr, { ...owner, dataType, ...(prtNo !== top && { prtNo }) })
      setBranches((before) => new Map(before).set(prtNo, result))
      return result
    } catch (failure) {
      setError((failure as Error).message)
      return []
    }
  }
  useEffect(() => {
    // Opens a root or a campus that stands alone, for nobody ticks it alone.
    const open = async (prtNo: string): Promise<void> => {
      const [only, ...others] = await load(prtNo)
      if (only?.endFlag === '0' && others.length === 0) await open(only.dataVal)
    }
    void open(top)
    // Relies on the tree being mounted anew for another owner.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return { branches, load, error, retry: () => void load(top).then(() => setError(undefined)) }
}

type Props = {
  dataType: HeldNode['dataType']
  /** Names the person whose held values show as half ticks. */
  owner?: { empNo: string; roleNo: string; msgFlag: '0' | '1' }
  held: ReadonlyMap<string, HeldNode>
  /** Ticks or unticks a node. */
  onToggle?: ((node: HeldNode, isHeld: boolean) => void) | undefined
  /** Chooses one node instead of ticking. */
  onChoose?: (node: ChosenNode) => void
  chosen?: string | undefined
  /** Limits what can be ticked to units of this type. */
  unitType?: string | undefined
}

/** Draws units, departments or enterprises to tick or to choose from; a ticked node covers all below it. */
export function DataTree({ dataType, owner, held, onToggle, onChoose, chosen, unitType: only }: Props) {
  const { branches, load, error, retry } = useBranches(dataType, owner ?? {})
  const [expanded, setExpanded] = useState<Key[]>()
  const roots = branches.get(top)
  if (error && !roots) return <ReadFailed message={error} onRetry={retry} />
  if (!roots) return <Spin delay={200} />
  if (roots.length === 0) return <EmptyState hint={`本单位还没有${nouns[dataType]}`} />
  const known = new Map([...branches.values()].flat().map((node) => [node.dataVal, node]))
  const grow = (nodes: DataTreeNode[], isCovered: boolean): TreeItem[] =>
    nodes.map(({ dataVal, dataName, endFlag, unitType }) => {
      const children = branches.get(dataVal)
      return {
        key: dataVal,
        title: dataName,
        isLeaf: endFlag === '1',
        disableCheckbox: isCovered || !onToggle,
        checkable: !only || unitType === only || held.has(dataVal),
        ...(children && { children: grow(children, isCovered || held.has(dataVal)) }),
      }
    })
  const treeData = grow(roots, false)
  const covered = (items: TreeItem[]): string[] =>
    items.flatMap(({ key, disableCheckbox, children = [] }) => [
      ...(onToggle && disableCheckbox ? [key] : []),
      ...covered(children),
    ])
  const checked = [...new Set([...held.keys(), ...covered(treeData)])]
  const partly = [...known.values()]
    .filter(
      ({ dataVal, halfFlag }) =>
        !held.has(dataVal) && (branches.has(dataVal) ? hasHeld(branches, dataVal, held) : halfFlag === '1'),
    )
    .map(({ dataVal }) => dataVal)
  const alone = (nodes: DataTreeNode[] | undefined): string[] => {
    const [only, ...others] = nodes ?? []
    return only && others.length === 0 && branches.has(only.dataVal) ? [only.dataVal, ...alone(branches.get(only.dataVal))] : []
  }
  return (
    <AppTree<TreeItem>
      label={nouns[dataType]}
      className="touch"
      blockNode
      virtual
      height={440}
      treeData={treeData}
      checkable={!onChoose}
      checkStrictly
      selectable={!!onChoose}
      selectedKeys={chosen ? [chosen] : []}
      checkedKeys={{ checked, halfChecked: partly }}
      expandedKeys={expanded ?? alone(roots)}
      onExpand={(keys) => setExpanded(keys)}
      loadData={({ key }) => (branches.has(key) ? Promise.resolve() : load(key).then(() => {}))}
      onCheck={(_, { node: { key, title } }) => onToggle?.({ dataVal: key, dataType, dataName: title }, !held.has(key))}
      onSelect={(_, { node: { key, title } }) =>
        onChoose?.({ dataVal: key, dataType, dataName: title, unitType: known.get(key)?.unitType ?? null })
      }
    />
  )
}

const nouns = { unit: '年级班级', org: '部门', ent: '下级企业' }

function hasHeld(branches: ReadonlyMap<string, DataTreeNode[]>, at: string, held: ReadonlyMap<string, HeldNode>): boolean {
  return (branches.get(at) ?? []).some(
    ({ dataVal, halfFlag }) => held.has(dataVal) || (branches.has(dataVal) ? hasHeld(branches, dataVal, held) : halfFlag === '1'),
  )
}
