import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { role, RoleWithCounts } from '#features/ent/role/role.contract.ts'
import { query } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { useMay } from '#web/api/me.tsx'
import { entrole } from './entrole.contract.ts'
import { RolesOfEnterprise } from './enterpriseRoles.picker.tsx'

type Row = z.output<typeof RoleWithCounts>
type Props = { entNo: string; entName: string; idntNo: string }

/** Draws the public roles of one enterprise on its own page. */
export default function EnterpriseRoles(enterprise: Props) {
  const may = useMay()
  const { data, error, refetch } = useQuery(query(role.getpbcroleexlist, { entNo: enterprise.entNo }))
  const [setting, setSetting] = useState(false)
  const set = may(entrole.setpbcrole) && <Button onClick={() => setSetting(true)}>设置公共角色</Button>
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  return (
    <div className="stack">
      <div>{set}</div>
      <ListTable<Row>
        rowKey="roleNo"
        rows={data}
        empty={<EmptyState hint="还没有公共角色" />}
        columns={[column<Row>(RoleWithCounts, 'roleName', { width: 200 }), column<Row>(RoleWithCounts, 'empCnt', { width: 96 })]}
      />
      {setting && <RolesOfEnterprise enterprise={enterprise} onClose={() => setSetting(false)} />}
    </div>
  )
}
