import { Pencil } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Tabs } from 'antd'
import { Status } from '#contract/fields.ts'
import { query, useSend } from '#web/api/api.ts'
import { Label, StatusTag } from '#web/api/dictionary.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import { RightsMatrixEditor } from '#domain/rights/RightsMatrixEditor.tsx'
import { pbcrole } from './pbcrole.contract.ts'
import { RoleEnterprises } from './RoleEnterprises.tsx'
import type { PublicRoleActions, PublicRoleRow } from './usePublicRoleActions.tsx'

type Props = { role: PublicRoleRow; actions: PublicRoleActions }

/** Draws one public role: its facts, its grants, its enterprises. */
export function PublicRoleWork({ role, actions }: Props) {
  const { roleName, des, stt, idntNo, roleItem, entCnt } = role
  const menu = actions.menuOf(role)
  return (
    <>
      <div className="work-head">
        <h2 className="side-name" title={roleName}>
          {roleName}
        </h2>
        <span className="tag run">
          <Label type="ROLE_ITEM_PBC" value={roleItem} />
        </span>
        {stt !== Status.enabled && <StatusTag value={stt} />}
        <span className="grey">
          适用于
          <Label type="IDNT" value={idntNo} />
        </span>
        <span className="end">
          {actions.edit && (
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
          { key: 'rights', label: '权限', children: <PublicPowers role={role} /> },
          { key: 'enterprises', label: `企业 ${formatCount(entCnt)}`, children: <RoleEnterprises role={role} /> },
        ]}
      />
    </>
  )
}

function PublicPowers({ role: { roleNo, roleName, entCnt, ver } }: Omit<Props, 'actions'>) {
  const may = useMay()
  const { data, error, refetch } = useQuery(query(pbcrole.getmdltree, { roleNo }))
  const set = useSend(pbcrole.setpwr, { said: () => `“${roleName}”的权限已改` })
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <RightsMatrixEditor
      label={`“${roleName}”的权限`}
      modules={data}
      concerns={`影响 ${formatCount(entCnt)} 个企业`}
      onSave={may(pbcrole.setpwr) ? (rolePwrMdls) => set.mutateAsync({ roleNo, ver, rolePwrMdls }) : undefined}
    />
  )
}
