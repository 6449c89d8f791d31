import { MeetingState, placeLine } from '#domain/meetings/meetings.contract.ts'
import { DataTable } from '#web/list/DataTable.tsx'
import { Label } from '#web/api/dictionary.tsx'
import { RecordColumns, RecordCounts } from '#web/head/RecordColumns.tsx'
import { FactList } from '#web/page/FactList.tsx'
import { formatBytes, formatCount, formatTime } from '#web/page/format.ts'
import type { Out } from '#web/api/send.ts'
import { FileLink } from '#web/viewer/FileLink.tsx'
import type { mtg } from './mtg.contract.ts'

export type MeetingInfo = Out<typeof mtg.getmtginfo>
type Session = MeetingInfo['schds'][number]

/** Formats a span; the day once where it is the same. */
const spanOf = (from: string, to: string) =>
  `${formatTime(from)} 至 ${from.slice(0, 8) === to.slice(0, 8) ? formatTime(to).slice(11) : formatTime(to)}`

/** Formats the time of a session. */
export const timesOf = ({ sDt, eDt }: Pick<Session, 'sDt' | 'eDt'>) => spanOf(sDt, eDt)

/** Returns the name of a session. */
export const sessionName = ({ rdx, schdName }: Pick<Session, 'rdx' | 'schdName'>) => schdName ?? `第 ${rdx} 场`

/** Counts who came, is on leave and, once it is over, is absent: together all who belong to the meeting. */
function countsOf({ manCnt, cfmCnt, comeCnt, leaveCnt, stt, signFlag, attendFlag }: MeetingInfo, page: string) {
  const isSigned = signFlag === '1' && stt !== MeetingState.draft
  const isOver = stt === MeetingState.ended && signFlag === '1'
  return [
    { label: '应到', count: manCnt, to: attendFlag === '1' ? `${page}?tab=people` : undefined },
    { label: '已确认', count: cfmCnt },
    isSigned && { label: '实到', count: comeCnt },
    { label: '请假', count: leaveCnt },
    isOver && { label: '缺席', count: manCnt - comeCnt - leaveCnt },
  ]
}

/** Draws the facts of a meeting, and its sessions. */
export function MeetingFacts({ meeting }: { meeting: MeetingInfo }) {
  const { schds, atchs } = meeting
  const rules = [
    meeting.signFlag === '1' ? '扫码签到' : '不用签到',
    meeting.outFlag === '1' && '离开时签退',
    meeting.applFlag === '1' && '可申请参会',
  ]
  const page = `/ent/mtg/${meeting.mtgNo}`
  const side = (
    <>
      <RecordCounts counts={countsOf(meeting, page)} />
      <FactList
        items={[
          ['主持人', meeting.hostName ?? '–'],
          ['起草人', meeting.crtName ?? '–'],
        ]}
      />
    </>
  )
  return (
    <RecordColumns side={side}>
      <FactList
        isWide
        items={[
          ['类型', <Label key="type" type="MTG_TYPE" value={meeting.mtgType} />],
          ['会议编号', meeting.mtgNo],
          ['规则', rules.filter(Boolean).join('、')],
          meeting.tmplName !== null && ['回执表单', meeting.tmplName],
        ]}
      />
      <FactList
        items={[
          meeting.cntnt !== null && [
            '会议内容',
            <p key="content" className="meeting-content">
              {meeting.cntnt}
            </p>,
          ],
          atchs.length > 0 && ['附件', <Files key="files" files={atchs} />],
        ]}
      />
      {meeting.agenda.length > 0 && <Agenda items={meeting.agenda} />}
      <h2 className="section-title">场次</h2>
      <DataTable<Session & { stt?: string }>
        rowKey="rdx"
        rows={schds}
        empty={'还没有安排时间'}
        columns={[
          { key: 'name', title: '场次', width: 120, render: (_: unknown, one: Session) => sessionName(one) },
          { key: 'times', title: '时间', width: 240, render: (_: unknown, one: Session) => timesOf(one) },
          {
            key: 'place',
            title: '地点',
            width: 180,
            render: (_: unknown, { place, roomPlace }: Session) => placeLine(place, roomPlace) ?? '–',
          },
          {
            key: 'sign',
            title: '签到时间',
            width: 190,
            render: (_: unknown, { signSDt, signEDt }: Session) => spanOf(signSDt, signEDt).slice(5),
          },
          {
            key: 'come',
            title: '实到/迟到',
            width: 90,
            align: 'right' as const,
            render: (_: unknown, { comeCnt, lateCnt }: Session) => `${formatCount(comeCnt)} / ${formatCount(lateCnt)}`,
          },
        ]}
      />
    </RecordColumns>
  )
}

type Item = MeetingInfo['agenda'][number]

function Agenda({ items }: { items: Item[] }) {
  const rows = items.map((one, i) => ({ ...one, at: i + 1 }))
  return (
    <>
      <h2 className="section-title">议程</h2>
      <DataTable<Item & { at: number; stt?: string }>
        rowKey="at"
        rows={rows}
        empty=""
        columns={[
          { key: 'at', dataIndex: 'at', title: '序号', width: 64 },
          { key: 'title', dataIndex: 'title', title: '议题', width: 260 },
          { key: 'speaker', dataIndex: 'speaker', title: '发言人', width: 100, render: (name: string | null) => name ?? '–' },
          {
            key: 'mins',
            title: '用时',
            width: 90,
            render: (_: unknown, { mins }: Item) => (mins ? `${mins} 分钟` : '–'),
          },
          { key: 'rem', dataIndex: 'rem', title: '备注', width: 200, render: (rem: string | null) => rem ?? '–' },
        ]}
      />
    </>
  )
}

const Files = ({ files }: { files: MeetingInfo['atchs'] }) => (
  <ul className="meeting-files">
    {files.map(({ fileNo, name, size, url }) => (
      <li key={fileNo}>
        <FileLink name={name} type={name.split('.').pop() ?? ''} size={size} url={url} />{' '}
        <span className="grey">{formatBytes(size)}</span>
      </li>
    ))}
  </ul>
)
