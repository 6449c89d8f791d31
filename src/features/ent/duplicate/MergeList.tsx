import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type * as z from 'zod'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { query, useSend } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { useMay } from '#web/api/me.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { duplicate, Merge, MergeState } from './duplicate.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'

const UndoConfirmModal = lazyWindow(() => import('#features/ent/history/undoConfirm.panel.tsx'))

type Row = z.output<typeof Merge>

const pageSize = 20

/** Draws what was merged, each to be undone for thirty days. */
export default function MergeList({ onClose }: { onClose: () => void }) {
  const may = useMay()
  const narrow = useNarrow()
  const [pageIndex, setPage] = useState(1)
  const [asking, setAsking] = useState<Row>()
  const { data } = useQuery(query(duplicate.getmerges, { pageIndex, pageSize }))
  return (
    <AppDrawer open title="合并记录" size={narrow ? '100%' : 640} onClose={onClose}>
      <ListTable<Row>
        rowKey="mrgNo"
        rows={data?.datas}
        empty={<EmptyState hint="还没有合并过学生" />}
        pager={{ current: pageIndex, pageSize, total: data?.recordCount ?? 0, onChange: setPage, hideOnSinglePage: true }}
        columns={[
          column<Row>(Merge, 'keptName', { width: 96 }),
          column<Row>(Merge, 'unitName', { width: 128 }),
          column<Row>(Merge, 'goneNo', { width: 112, render: (no: string, { goneName }) => `${goneName} ${no}` }),
          column<Row>(Merge, 'nickName', { width: 80 }),
          column<Row>(Merge, 'crtTm', { width: 132 }),
          {
            key: 'act',
            title: '操作',
            width: 72,
            render: (_, row) => <State row={row} onAsk={may(duplicate.takeback) ? () => setAsking(row) : undefined} />,
          },
        ]}
      />
      <Suspense>{asking && <UndoMerge merge={asking} onClose={() => setAsking(undefined)} />}</Suspense>
    </AppDrawer>
  )
}

function State({ row: { stt, undoFlag, keptName }, onAsk }: { row: Row; onAsk: (() => void) | undefined }) {
  if (stt === MergeState.undone) return <span className="grey">已撤销</span>
  if (undoFlag === '0' || !onAsk) return '–'
  return (
    <RowButton label={`撤销合并：${keptName}`} onClick={onAsk}>
      撤销
    </RowButton>
  )
}

function UndoMerge({ merge: { mrgNo, keptName, goneNo }, onClose }: { merge: Row; onClose: () => void }) {
  // Reads it fresh, for others may have changed something in the last minute.
  const outlook = useQuery({ ...query(duplicate.getundo, { mrgNo }), staleTime: 0, gcTime: 0 })
  const undo = useSend(duplicate.takeback)
  return (
    <UndoConfirmModal
      title={`撤销合并，恢复 ${goneNo}`}
      verb="撤销合并"
      since="合并之后"
      outlook={outlook}
      busy={undo.isPending}
      onTake={() => undo.mutate({ mrgNo }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {keptName}的两条记录都回到合并之前，家长和照片申请各归各处。
    </UndoConfirmModal>
  )
}
