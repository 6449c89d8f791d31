import { TreeSelect } from 'antd'
import { useMemo } from 'react'
import type { EnterpriseNode } from './ent.contract.ts'
import { useEnterpriseTree } from './useEnterpriseTree.tsx'

type Option = { value: string; title: string; words: string; disabled: boolean; children: Option[] }

type Props = {
  value?: string | null
  onChange?: (value: string | null) => void
  /** Excludes these and those below them. */
  without?: readonly string[]
  id?: string
}

const optionOf = (node: EnterpriseNode, without: readonly string[], isOut = false): Option => {
  const disabled = isOut || without.includes(node.entNo)
  return {
    value: node.entNo,
    title: node.entName,
    words: `${node.helpCode ?? ''} ${node.entNo}`,
    disabled,
    children: node.items.map((item) => optionOf(item, without, disabled)),
  }
}

const nobody: readonly string[] = []

/** Chooses one enterprise within reach, by name, initials or number. */
export function EnterpriseField({ value, onChange, without = nobody, id }: Props) {
  const { tree } = useEnterpriseTree()
  const options = useMemo(() => tree?.map((node) => optionOf(node, without)) ?? [], [tree, without])
  return (
    <TreeSelect<string | null, Option>
      {...(id && { id })}
      virtual
      placeholder="请选择企业"
      popupMatchSelectWidth={400}
      // Shows nothing until the tree is read, instead of the number.
      value={tree ? (value ?? null) : null}
      onChange={(next) => onChange?.(next ?? null)}
      treeData={options}
      treeDefaultExpandedKeys={options.map((one) => one.value)}
      key={tree ? 'read' : 'reading'}
      showSearch={{
        filterTreeNode: (word, node) => `${node.title} ${node.words}`.toLowerCase().includes(word.trim().toLowerCase()),
      }}
      notFoundContent={tree ? '没有找到企业' : '正在读取'}
      treeNodeLabelProp="title"
    />
  )
}
