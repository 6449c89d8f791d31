import { Button } from 'antd'
import { ApplyType, ManState, ManType, MeetingState, SignState } from '#domain/meetings/meetings.contract.ts'
import { useSend } from '#web/api/api.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { type Show, useDialogs } from '#web/feedback/useDialogs.tsx'
import { FieldsModal } from '#web/form/FieldsModal.tsx'
import { formatTime } from '#web/page/format.ts'
import type { MeetingInfo } from '../MeetingFacts.tsx'
import { mtg } from '../mtg.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const ReplyDrawer = lazyWindow(() => import('./ReplyDrawer.tsx'))
const ReplyModal = lazyWindow(() => import('./ReplyModal.tsx'))
const ScanModal = lazyWindow(() => import('../attendance/ScanModal.tsx'))

/** Draws the reader's own part in a meeting: to answer, to ask for leave or to join, to sign in. */
export function MyPart({ meeting }: { meeting: MeetingInfo }) {
  const { mine, stt, applFlag } = meeting
  const isOpen = stt === MeetingState.published || stt === MeetingState.underWay
  if (!isOpen) return mine?.chgTm ? <News meeting={meeting} at={mine.chgTm} /> : null
  if (!mine && applFlag === '0') return null
  return (
    <section className="my-part" aria-label="我的参会">
      {mine?.chgTm && <News meeting={meeting} at={mine.chgTm} />}
      <span>我的参会</span>
      {mine ? <StatusTag type="MTG_MAN_STT" value={mine.stt} /> : <span className="grey">可以申请参会</span>}
      {mine?.answer && <span className="grey">答复：{mine.answer}</span>}
      {mine?.signs.map((sign) => (
        <Signed key={sign.rdx} {...sign} />
      ))}
      {mine ? <OwnActs meeting={meeting} mine={mine} /> : <Joining mtgNo={meeting.mtgNo} />}
    </section>
  )
}

type Mine = NonNullable<MeetingInfo['mine']>

const isOneOf = (stt: string, ...states: string[]) => states.includes(stt)

/** Draws the actions of somebody who is asked, or asks to be. */
function OwnActs({ meeting, mine }: { meeting: MeetingInfo; mine: Mine }) {
  const { mtgNo, attendFlag, billClmns, signFlag } = meeting
  const { show, dialogs } = useDialogs()
  const reply = useSend(mtg.reply)
  const withdraw = useSend(mtg.withdraw)
  const isHost = mine.manType === ManType.host
  const isAsked = isOneOf(mine.stt, ManState.asked, ManState.confirmed, ManState.agreed)
  const isRefused = (applType: string) => mine.stt === ManState.refused && mine.applType === applType
  const fillIn = () => show((close) => <ReplyDrawer meeting={meeting} onClose={close} />)
  const read = () => show((close) => <ReplyModal title="我的回执" reply={mine} columns={billClmns} onClose={close} />)
  const leave = () =>
    show((close) => (
      <FieldsModal
        title="请假"
        call={mtg.applyleave}
        send={{ mtgNo }}
        okText="提交"
        width={440}
        onClose={close}
        fields={['rsn']}
      />
    ))
  // Opens the form, or answers at once without one.
  const answer = () => (billClmns.length > 0 ? fillIn() : reply.mutate({ mtgNo }))
  return (
    <>
      <span className="row-actions">
        {isAsked && !isHost && (
          <Button type={mine.stt === ManState.asked ? 'primary' : 'default'} loading={reply.isPending} onClick={answer}>
            {mine.stt === ManState.asked ? '确认参会' : '改回执'}
          </Button>
        )}
        {mine.vals && billClmns.length > 0 && <Button onClick={read}>看回执</Button>}
        {isRefused(ApplyType.join) && <JoinButton mtgNo={mtgNo} show={show} />}
        {(isAsked || isRefused(ApplyType.leave)) && !isHost && <Button onClick={leave}>请假</Button>}
        {isOneOf(mine.stt, ManState.applying, ManState.leave) && (
          <Button loading={withdraw.isPending} onClick={() => withdraw.mutate({ mtgNo })}>
            撤回申请
          </Button>
        )}
        {attendFlag === '1' && signFlag === '1' && (
          <Button onClick={() => show((close) => <ScanModal onClose={close} />)}>签到</Button>
        )}
      </span>
      {dialogs}
    </>
  )
}

/** Draws the actions of somebody who is not asked. */
function Joining({ mtgNo }: { mtgNo: string }) {
  const { show, dialogs } = useDialogs()
  return (
    <>
      <span className="row-actions">
        <JoinButton mtgNo={mtgNo} show={show} />
      </span>
      {dialogs}
    </>
  )
}

function JoinButton({ mtgNo, show }: { mtgNo: string; show: Show }) {
  const join = () =>
    show((close) => (
      <FieldsModal
        title="申请参会"
        call={mtg.apply}
        send={{ mtgNo }}
        okText="提交"
        width={440}
        onClose={close}
        fields={['rsn']}
      />
    ))
  return <Button onClick={join}>申请参会</Button>
}

/** Draws a change since the reader last knew of the meeting, until they confirm it. */
function News({ meeting: { mtgNo, stt }, at }: { meeting: MeetingInfo; at: string }) {
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

const Signed = ({ signTm, stt }: Mine['signs'][number]) =>
  stt === SignState.none ? null : (
    <span>
      {signTm && `${formatTime(signTm).slice(5)} `}
      <StatusTag type="SIGN_STT" value={stt} />
    </span>
  )
