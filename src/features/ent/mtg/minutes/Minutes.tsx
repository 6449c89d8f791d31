import { Eye, Pencil, Send } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { DecisionState } from '#domain/decisions/decisions.contract.ts'
import { placeLine } from '#domain/meetings/meetings.contract.ts'
import { MessageBody } from '#domain/messages/MessageBody.tsx'
import { query, useSend } from '#web/api/api.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import type { Out } from '#web/api/send.ts'
import { formatCount, formatDate, formatTime } from '#web/page/format.ts'
import { PrintButton, PrintView } from '#web/print/PrintView.tsx'
import { type MeetingInfo, timesOf } from '../MeetingFacts.tsx'
import { type Decision, Decisions } from './Decisions.tsx'
import './minutes.css'
import { meetingMinutes } from './mtg.minutes.contract.ts'

const MinutesDrawer = lazyWindow(() => import('./MinutesDrawer.tsx'))
const MinutesReaders = lazyWindow(() => import('./MinutesReaders.tsx'))

type Shown = Out<typeof meetingMinutes.getminutes>

/** Draws the minutes of a meeting and what it decided: as they were sent, or for who writes them as they are being written. */
export default function Minutes({ meeting }: { meeting: MeetingInfo }) {
  const { mtgNo } = meeting
  const { data, error, refetch } = useQuery(query(meetingMinutes.getminutes, { mtgNo }))
  const { acts, dialogs } = useMinutesActs(meeting, data)
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  const { draft, sent } = data
  const sections = draft?.sections ?? sent
  const runs = meeting.editFlag === '1'
  return (
    <div className="minutes touch">
      <p className="minutes-acts">
        <State minutes={data} />
        <span className="row-actions">
          {acts}
          {sections && <PrintButton module="mtg" />}
        </span>
      </p>
      {sections ? (
        <PrintView title={`${meeting.mtgName} 会议纪要`}>
          <p className="minutes-about">{aboutOf(meeting, data.empName)}</p>
          <Sections sections={sections} />
          {draft ? (
            <Decisions mtgNo={mtgNo} decisions={draft.decisions.map(asDecision)} runs={false} />
          ) : (
            <Decisions mtgNo={mtgNo} decisions={data.decisions} runs={runs} />
          )}
        </PrintView>
      ) : (
        <EmptyState
          hint={data.writeFlag === '1' ? '还没有纪要。写好保存后自己先看，再发给参会人员。' : '会后纪要发出来，会出现在这里'}
        />
      )}
      {dialogs}
    </div>
  )
}

const aboutOf = ({ schds, hostName, manCnt, comeCnt, leaveCnt, signFlag }: MeetingInfo, writer: string | null) => {
  const [first] = schds
  return [
    first && timesOf(first),
    first && placeLine(first.place, first.roomPlace),
    hostName && `主持人 ${hostName}`,
    writer && `记录人 ${writer}`,
    `应到 ${formatCount(manCnt)} 人`,
    signFlag === '1' && `实到 ${formatCount(comeCnt)} 人`,
    leaveCnt > 0 && `请假 ${formatCount(leaveCnt)} 人`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Returns a decision of a draft as one that was sent is drawn: nobody has begun with it. */
const asDecision = (
  { decNo, what, empNo, empName, dueDt }: NonNullable<Shown['draft']>['decisions'][number],
  at: number,
): Decision => ({
  decNo: decNo ?? `new ${at}`,
  what,
  empNo,
  empName: empName ?? '–',
  dueDt,
  goneFlag: '0',
  lateFlag: '0',
  word: null,
  doneTm: null,
  stt: DecisionState.open,
})

const Sections = ({ sections }: { sections: { title: string; body?: string | null | undefined }[] }) => (
  <>
    {sections.map(({ title, body }, at) => (
      <section key={at} className="minutes-section">
        <h3>{title}</h3>
        {body ? <MessageBody text={body} /> : <p className="grey">没有记录</p>}
      </section>
    ))}
  </>
)

/** Says what has become of the minutes. */
function State({ minutes: { draft, sentTm, sentCnt, toldCnt, readCnt } }: { minutes: Shown }) {
  if (draft) return <span className="tag wait">{sentCnt > 0 ? '有修订没有发出' : '草稿，还没有发出'}</span>
  if (!sentTm) return <span />
  return (
    <span className="grey">
      {formatTime(sentTm)} {sentCnt > 1 ? `第 ${sentCnt} 次发出` : '发出'}，{formatCount(toldCnt)} 人收到，{formatCount(readCnt)}{' '}
      人已读
    </span>
  )
}

/** Returns the buttons for who writes the minutes. */
function useMinutesActs({ mtgNo, mtgName, manCnt, editFlag }: MeetingInfo, minutes: Shown | undefined) {
  const { show, ask, dialogs } = useDialogs()
  const send = useSend(meetingMinutes.sendminutes)
  const drop = useSend(meetingMinutes.dropminutes)
  if (!minutes) return { acts: null, dialogs }
  const { draft, sent, ver, writeFlag, decisions } = minutes
  const write = () => show((close) => <MinutesDrawer mtgNo={mtgNo} mtgName={mtgName} minutes={minutes} onClose={close} />)
  const askSend = () =>
    ask({
      title: `发出“${mtgName}”的纪要`,
      touches: [
        `应到的 ${formatCount(manCnt)} 人里，本单位的员工会收到消息，也能在会议里看到。`,
        tasksOf(draft?.decisions ?? [], decisions),
      ].join(''),
      verb: '发出',
      isHarmless: true,
      act: () => send.mutateAsync({ mtgNo, ver }),
    })
  const askDrop = () =>
    ask({
      title: '放弃草稿',
      touches: sent ? '没有发出的修订不再保留，参会人员看到的纪要不变。' : '写了还没有发出的纪要不再保留。',
      verb: '放弃草稿',
      act: () => drop.mutateAsync({ mtgNo, ver }),
    })
  const acts = (
    <>
      {editFlag === '1' && sent && (
        <Button icon={<Eye />} onClick={() => show((close) => <MinutesReaders mtgNo={mtgNo} onClose={close} />)}>
          阅读情况
        </Button>
      )}
      {writeFlag === '1' && draft && <Button onClick={askDrop}>放弃草稿</Button>}
      {writeFlag === '1' && (
        <Button icon={<Pencil />} type={draft || sent ? 'default' : 'primary'} onClick={write}>
          {draft ? '接着写' : sent ? '修订' : '写纪要'}
        </Button>
      )}
      {writeFlag === '1' && draft && (
        <Button type="primary" icon={<Send />} onClick={askSend}>
          发出
        </Button>
      )}
    </>
  )
  return { acts, dialogs }
}

type Asked = NonNullable<Shown['draft']>['decisions']

/** Says which tasks come of the decisions of a draft. */
function tasksOf(written: Asked, kept: Decision[]): string {
  const isNew = written.filter(({ decNo }) => !decNo)
  const named = isNew.slice(0, 3).map(({ empName, what, dueDt }) => `${empName}（${formatDate(dueDt)} 前）${what}`)
  const left = kept.filter(({ decNo }) => written.every((one) => one.decNo !== decNo)).length
  return [
    isNew.length > 0 &&
      `${formatCount(isNew.length)} 项新的决定成为负责人的待办：${named.join('；')}${isNew.length > 3 ? '……' : ''}。`,
    left > 0 && `去掉的 ${formatCount(left)} 项不再要求办理。`,
  ]
    .filter(Boolean)
    .join('')
}
