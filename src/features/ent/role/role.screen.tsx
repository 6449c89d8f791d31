import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { Suspense, useState } from 'react'
import { rolepwr } from '#features/ent/rolepwr/rolepwr.contract.ts'
import { query } from '#web/api/api.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { Split } from '#web/layout/Split.tsx'
import { useWide } from '#web/page/useMedia.ts'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { role } from './role.contract.ts'
import { RoleList } from './RoleList.tsx'
import { RoleWork } from './RoleWork.tsx'
import { useRoleActions } from './useRoleActions.tsx'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const RolesByModule = lazyPage(() => import('./RolesByModule.tsx'))

/**
 * Draws the roles of the enterprise at the left, the grants and members of the chosen one at the right; or all of it by module.
 */
export default function RoleScreen() {
  const { filters, setFilters } = useListState(rolepwr.getmdltree)
  const wide = useWide()
  const [byModule, setByModule] = useState(false)
  const { leave, dialog } = useLeaving()
  const own = useQuery(query(role.getselfroleexlist, {}))
  const given = useQuery(query(role.getpbcroleexlist, {}))
  const roles = own.data && given.data && [...own.data, ...given.data]
  const chosen = roles?.find(({ roleNo }) => roleNo === filters.roleNo) ?? roles?.[0]
  const choose = (roleNo: string | undefined) => setFilters({ roleNo })
  const actions = useRoleActions(choose)
  useUrlParam('new', () => leave(() => actions.create?.()))
  const create = actions.create && (
    <Button type="primary" icon={<Plus />} onClick={() => leave(() => actions.create?.())}>
      新建角色
    </Button>
  )
  const error = own.error ?? given.error
  const again = () => void Promise.all([own.refetch(), given.refetch()])
  return (
    <div className="page touch">
      <PageHead title="角色管理">
        {roles && <span className="grey">共 {formatCount(roles.length)} 个角色</span>}
        <SegmentedControl
          aria-label="查看方式"
          value={byModule ? 'module' : 'role'}
          onChange={(view) => leave(() => setByModule(view === 'module'))}
          options={[
            { value: 'role', label: '按角色' },
            { value: 'module', label: '按模块' },
          ]}
        />
        <span className="end">{create}</span>
      </PageHead>
      {error && !roles && <ReadFailed message={error.message} onRetry={again} />}
      {byModule && roles && (
        <Suspense fallback={<Spin delay={200} className="page-spin" />}>
          <RolesByModule roles={roles} />
        </Suspense>
      )}
      {!byModule && roles && (
        <Split
          width={wide ? 300 : 220}
          label={chosen?.roleName ?? '选择角色'}
          side={(close) => (
            <RoleList
              roles={roles}
              chosen={chosen?.roleNo}
              onChoose={(roleNo) =>
                leave(() => {
                  choose(roleNo)
                  close()
                })
              }
              actions={actions}
              empty={<EmptyState hint="还没有自定义角色" />}
            />
          )}
        >
          {chosen && <RoleWork key={chosen.roleNo} role={chosen} actions={actions} />}
        </Split>
      )}
      {actions.dialogs}
      {dialog}
    </div>
  )
}
