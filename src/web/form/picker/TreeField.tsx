import { TreeSelect, type TreeSelectProps } from 'antd'
import { useState } from 'react'

/** Describes a node that can be chosen. */
export type TreeOption = {
  value: string
  title: string
  /** Is found beside the title: initials, number. */
  words?: string
  isOff?: boolean
  disabled?: boolean
  /** Tells that it is there only for what lies below it. */
  selectable?: boolean
  disableCheckbox?: boolean
  children: TreeOption[]
}

type Given<V> = Omit<
  TreeSelectProps<V, TreeOption>,
  'value' | 'treeData' | 'treeNodeLabelProp' | 'showSearch' | 'treeExpandedKeys' | 'onTreeExpand' | 'notFoundContent'
>

type Props<V> = Given<V> & {
  value: V
  /** Holds the nodes; undefined until they are read: until then nothing is shown as chosen, instead of its number. */
  options: TreeOption[] | undefined
  /** Lists the nodes that are unfolded at first; the top ones without it. */
  unfolded?: readonly string[]
  /** Stands where nothing is found. */
  none: string
}

/** Chooses in a tree, by unfolding or by writing a name, initials or a number; what is written while the tree is read stays. */
export function TreeField<V>({ value, options, unfolded, none, ...props }: Props<V>) {
  const [word, setWord] = useState('')
  const [kept, setKept] = useState<readonly string[]>()
  const [found, setFound] = useState<readonly string[]>()
  const search = (next: string) => {
    setWord(next)
    setFound(undefined)
  }
  const first = unfolded ?? options?.map((one) => one.value) ?? []
  const shown = word ? (found ?? valuesOf(options ?? [])) : (kept ?? first)
  const nothing = (Array.isArray(value) ? [] : null) as V
  return (
    <TreeSelect<V, TreeOption>
      virtual
      {...props}
      value={options ? value : nothing}
      treeData={options ?? []}
      treeNodeLabelProp="title"
      treeExpandedKeys={[...shown]}
      onTreeExpand={(keys) => (word ? setFound : setKept)(keys.map(String))}
      showSearch={{
        filterTreeNode: (asked, { title, words = '' }) => `${title} ${words}`.toLowerCase().includes(asked.trim().toLowerCase()),
        onSearch: search,
      }}
      notFoundContent={options ? none : '正在读取'}
    />
  )
}

const valuesOf = (nodes: readonly TreeOption[]): string[] =>
  nodes.flatMap(({ value, children }) => [value, ...valuesOf(children)])
