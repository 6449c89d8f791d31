import { Label } from '#web/api/dictionary.tsx'
import { formatTime } from '#web/page/format.ts'
import { agendaLine } from '#domain/meetings/meetings.contract.ts'
import { SignSheet } from '#domain/meetings/SignSheet.tsx'
import { readAllPages } from '#web/api/readAllPages.ts'
import { type MeetingInfo, sessionName, timesOf } from './MeetingFacts.tsx'
import { mtg } from './mtg.contract.ts'

/** Draws the attendance sheet of a session on paper. */
export default function MeetingSheet({ meeting, rdx, onClose }: { meeting: MeetingInfo; rdx: number; onClose: () => void }) {
  const { mtgNo, mtgName, schds, agenda } = meeting
  const session = schds.find((one) => one.rdx === rdx)
  if (!session) return null
  return (
    <SignSheet
      title={mtgName}
      about={[schds.length > 1 && sessionName(session), timesOf(session), session.place].filter(Boolean).join(' · ')}
      module="mtg"
      sheetKey={[mtg.getmtgsignpage.path, 'sheet', mtgNo, rdx]}
      read={() => readAllPages(mtg.getmtgsignpage, { mtgNo, rdx })}
      keyOf={({ manNo }) => manNo}
      columns={[
        { title: '姓名', cell: ({ manName }) => manName },
        { title: '部门或单位', cell: ({ workUnit }) => workUnit },
        { title: '签到时间', cell: ({ signTm }) => formatTime(signTm).slice(5) },
        { title: '结果', cell: ({ stt }) => <Label type="SIGN_STT" value={stt} /> },
      ]}
      onClose={onClose}
    >
      {agenda.length > 0 && (
        <ol className="sheet-agenda" aria-label="议程">
          {agenda.map((item, i) => (
            <li key={i}>{agendaLine(item)}</li>
          ))}
        </ol>
      )}
    </SignSheet>
  )
}
