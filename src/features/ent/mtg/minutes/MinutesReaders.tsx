import { ReaderList } from '#domain/messages/readers/ReaderList.tsx'
import { type Out, send } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { formatTime } from '#web/page/format.ts'
import { useNarrow } from '#web/page/useMedia.ts'
import { meetingMinutes, MinutesReader } from './mtg.minutes.contract.ts'

type Reader = Out<typeof meetingMinutes.getminutesreadpage>['datas'][number]

const states = [
  { value: 'all', label: '全部' },
  { value: '0', label: '未读' },
  { value: '1', label: '已读' },
] as const

/** Lists whom the minutes were sent to, and who has read them. */
export default function MinutesReaders({ mtgNo, onClose }: { mtgNo: string; onClose: () => void }) {
  const narrow = useNarrow()
  const call = meetingMinutes.getminutesreadpage
  return (
    <AppDrawer open className="touch" size={narrow ? '100%' : 560} title="纪要的阅读情况" onClose={onClose}>
      <ReaderList<Reader, (typeof states)[number]['value']>
        label="是否已读"
        states={states}
        listKey={[call.path, mtgNo]}
        read={(state, page) =>
          send(call, { mtgNo, ...page, ...(state !== 'all' && { readFlag: state }) }).then(({ result }) => result)
        }
        rowKey="empNo"
        hint="没有这样的人"
        columns={[
          column<Reader>(MinutesReader, 'empName', { width: 110 }),
          column<Reader>(MinutesReader, 'orgName', { width: 150 }),
          column<Reader>(MinutesReader, 'readTm', {
            width: 150,
            render: (readTm: string | null) => (readTm ? formatTime(readTm) : '未读'),
          }),
        ]}
      />
    </AppDrawer>
  )
}
