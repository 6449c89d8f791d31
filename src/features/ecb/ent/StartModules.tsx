import { useMemo } from 'react'
import { givenModules, modules } from '#contract/modules.ts'
import { AppTree } from '#web/tree/AppTree.tsx'

type Node = { key: string; title: string; children?: Node[] }
// Names the modules that are no groups.
const leaves = new Set(modules.flatMap(({ code, path }) => (path ? [code] : [])))

type Props = { idntNo: string; value: string[]; onChange: (mdlCodes: string[]) => void }

/** Draws the modules that an enterprise of an identity can begin with, to be ticked. */
export function StartModules({ idntNo, value, onChange }: Props) {
  const groups = useMemo(() => {
    const given = new Set(givenModules(idntNo).map(({ code }) => code))
    // Leaves out groups in which nothing is given, of whatever level.
    const below = (above: string | undefined): Node[] =>
      modules
        .filter(({ parent }) => parent === above)
        .flatMap(({ code, name, path }) => {
          const children = below(code)
          if (path) return given.has(code) ? [{ key: code, title: name }] : []
          return children.length > 0 ? [{ key: code, title: name, children }] : []
        })
    return below(undefined)
  }, [idntNo])
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
