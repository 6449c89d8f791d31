import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { EnterprisesPicker } from '#features/ecb/ent/enterprises.picker.tsx'
import { PowersAtEnterprise, RolesOfEnterprise } from '#features/ecb/entrole/enterpriseRoles.picker.tsx'
import { EnterpriseChoice, EnterpriseWithRole, entrole } from '#features/ecb/entrole/entrole.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import type { PublicRoleRow } from './usePublicRoleActions.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'

type Enterprise = z.output<typeof EnterpriseWithRole>
type Choice = z.output<typeof EnterpriseChoice>

/** Draws the enterprises with a public role; it is given to more, or taken away with all who hold it. */
export function RoleEnterprises({ role: { roleNo, roleName } }: { role: PublicRoleRow }) {
  const may = useMay()
  const [keyWord, setKeyWord] = useState('')
  const [ticked, setTicked] = useState<string[]>([])
  const [adding, setAdding] = useState(false)
  const [opened, setOpened] = useState<{ kind: 'powers' | 'roles'; row: Enterprise }>()
  const { ask, dialog } = useConfirm()
  const { data, error, refetch } = useQuery(query(entrole.getentlist, { roleNo }))
  const add = useSend(entrole.createpbcroleent)
  const remove = useSend(entrole.deletepbcroleent)
  const shown = data?.filter(({ entName, entNo }) => `${entName} ${entNo}`.includes(keyWord))
  const askRemove = (rows: Enterprise[]) => {
    const people = rows.reduce((sum, { empCnt }) => sum + empCnt, 0)
    ask({
      title: `从${rows.length === 1 ? `“${rows[0]?.entName}”` : ` ${formatCount(rows.length)} 个企业`}移除“${roleName}”`,
      touches: `${formatCount(people)} 人失去这个角色的权限和数据范围，并需要重新登录。移除后可以撤销，他们会重新得到它；以后再给企业则要重新分配到人。`,
      verb: '移除',
      act: () => remove.mutateAsync({ roleNo, entNos: rows.map(({ entNo }) => entNo) }).then(() => setTicked([])),
    })
  }
  const mayRemove = may(entrole.deletepbcroleent)
  const menuFor = (row: Enterprise) =>
    menuOf([
      { key: 'powers', label: '查看权限', act: () => setOpened({ kind: 'powers', row }) },
      may(entrole.setpbcrole) &&
        may(role.getpbcroleexlist) && { key: 'roles', label: '设置公共角色', act: () => setOpened({ kind: 'roles', row }) },
      mayRemove && { key: 'remove', label: '移除', danger: true, act: () => askRemove([row]) },
    ])
  const close = () => setOpened(undefined)
  const addButton = may(entrole.createpbcroleent) && (
    <Button icon={<Plus />} onClick={() => setAdding(true)}>
      添加企业
    </Button>
  )
  return (
    <>
      <div className="page-tools" style={{ marginBottom: 8 }}>
        {addButton}
        {ticked.length > 0 && (
          <Button danger onClick={() => askRemove(data?.filter(({ entNo }) => ticked.includes(entNo)) ?? [])}>
            移除所选 {formatCount(ticked.length)} 个企业
          </Button>
        )}
        <div className="end">
          <Keyword value={keyWord} onChange={setKeyWord} placeholder="企业名称或编号" />
        </div>
      </div>
      <ListTable<Enterprise>
        rowKey="entNo"
        rows={shown}
        error={data ? null : error}
        onRetry={refetch}
        ticks={mayRemove ? { ticked, onTick: setTicked } : undefined}
        empty={<EmptyState hint="还没有企业有这个角色">{addButton}</EmptyState>}
        onClear={keyWord && (() => setKeyWord(''))}
        columns={[
          column<Enterprise>(EnterpriseWithRole, 'entName', { width: 200 }),
          column<Enterprise>(EnterpriseWithRole, 'prtName', { width: 160, minor: true }),
          column<Enterprise>(EnterpriseWithRole, 'empCnt', { width: 72, render: formatCount }),
          column<Enterprise>(EnterpriseWithRole, 'stt', { width: 72 }),
          actionsColumn(
            (row) => menuFor(row),
            (row) => row.entName,
          ),
        ]}
      />
      {adding && (
        <EnterprisesPicker
          title={`把“${roleName}”给更多企业`}
          verb="添加"
          read={(keyWord) => query(entrole.getentforset, { roleNo, keyWord })}
          column={column<Choice>(EnterpriseChoice, 'prtName', { width: 200 })}
          onPick={(entNos) => add.mutateAsync({ roleNo, entNos })}
          onClose={() => setAdding(false)}
        />
      )}
      {opened?.kind === 'powers' && (
        <PowersAtEnterprise enterprise={opened.row} roleNo={roleNo} roleName={roleName} onClose={close} />
      )}
      {opened?.kind === 'roles' && <RolesOfEnterprise enterprise={opened.row} onClose={close} />}
      {dialog}
    </>
  )
}
