import { Plus } from 'lucide-react'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { formatCount } from '#web/page/format.ts'
import { TreeThenButton } from '#web/history/TreeThenButton.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { Split } from '#web/layout/Split.tsx'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { DepartmentHead } from './DepartmentHead.tsx'
import { DepartmentMembers } from './DepartmentMembers.tsx'
import { DepartmentTree } from './DepartmentTree.tsx'
import { employeesType } from './MemberTable.tsx'
import './org.css'
import { org } from './org.contract.ts'
import { useDepartmentActions } from './useDepartmentActions.tsx'
import { useDepartmentTree } from './useDepartmentTree.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const MoveToDepartment = lazyWindow(() => import('./move.picker.tsx'))

/** Draws the departments of the enterprise on the left, the people of the chosen one on the right. */
export default function OrganizationScreen() {
  const may = useMay()
  const { filters, setFilters } = useListState(org.getorgemppage)
  const tree = useDepartmentTree()
  const [dropped, setDropped] = useState<{ to: string; empNos: string[] }>()
  // Shows the first without a choice, or where the chosen one is gone.
  const chosen = tree.byNo.get(filters.orgNo ?? '') ?? tree.byNo.get(tree.tree?.[0]?.orgNo ?? '')
  const choose = (orgNo: string | undefined) => setFilters({ orgNo })
  const actions = useDepartmentActions(tree, chosen, choose)
  useUrlParam('new', () => actions.create?.())
  const drops = {
    type: employeesType,
    onDrop: (to: string, empNos: string) => setDropped({ to, empNos: empNos.split(',') }),
  }
  return (
    <div className="page touch">
      <PageHead title="组织架构">
        {tree.tree && <span className="grey">共 {formatCount(tree.byNo.size)} 个部门</span>}
        <span className="end">
          <TreeThenButton tree="org" />
          {actions.create && (
            <Button type="primary" icon={<Plus />} onClick={actions.create}>
              新建部门
            </Button>
          )}
        </span>
      </PageHead>
      <Split
        width={300}
        label={chosen?.path.join(' / ') ?? '选择部门'}
        side={(close) => (
          <DepartmentTree
            departments={tree}
            actions={actions}
            chosen={chosen?.orgNo}
            onChoose={(orgNo) => {
              choose(orgNo)
              close()
            }}
            drops={may(org.updateemporg) ? drops : undefined}
          />
        )}
      >
        {chosen && (
          <>
            <DepartmentHead department={chosen} onEdit={actions.edit} />
            <DepartmentMembers key={chosen.orgNo} department={chosen} />
          </>
        )}
      </Split>
      {actions.dialogs}
      <Suspense>{dropped && <MoveToDepartment {...dropped} onClose={() => setDropped(undefined)} />}</Suspense>
    </div>
  )
}
