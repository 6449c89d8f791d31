import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { CSSProperties } from 'react'
import { query } from '#web/api/api.ts'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { FilterBar } from '#web/list/filters/FilterBar.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { useListState } from '#web/list/listState.ts'
import { Split } from '#web/layout/Split.tsx'
import { StatusFilter } from '#web/list/filters/StatusFilter.tsx'
import { useWide } from '#web/page/useMedia.ts'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { pbcrole } from './pbcrole.contract.ts'
import { PublicRoleList } from './PublicRoleList.tsx'
import { PublicRoleWork } from './PublicRoleWork.tsx'
import { usePublicRoleActions } from './usePublicRoleActions.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

/** Draws the roles of the platform at the left; the grants of the chosen one, and its enterprises, at the right. */
export default function PublicRoleScreen() {
  const list = useListState(pbcrole.getlist)
  const chosen = useListState(pbcrole.getmdltree)
  const wide = useWide()
  const { leave, dialog } = useLeaving()
  const { filters, keyWord } = list
  const { idntNo, roleItem, stt } = filters
  const { data: roles, error, refetch } = useQuery(query(pbcrole.getlist, { idntNo, roleItem, stt: asState(stt), keyWord }))
  const shown = roles?.find(({ roleNo }) => roleNo === chosen.filters.roleNo) ?? roles?.[0]
  const choose = (roleNo: string | undefined) => chosen.setFilters({ roleNo })
  const actions = usePublicRoleActions(choose)
  const create = actions.create && (
    <Button type="primary" icon={<Plus />} onClick={() => leave(() => actions.create?.())}>
      新建公共角色
    </Button>
  )
  const filter = (changes: Record<string, string | undefined>) => leave(() => list.setFilters(changes))
  return (
    <div className="page touch" style={{ '--matrix-above': '370px' } as CSSProperties}>
      <PageHead title="公共角色">
        {roles && <span className="grey">共 {formatCount(roles.length)} 个角色</span>}
        <span style={{ marginInlineStart: 'auto' }}>{create}</span>
      </PageHead>
      <FilterBar
        keyword={<Keyword value={keyWord} onChange={list.look} placeholder="角色名称、拼音或编号" hotkey />}
        filters={
          <>
            <StatusFilter value={stt} onChange={(value) => filter({ stt: value })} />
            <CodeFilter type="IDNT" label="适用身份" value={idntNo} onChange={(value) => filter({ idntNo: value })} />
            <CodeFilter
              type="ROLE_ITEM_PBC"
              label="作用范围"
              value={roleItem}
              onChange={(value) => filter({ roleItem: value })}
            />
          </>
        }
      />
      {error && !roles && <ReadFailed message={error.message} onRetry={() => refetch()} />}
      {roles?.length === 0 &&
        (list.isFiltered ? <NothingFits onClear={list.clear} /> : <EmptyState hint="还没有公共角色">{create}</EmptyState>)}
      {roles && shown && (
        <Split
          width={wide ? 300 : 220}
          label={shown.roleName}
          side={(close) => (
            <PublicRoleList
              roles={roles}
              chosen={shown.roleNo}
              onChoose={(roleNo) =>
                leave(() => {
                  choose(roleNo)
                  close()
                })
              }
            />
          )}
        >
          <PublicRoleWork key={shown.roleNo} role={shown} actions={actions} />
        </Split>
      )}
      {actions.dialogs}
      {dialog}
    </div>
  )
}

// Ignores other states in the address.
const asState = (stt: string | undefined) => (stt === '1' || stt === '2' ? stt : undefined)
