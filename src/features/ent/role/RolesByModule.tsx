import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { PowerNode } from '#contract/powers.ts'
import { RolePower, rolepwr } from '#features/ent/rolepwr/rolepwr.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { useMay } from '#web/api/me.tsx'
import { actionName } from '#domain/rights/rightsMatrix.web.ts'
import { Split } from '#web/layout/Split.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { useWide } from '#web/page/useMedia.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import type { GrantablePower } from './GrantModal.tsx'
import { levelsOf } from './role.contract.ts'
import type { RoleRow } from './useRoleActions.tsx'
import type { TreeNode } from '#web/tree/treeNodes.ts'
import { RowButton } from '#web/menu/RowButton.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const GrantModal = lazyWindow(() => import('./GrantModal.tsx'))

const nodeOf = ({ mdlCode, name, items }: PowerNode): TreeNode => ({
  key: mdlCode,
  title: name,
  words: mdlCode,
  children: items.map(nodeOf),
})
const flat = (nodes: PowerNode[]): PowerNode[] => nodes.flatMap((node) => [node, ...flat(node.items)])

/** Draws modules at the left, the roles that the chosen one was granted to at the right. */
export default function RolesByModule({ roles }: { roles: RoleRow[] }) {
  const wide = useWide()
  const [picked, setPicked] = useState<string>()
  const { data: modules, error, refetch } = useQuery(query(rolepwr.getmdltree, {}))
  const all = flat(modules ?? [])
  // Chooses the first module of a group, which itself has nothing to grant.
  const at = all.find(({ mdlCode }) => mdlCode === picked) ?? all[0]
  const module = at && flat([at]).find(({ func }) => func !== '')
  return (
    <Split
      width={wide ? 300 : 220}
      label={module?.name ?? '选择模块'}
      side={(close) => (
        <TreePanel
          label="模块"
          nodes={modules?.map(nodeOf)}
          error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
          chosen={module?.mdlCode}
          onChoose={(mdlCode) => {
            setPicked(mdlCode)
            close()
          }}
        />
      )}
    >
      {module && <ModuleRoles key={module.mdlCode} module={module} roles={roles} />}
    </Split>
  )
}

function ModuleRoles({ module, roles }: { module: PowerNode; roles: RoleRow[] }) {
  const { mdlCode, name } = module
  const may = useMay()
  const wide = useWide()
  const [editing, setEditing] = useState<GrantablePower | 'new'>()
  const { ask, dialog } = useConfirm()
  const { data: powers, error, refetch } = useQuery(query(rolepwr.getlist, { mdlCode }))
  const remove = useSend(rolepwr.deletemdlrolepwr, { said: () => `已从角色移除“${name}”` })
  const mayChange = may(rolepwr.set)
  const free = roles.filter(({ roleNo, roleType }) => roleType === '1' && !powers?.some((power) => power.roleNo === roleNo))
  const add = mayChange && free.length > 0 && (
    <Button icon={<Plus />} onClick={() => setEditing('new')}>
      添加角色
    </Button>
  )
  const askRemove = ({ roleNo, roleName }: GrantablePower) => {
    const people = roles.find((role) => role.roleNo === roleNo)?.empCnt ?? 0
    ask({
      title: `从“${roleName}”移除“${name}”`,
      touches: `${people} 名成员不能再通过这个角色使用“${name}”，下一次操作起生效。`,
      verb: '移除',
      act: () => remove.mutateAsync({ mdlCode, roleNos: [roleNo] }),
    })
  }
  const acts = (row: GrantablePower) =>
    row.roleType === '1' ? (
      <span className="row-actions">
        <RowButton onClick={() => setEditing(row)}>修改</RowButton>
        <RowButton onClick={() => askRemove(row)}>移除</RowButton>
      </span>
    ) : (
      <span className="grey" style={{ whiteSpace: 'nowrap' }}>
        由平台管理
      </span>
    )
  return (
    <>
      <div className="work-head">
        <h2 className="side-name">{name}</h2>
        <span className="grey">{powers && `${powers.length} 个角色可以使用`}</span>
        <span className="end">{add}</span>
      </div>
      <ListTable<GrantablePower>
        rowKey="roleNo"
        rows={powers}
        error={error}
        onRetry={refetch}
        empty={<EmptyState hint="还没有角色可以使用这个模块">{add}</EmptyState>}
        columns={[
          column<GrantablePower>(RolePower, 'roleName', { width: wide ? 160 : 104 }),
          column<GrantablePower>(RolePower, 'roleItem', {
            width: wide ? 100 : 72,
            render: (roleItem: string, row) => <Label type={levelsOf(row)} value={roleItem} />,
          }),
          column<GrantablePower>(RolePower, 'pwrNos', {
            width: wide ? 300 : 140,
            ellipsis: false,
            render: (pwrNos: string[]) => pwrNos.map(actionName).join('、'),
          }),
          ...(mayChange
            ? [
                {
                  key: 'act',
                  title: '操作',
                  width: 96,
                  fixed: 'right' as const,
                  render: (_: unknown, row: GrantablePower) => acts(row),
                },
              ]
            : []),
        ]}
      />
      {editing && (
        <GrantModal
          module={module}
          power={editing === 'new' ? undefined : editing}
          free={free}
          onClose={() => setEditing(undefined)}
        />
      )}
      {dialog}
    </>
  )
}
