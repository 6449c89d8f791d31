import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Process } from '#domain/approvals/process.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import type { Out } from '#web/api/send.ts'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { formatTime } from '#web/page/format.ts'
import { processPath } from '#domain/approvals/paths.web.ts'

type Row = Out<typeof prc.getpage>['datas'][number]

/** Draws what the caller has handed in, where it stands and whom it waits for. */
export function OwnProcesses({ begin, acts }: { begin: ReactNode; acts: ReactNode }) {
  const list = useListState(prc.getpage, {})
  const { filters, setFilters } = list
  const navigate = useNavigate()
  const pathOf = ({ prcNo }: Row) => processPath(prcNo)
  return (
    <PageTable
      call={prc.getpage}
      list={list}
      rowKey="prcNo"
      search="标题"
      offState={null}
      actions={acts}
      filters={<CodeFilter type="PRC_STT" label="状态" value={filters.stt} onChange={(stt) => setFilters({ stt })} />}
      empty={{ hint: '还没有发起过申请。选一种申请填写提交，办到哪一步这里都看得到。', action: begin }}
      columns={[
        linkedNameColumn<Row>(Process, 'title', 240, { open: (row) => void navigate(pathOf(row)), hrefOf: pathOf }),
        column<Row>(Process, 'stt', { width: 100, render: (stt: string) => <StatusTag type="PRC_STT" value={stt} /> }),
        column<Row>(Process, 'stepName', { width: 130 }),
        column<Row>(Process, 'waitFor', { width: 150 }),
        column<Row>(Process, 'sentTm', { width: 150, render: (sentTm: string) => formatTime(sentTm) }),
        column<Row>(Process, 'doneTm', { width: 150, render: (doneTm: string | null) => formatTime(doneTm) }),
      ]}
    />
  )
}
