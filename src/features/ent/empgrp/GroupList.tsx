import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useEffect, useState } from 'react'
import { Status } from '#contract/fields.ts'
import { query, useSend } from '#web/api.ts'
import { column } from '#web/columns.tsx'
import { DataTable } from '#web/DataTable.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/EmptyState.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { formatCount } from '#web/format.ts'
import { Keyword } from '#web/Keyword.tsx'
import { useListState } from '#web/listState.ts'
import { useMay } from '#web/me.tsx'
import { orderColumn } from '#web/orderColumn.tsx'
import { StatusFilter } from '#web/StatusFilter.tsx'
import { useConfirm } from '#web/useConfirm.tsx'
import { useRowOrder } from '#web/useRowOrder.ts'
import { empgrp, GroupWithCount } from './empgrp.contract.ts'
import type { Group } from './empgrp.screen.tsx'

type Props = {
  chosen: string | undefined
  /** `byHand`: the user picked it. */
  onChoose: (group: Group | undefined, byHand: boolean) => void
}

export function GroupList({ chosen, onChoose }: Props) {
  const may = useMay()
  const { filters, setFilters, keyWord, look, isFiltered: filtered, clear: reset } = useListState(empgrp.getexlist)
  const [editing, setEditing] = useState<Partial<Group>>()
  const { ask, dialog } = useConfirm()
  const { data: groups, error, refetch } = useQuery(query(empgrp.getexlist, { ...filters, keyWord }))
  const order = useSend(empgrp.setempgrpord)
  const remove = useSend(empgrp.delete)
  const update = useSend(empgrp.update)
  const save = (rows: Group[]) => order.mutate({ empGrpOrds: rows.map(({ grpNo }, i) => ({ grpNo, showOrd: (i + 1) * 10 })) })
  const rowOrder = useRowOrder(groups ?? [], ({ grpNo }) => grpNo, save)
  const mayOrder = may(empgrp.setempgrpord) && !filtered

  // The first group is shown at once; a chosen one that is gone gives way to it.
  useEffect(() => {
    if (groups) onChoose(groups.find(({ grpNo }) => grpNo === chosen) ?? groups[0], false)
  }, [groups, chosen, onChoose])

  const create = may(empgrp.create) && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ grpType: '1' })}>
      新建员工组
    </Button>
  )
  const actions = (group: Group) => ({
    items: [
      ...(may(empgrp.update)
        ? [
            { key: 'edit', label: '修改' },
            { key: 'state', label: group.stt === Status.enabled ? '停用' : '启用' },
          ]
        : []),
      ...(may(empgrp.delete) ? [{ key: 'delete', label: '删除', danger: true }] : []),
    ],
    onClick: ({ key }: { key: string }) => {
      const { grpNo, grpName, ver, mbrCnt } = group
      if (key === 'edit') setEditing(group)
      else if (key === 'state')
        update.mutate({ grpNo, ver, stt: group.stt === Status.enabled ? Status.disabled : Status.enabled })
      else
        ask({
          title: `删除“${grpName}”`,
          touches: `组内 ${formatCount(mbrCnt)} 名员工将不再属于这个组，员工本身不受影响。`,
          verb: '删除',
          act: () => remove.mutateAsync({ grpNo }),
        })
    },
  })
  const hasActions = may(empgrp.update) || may(empgrp.delete)
  return (
    <>
      <div className="page-tools">
        <Keyword value={keyWord} onChange={look} placeholder="组名、拼音或编号" hotkey />
        <StatusFilter value={filters.stt} onChange={(stt) => setFilters({ stt })} />
        {create}
      </div>
      {error ? (
        <ReadFailed message={error.message} onRetry={() => refetch()} />
      ) : (
        <DataTable<Group>
          rowKey="grpNo"
          style={{ marginTop: 8 }}
          loading={{ spinning: !groups, delay: 200 }}
          dataSource={groups ?? []}
          rowClassName={(row) =>
            [row.grpNo === chosen && 'row-chosen', rowOrder.isOver(row) && 'drag-over'].filter(Boolean).join(' ')
          }
          onRow={(row) => ({ onClick: () => onChoose(row, true), ...(mayOrder && rowOrder.rowProps(row)) })}
          locale={{
            emptyText: !groups ? (
              ' '
            ) : filtered ? (
              <NothingFits onClear={reset} />
            ) : (
              <EmptyState hint="还没有员工组">{create}</EmptyState>
            ),
          }}
          columns={[
            ...(mayOrder ? [orderColumn(rowOrder, ({ grpName }: Group) => grpName)] : []),
            column<Group>(GroupWithCount, 'grpName', {
              width: 132,
              render: (grpName: string, row) => (
                <Button type="link" aria-current={row.grpNo === chosen} onClick={() => onChoose(row, true)}>
                  {grpName}
                </Button>
              ),
            }),
            column<Group>(GroupWithCount, 'grpType', { width: 104, responsive: ['xl'] }),
            column<Group>(GroupWithCount, 'mbrCnt', { width: 64, render: formatCount }),
            column<Group>(GroupWithCount, 'stt', { width: 64 }),
            ...(hasActions
              ? [
                  {
                    key: 'act',
                    title: '操作',
                    width: 64,
                    render: (_: unknown, row: Group) => (
                      <Dropdown trigger={['click']} menu={actions(row)}>
                        <Button type="link" aria-label={`更多操作：${row.grpName}`}>
                          更多
                        </Button>
                      </Dropdown>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {editing && (
        <EditModal
          title={editing.grpNo ? '修改员工组' : '新建员工组'}
          call={editing.grpNo ? empgrp.update : empgrp.create}
          record={editing.grpNo ? editing : undefined}
          send={editing.grpNo ? { grpNo: editing.grpNo } : {}}
          okText={editing.grpNo ? '保存' : '新建'}
          onClose={() => setEditing(undefined)}
        >
          <Field name="grpName" autoFocus />
          <Field name="grpType" />
          <Field name="des" />
        </EditModal>
      )}
      {dialog}
    </>
  )
}
