import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useNotify } from '#domain/messages/composer.web.ts'
import { Status } from '#contract/fields.ts'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { menuOf } from '#web/menu/menuOf.ts'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { orderColumn } from '#web/list/columns/orderColumn.tsx'
import { StatusFilter } from '#web/list/filters/StatusFilter.tsx'
import { useConfirm } from '#web/feedback/useConfirm.tsx'
import { useRowOrder } from '#web/list/useRowOrder.ts'
import { empgrp, GroupWithCount, type Group } from './empgrp.contract.ts'
import { RowButton } from '#web/menu/RowButton.tsx'

type Props = {
  chosen: string | undefined
  /** Receives the chosen group; `byHand`: the user picked it. */
  onChoose: (group: Group | undefined, byHand: boolean) => void
  onEdit: (group: Group) => void
  /** Draws the way to make the first one. */
  create: ReactNode
}

export function GroupList({ chosen, onChoose, onEdit, create }: Props) {
  const may = useMay()
  const notify = useNotify()
  const { filters, setFilters, keyWord, look, isFiltered: filtered, clear: reset } = useListState(empgrp.getexlist)
  const { ask, dialog } = useConfirm()
  const { data: groups, error, refetch } = useQuery(query(empgrp.getexlist, { ...filters, keyWord }))
  const order = useSend(empgrp.setempgrpord)
  const remove = useSend(empgrp.delete)
  const update = useSend(empgrp.update, {
    said: ({ grpNo, stt }) =>
      `${stt === Status.enabled ? '启用' : '停用'}“${groups?.find((group) => group.grpNo === grpNo)?.grpName ?? grpNo}”`,
  })
  const save = (rows: Group[]) => order.mutate({ empGrpOrds: rows.map(({ grpNo }, i) => ({ grpNo, showOrd: (i + 1) * 10 })) })
  const rowOrder = useRowOrder(groups ?? [], ({ grpNo }) => grpNo, save)
  const mayOrder = may(empgrp.setempgrpord) && !filtered

  // Shows the first group at once, and in place of a chosen one that is gone.
  useEffect(() => {
    if (groups) onChoose(groups.find(({ grpNo }) => grpNo === chosen) ?? groups[0], false)
  }, [groups, chosen, onChoose])

  const askRemove = ({ grpNo, grpName, mbrCnt }: Group) =>
    ask({
      title: `删除“${grpName}”`,
      touches: `组内 ${formatCount(mbrCnt)} 名员工将不再属于这个组，员工本身不受影响。`,
      verb: '删除',
      act: () => remove.mutateAsync({ grpNo }),
    })
  const menuFor = (group: Group) => {
    const { grpNo, ver } = group
    const isOn = group.stt === Status.enabled
    return menuOf([
      may(empgrp.update) && { key: 'edit', label: '修改', act: () => onEdit(group) },
      may(empgrp.update) && {
        key: 'state',
        label: isOn ? '停用' : '启用',
        act: () => update.mutate({ grpNo, ver, stt: isOn ? Status.disabled : Status.enabled }),
      },
      isOn && notify('grp', [grpNo]),
      may(empgrp.delete) && { key: 'delete', label: '删除', danger: true, act: () => askRemove(group) },
    ])
  }
  return (
    <>
      <div className="page-tools">
        <Keyword value={keyWord} onChange={look} placeholder="组名、拼音或编号" hotkey />
        <StatusFilter value={filters.stt} onChange={(stt) => setFilters({ stt })} />
      </div>
      <ListTable<Group>
        rowKey="grpNo"
        rows={groups}
        error={error}
        onRetry={refetch}
        rowClassName={(row) =>
          [row.grpNo === chosen && 'row-chosen', rowOrder.isOver(row) && 'drag-over'].filter(Boolean).join(' ')
        }
        onRow={(row) => ({ onClick: () => onChoose(row, true), ...(mayOrder && rowOrder.rowProps(row)) })}
        empty={<EmptyState hint="还没有员工组">{create}</EmptyState>}
        onClear={filtered && reset}
        columns={[
          ...(mayOrder ? [orderColumn(rowOrder, ({ grpName }: Group) => grpName)] : []),
          column<Group>(GroupWithCount, 'grpName', {
            width: 208,
            render: (grpName: string, row) => (
              <span className="row-name">
                <RowButton isCurrent={row.grpNo === chosen} onClick={() => onChoose(row, true)}>
                  {grpName}
                </RowButton>
              </span>
            ),
          }),
          column<Group>(GroupWithCount, 'grpType', { width: 104, minor: true }),
          column<Group>(GroupWithCount, 'mbrCnt', { width: 64, render: formatCount }),
          column<Group>(GroupWithCount, 'stt', { width: 64 }),
          actionsColumn<Group>(menuFor, ({ grpName }) => grpName),
        ]}
      />
      {dialog}
    </>
  )
}
