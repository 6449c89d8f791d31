import { Descriptions } from 'antd'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { DataTable } from '#web/list/DataTable.tsx'
import { Label } from '#web/api/dictionary.tsx'
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

/** Says who came, is on leave and, once it is over, is absent: together all who belong to the meeting. */
function turnoutOf({ manCnt, comeCnt, leaveCnt, stt, signFlag }: MeetingInfo): string {
  const isOver = stt === MeetingState.ended && signFlag === '1'
  const parts = [
    signFlag === '1' && stt !== MeetingState.draft && `实到 ${formatCount(comeCnt)}`,
    `请假 ${formatCount(leaveCnt)}`,
    isOver && `缺席 ${formatCount(manCnt - comeCnt - leaveCnt)}`,
  ]
  return parts.filter(Boolean).join('，')
}

/** Draws the facts of a meeting, and its sessions. */
export function MeetingFacts({ meeting }: { meeting: MeetingInfo }) {
  const { manCnt, cfmCnt, schds, atchs } = meeting
  const rules = [
    meeting.signFlag === '1' ? '扫码签到' : '不用签到',
    meeting.outFlag === '1' && '离开时签退',
    meeting.applFlag === '1' && '可申请参会',
  ]
  return (
    <div className="stack">
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        styles={{ label: { width: 88 } }}
        items={[
          { key: 'no', label: '会议编号', children: meeting.mtgNo },
          { key: 'type', label: '类型', children: <Label type="MTG_TYPE" value={meeting.mtgType} /> },
          { key: 'host', label: '主持人', children: meeting.hostName ?? '–' },
          { key: 'by', label: '起草人', children: meeting.crtName ?? '–' },
          {
            key: 'people',
            label: '应到',
            children: `${formatCount(manCnt)} 人，已确认 ${formatCount(cfmCnt)}；${turnoutOf(meeting)}`,
          },
          { key: 'rules', label: '规则', children: rules.filter(Boolean).join('、') },
          ...(meeting.tmplName ? [{ key: 'form', label: '回执表单', children: meeting.tmplName }] : []),
          ...(meeting.cntnt
            ? [
                {
                  key: 'cntnt',
                  label: '会议内容',
                  span: 'filled' as const,
                  children: <p className="meeting-content">{meeting.cntnt}</p>,
                },
              ]
            : []),
          ...(atchs.length > 0
            ? [{ key: 'atchs', label: '附件', span: 'filled' as const, children: <Files files={atchs} /> }]
            : []),
        ]}
      />
      <h2 className="section-title">场次</h2>
      <DataTable<Session & { stt?: string }>
        rowKey="rdx"
        rows={schds}
        empty={'还没有安排时间'}
        columns={[
          { key: 'name', title: '场次', width: 120, render: (_: unknown, one: Session) => sessionName(one) },
          { key: 'times', title: '时间', width: 240, render: (_: unknown, one: Session) => timesOf(one) },
          { key: 'place', dataIndex: 'place', title: '地点', width: 140, render: (place: string | null) => place ?? '–' },
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
    </div>
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
