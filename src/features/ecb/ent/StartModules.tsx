import { useMemo } from 'react'
import { givenModules, modules } from '#contract/modules.ts'
import { AppTree } from '#web/tree/AppTree.tsx'

type Node = { key: string; title: string; children?: Node[] }
type Props = { idntNo: string; value: string[]; onChange: (mdlCodes: string[]) => void }

/** Draws the modules that an enterprise of an identity can begin with, to be ticked. */
export function StartModules({ idntNo, value, onChange }: Props) {
  const groups: Node[] = useMemo(() => {
    const given = new Set(givenModules(idntNo).map(({ code }) => code))
    const below = (parent: string) =>
      modules.filter((one) => one.parent === parent && given.has(one.code)).map(({ code, name }) => ({ key: code, title: name }))
    return modules
      .filter(({ parent }) => !parent)
      .map(({ code, name }) => ({ key: code, title: name, children: below(code) }))
      .filter(({ children }) => children.length > 0)
  }, [idntNo])
  const leaves = new Set(groups.flatMap(({ children = [] }) => children.map(({ key }) => key)))
  return (
    <AppTree
      label="模块"
      checkable
      selectable={false}
      defaultExpandAll
      height={220}
      treeData={groups}
      checkedKeys={value}
      onCheck={(keys) => onChange((Array.isArray(keys) ? keys : keys.checked).map(String).filter((key) => leaves.has(key)))}
    />
  )
}
