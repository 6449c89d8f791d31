import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#web/api/api.ts'
import type { Out } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { formatTime } from '#web/page/format.ts'
import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { meetingMinutes, MinutesReader } from './mtg.minutes.contract.ts'

type Reader = Out<typeof meetingMinutes.getminutesreadpage>['datas'][number]

const pageSize = 50

/** Lists whom the minutes were sent to, and who has read them. */
export default function Readers({ mtgNo, onClose }: { mtgNo: string; onClose: () => void }) {
  const narrow = useNarrow()
  const [readFlag, setReadFlag] = useState<'' | '0' | '1'>('')
  const [pageIndex, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...query(meetingMinutes.getminutesreadpage, { mtgNo, pageIndex, pageSize, ...(readFlag && { readFlag }) }),
    placeholderData: (before) => before,
  })
  const show = (next: '' | '0' | '1') => {
    setReadFlag(next)
    setPage(1)
  }
  return (
    <AppDrawer open className="touch" size={narrow ? '100%' : 560} title="纪要的阅读情况" onClose={onClose}>
      {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {!(error && !data) && (
        <div className="stack">
          <SegmentedControl<'' | '0' | '1'>
            aria-label="是否已读"
            style={{ alignSelf: 'flex-start' }}
            value={readFlag}
            onChange={show}
            options={[
              { value: '', label: '全部' },
              { value: '0', label: '未读' },
              { value: '1', label: '已读' },
            ]}
          />
          <DataTable<Reader>
            rowKey="empNo"
            rows={data?.datas ?? []}
            isLoading={!data}
            pager={
              data && data.pageCount > 1
                ? { current: pageIndex, pageSize, total: data.recordCount, onChange: setPage, showSizeChanger: false }
                : undefined
            }
            empty={<EmptyState hint="没有这样的人" />}
            columns={[
              column<Reader>(MinutesReader, 'empName', { width: 110 }),
              column<Reader>(MinutesReader, 'orgName', { width: 150 }),
              column<Reader>(MinutesReader, 'readTm', {
                width: 150,
                render: (readTm: string | null) => (readTm ? formatTime(readTm) : '未读'),
              }),
            ]}
          />
        </div>
      )}
    </AppDrawer>
  )
}
