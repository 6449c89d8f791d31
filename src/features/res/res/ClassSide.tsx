import { useMemo } from 'react'
import { ResourceScope } from '#domain/resources/resources.contract.ts'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { classNode, type ScopeNo, useClasses, useResourcePlaces } from '#features/res/rescls/rescls.picker.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

const scopes: readonly string[] = Object.values(ResourceScope)

/** Returns the scope that an address names, where the enterprise has it, else the own one. */
export function useScope(asked: string | undefined): ScopeNo {
  const { places, isRead } = useResourcePlaces()
  const isThere = scopes.includes(asked ?? '') && (!isRead || places.some(({ scope }) => scope === asked))
  // Casts the scope, which is one of them.
  return isThere ? (asked as ScopeNo) : ResourceScope.own
}

const titles: Record<ScopeNo, string> = {
  [ResourceScope.own]: '本单位',
  [ResourceScope.bureau]: '本区',
  [ResourceScope.everybody]: '公共',
}

type Props = {
  scope: ScopeNo
  clsNo: string | undefined
  onChoose: (to: { scope: string | undefined; clsNo: string | undefined }) => void
}

/** Draws where resources are found: the own enterprise, its bureau, the public tree; each with its classes. */
export function ClassSide({ scope, clsNo, onChoose }: Props) {
  const { places } = useResourcePlaces()
  const { tree, error, refetch } = useClasses(scope)
  const nodes = useMemo(() => tree?.map(classNode), [tree])
  const address = scope === ResourceScope.own ? undefined : scope
  const place = places.find((one) => one.scope === scope)
  return (
    <div className="class-side">
      {places.length > 1 && (
        <SegmentedControl
          block
          aria-label="范围"
          options={places.map((one) => ({ value: one.scope, label: titles[one.scope], title: one.entName }))}
          value={scope}
          onChange={(to) => onChoose({ scope: to === ResourceScope.own ? undefined : to, clsNo: undefined })}
        />
      )}
      <div className="grey">{place?.entName}</div>
      <TreePanel
        key={scope}
        label="资源分类"
        nodes={nodes}
        error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
        all="全部分类"
        empty={<EmptyState hint={scope === ResourceScope.own ? '还没有分类' : '还没有共享的资源'} />}
        chosen={clsNo}
        onChoose={(to) => onChoose({ scope: address, clsNo: to })}
        height={520}
      />
    </div>
  )
}
