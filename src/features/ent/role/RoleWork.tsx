import { Pencil } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { Status } from '#contract/fields.ts'
import { rolepwr } from '#features/ent/rolepwr/rolepwr.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { historyTab } from '#web/history/historyTab.tsx'
import { useMay } from '#web/api/me.tsx'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import { RightsMatrixEditor } from '#domain/rights/RightsMatrixEditor.tsx'
import { levelsOf } from './role.contract.ts'
import { RoleMembers } from './RoleMembers.tsx'
import type { RoleActions, RoleRow } from './useRoleActions.tsx'

type Props = { role: RoleRow; actions: RoleActions }

/** Draws one role: its facts, its grants, its members. */
export function RoleWork({ role, actions }: Props) {
  const { roleName, des, stt, empCnt } = role
  const isOwn = role.roleType === '1'
  const menu = isOwn ? actions.menuOf(role) : undefined
  return (
    <>
      <div className="work-head">
        <h2 className="side-name" title={roleName}>
          {roleName}
        </h2>
        <span className="tag run">
          <Label type={levelsOf(role)} value={role.roleItem} />
        </span>
        {stt !== Status.enabled && <StatusTag value={stt} />}
        {!isOwn && <span className="grey">由平台管理</span>}
        <span className="end">
          {isOwn && actions.edit && (
            <Button icon={<Pencil />} onClick={() => actions.edit?.(role)}>
              修改
            </Button>
          )}
          <ActionsButton menu={menu} />
        </span>
      </div>
      {des && <p className="grey group-note">{des}</p>}
      <Tabs
        items={[
          { key: 'rights', label: '权限', children: <RolePowers role={role} /> },
          { key: 'members', label: `成员 ${formatCount(empCnt)}`, children: <RoleMembers role={role} /> },
          ...(isOwn ? [historyTab('role', role.roleNo)] : []),
        ]}
      />
    </>
  )
}

function RolePowers({ role: { roleNo, roleName, roleType, empCnt, ver } }: Omit<Props, 'actions'>) {
  const may = useMay()
  const { data, error, refetch } = useQuery(query(rolepwr.getmdltree, { roleNo }))
  const set = useSend(rolepwr.set, { said: () => `“${roleName}”的权限已改` })
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  const mayChange = roleType === '1' && may(rolepwr.set)
  return (
    <RightsMatrixEditor
      label={`“${roleName}”的权限`}
      modules={data}
      concerns={`影响 ${formatCount(empCnt)} 人`}
      onSave={mayChange ? (rolePwrMdls) => set.mutateAsync({ roleNo, ver, rolePwrMdls }) : undefined}
    />
  )
}
