import { useMemo } from 'react'
import { TreeField, type TreeOption } from '#web/form/picker/TreeField.tsx'
import type { EnterpriseNode } from './ent.contract.ts'
import { useEnterpriseTree } from './useEnterpriseTree.tsx'

type Props = {
  value?: string | null
  onChange?: (value: string | null) => void
  /** Excludes these and those below them. */
  without?: readonly string[]
  id?: string
}

const optionOf = (node: EnterpriseNode, without: readonly string[], isOut = false): TreeOption => {
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
  const options = useMemo(() => tree?.map((node) => optionOf(node, without)), [tree, without])
  return (
    <TreeField<string | null>
      {...(id && { id })}
      placeholder="请选择企业"
      popupMatchSelectWidth={400}
      value={value ?? null}
      onChange={(next) => onChange?.(next ?? null)}
      options={options}
      none="没有找到企业"
    />
  )
}
