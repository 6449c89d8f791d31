import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { ApplyType, ManState, ManType, MeetingState, SignState } from '#domain/meetings/meetings.contract.ts'
import { useSend } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { EditModal } from '#web/form/EditModal.tsx'
import { Field } from '#web/form/Field.tsx'
import { formatTime } from '#web/page/format.ts'
import type { Meeting } from '../MeetingFacts.tsx'
import { mtg } from '../mtg.contract.ts'

const ReplyDrawer = lazy(() => import('./ReplyDrawer.tsx'))
const ReplyModal = lazy(() => import('./ReplyModal.tsx'))
const ScanModal = lazy(() => import('../attendance/ScanModal.tsx'))

type Dialog = 'reply' | 'read' | 'leave' | 'apply' | 'scan'

/** Draws the reader's own part in a meeting: to answer, to ask for leave or to join, to sign in. */
export function MyPart({ meeting }: { meeting: Meeting }) {
  const { mtgNo, mine, stt, applFlag, attendFlag, billClmns, signFlag } = meeting
  const [dialog, setDialog] = useState<Dialog>()
  const reply = useSend(mtg.reply)
  const withdraw = useSend(mtg.withdraw)
  const isOpen = stt === MeetingState.published || stt === MeetingState.underWay
  const close = () => setDialog(undefined)
  if (!isOpen) return mine?.chgTm ? <News meeting={meeting} at={mine.chgTm} /> : null
  if (!mine && applFlag === '0') return null
  const isAsked = mine?.stt === ManState.asked || mine?.stt === ManState.confirmed || mine?.stt === ManState.agreed
  const mayLeave = isAsked || (mine?.stt === ManState.refused && mine.applType === ApplyType.leave)
  const mayJoin = !mine || (mine.stt === ManState.refused && mine.applType === ApplyType.join)
  const waits = mine?.stt === ManState.applying || mine?.stt === ManState.leave
  // Opens the form, or answers at once without one.
  const answer = () => (billClmns.length > 0 ? setDialog('reply') : reply.mutate({ mtgNo }))
  return (
    <section className="my-part" aria-label="我的参会">
      {mine?.chgTm && <News meeting={meeting} at={mine.chgTm} />}
      <span>我的参会</span>
      {mine ? <StatusTag type="MTG_MAN_STT" value={mine.stt} /> : <span className="grey">可以申请参会</span>}
      {mine?.answer && <span className="grey">答复：{mine.answer}</span>}
      {mine?.signs.map((sign) => (
        <Signed key={sign.rdx} {...sign} />
      ))}
      <span className="row-actions">
        {isAsked && mine.manType !== ManType.host && (
          <Button type={mine.stt === ManState.asked ? 'primary' : 'default'} loading={reply.isPending} onClick={answer}>
            {mine.stt === ManState.asked ? '确认参会' : '改回执'}
          </Button>
        )}
        {mine?.vals && billClmns.length > 0 && <Button onClick={() => setDialog('read')}>看回执</Button>}
        {mayJoin && <Button onClick={() => setDialog('apply')}>申请参会</Button>}
        {mayLeave && mine?.manType !== ManType.host && <Button onClick={() => setDialog('leave')}>请假</Button>}
        {waits && (
          <Button loading={withdraw.isPending} onClick={() => withdraw.mutate({ mtgNo })}>
            撤回申请
          </Button>
        )}
        {mine && attendFlag === '1' && signFlag === '1' && <Button onClick={() => setDialog('scan')}>签到</Button>}
      </span>
      {dialog === 'leave' && (
        <EditModal title="请假" call={mtg.applyleave} send={{ mtgNo }} okText="提交" width={440} onClose={close}>
          <Field name="rsn" autoFocus />
        </EditModal>
      )}
      {dialog === 'apply' && (
        <EditModal title="申请参会" call={mtg.apply} send={{ mtgNo }} okText="提交" width={440} onClose={close}>
          <Field name="rsn" autoFocus />
        </EditModal>
      )}
      <Suspense>
        {dialog === 'reply' && <ReplyDrawer meeting={meeting} onClose={close} />}
        {dialog === 'read' && mine && <ReplyModal title="我的回执" reply={mine} columns={billClmns} onClose={close} />}
        {dialog === 'scan' && <ScanModal onClose={close} />}
      </Suspense>
    </section>
  )
}

/** Draws a change since the reader last knew of the meeting, until they confirm it. */
function News({ meeting: { mtgNo, stt }, at }: { meeting: Meeting; at: string }) {
  const seen = useSend(mtg.setseen)
  return (
    <p className="meeting-news" role="status">
      <span>{stt === MeetingState.cancelled ? '会议已取消' : `时间或地点在 ${formatTime(at).slice(5)} 有变动`}</span>
      <Button loading={seen.isPending} onClick={() => seen.mutate({ mtgNo })}>
        知道了
      </Button>
    </p>
  )
}

const Signed = ({ signTm, stt }: NonNullable<Meeting['mine']>['signs'][number]) =>
  stt === SignState.none ? null : (
    <span>
      {signTm && `${formatTime(signTm).slice(5)} `}
      <StatusTag type="SIGN_STT" value={stt} />
    </span>
  )
