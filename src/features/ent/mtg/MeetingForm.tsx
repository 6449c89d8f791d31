import { useQuery } from '@tanstack/react-query'
import { Button, Form, Select, Spin } from 'antd'
import { FileState } from '#contract/attachment.ts'
import { MeetingState } from '#domain/meetings/meetings.contract.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { query } from '#web/api/api.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { AttachmentInput } from '#web/form/attachment/AttachmentInput.tsx'
import { Field } from '#web/form/Field.tsx'
import { FieldGroup } from '#web/form/FieldGroup.tsx'
import { FlagLine } from '#web/form/FlagLine.tsx'
import { useRecord } from '#web/form/useRecord.tsx'
import { WritingDrawer } from '#web/form/WritingDrawer.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay, useMe } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { AgendaInput } from './agenda/AgendaInput.tsx'
import type { Asking } from './Clashes.tsx'
import { HostInput } from './people/HostInput.tsx'
import { mtg } from './mtg.contract.ts'
import { type MeetingSession } from './mtg.parts.contract.ts'
import { PeopleInput } from './people/PeopleInput.tsx'
import { nextHour, SessionsInput } from './SessionsInput.tsx'

type Meeting = Out<typeof mtg.getmtginfo>
type Props = {
  /** Names the meeting that is changed, or copied; none for a new one. */
  mtgNo?: string
  copied?: boolean
  onClose: () => void
  onSaved: (mtgNo: string) => void
}

/** Drafts a meeting or changes one, whose facts are read first. */
export default function MeetingForm({ mtgNo, ...props }: Props) {
  const { data, error, refetch } = useQuery({ ...query(mtg.getmtginfo, { mtgNo: mtgNo ?? '' }), enabled: mtgNo !== undefined })
  if (mtgNo === undefined) return <MeetingDrawer {...props} />
  if (data) return <MeetingDrawer {...props} meeting={data} />
  return (
    <AppDrawer open title="会议" size={378} onClose={props.onClose}>
      {error ? <ReadFailed message={error.message} onRetry={() => void refetch()} /> : <Spin delay={200} />}
    </AppDrawer>
  )
}

/** Draws three groups: facts, sessions, people (docs/spec/meetings.md#states). */
function MeetingDrawer({ meeting, copied, onClose, onSaved }: Omit<Props, 'mtgNo'> & { meeting?: Meeting }) {
  const me = useMe()
  const isNew = !meeting || copied
  const isSettled = !isNew && meeting.stt !== MeetingState.draft
  const record = isNew ? undefined : recordOf(meeting)
  const initial = meeting ? copyOf(meeting) : startOf(me.idntVal)
  const writing = useRecord({
    call: mtg.creatorupdatemtg,
    record,
    initial,
    send: isNew ? (meeting ? { fromNo: meeting.mtgNo } : {}) : { mtgNo: meeting.mtgNo },
    said: isNew ? '会议已起草' : '会议已修改',
    onDone: ({ mtgNo, leftCnt }) => {
      if (leftCnt > 0) toast.warning(`${formatCount(leftCnt)} 名已停用、已删除或看不到的员工没有带过来`)
      onSaved(mtgNo)
    },
    onNothing: onClose,
  })
  return (
    <WritingDrawer
      title={isNew ? '起草会议' : `修改“${meeting.mtgName}”`}
      contract={mtg.creatorupdatemtg.input}
      record={writing}
      initial={record ?? initial}
      base={record}
      onClose={onClose}
      acts={
        <Button type="primary" loading={writing.busy} onClick={() => writing.form.submit()}>
          {isNew ? '起草' : '保存'}
        </Button>
      }
    >
      {!isSettled && <Facts hostName={meeting?.hostName ?? (isNew ? me.nickName : null)} />}
      <Sessions {...(isNew ? { mtgNo: undefined, fromNo: meeting?.mtgNo } : { mtgNo: meeting.mtgNo, fromNo: undefined })} />
      {isNew ? <People copied={meeting?.mtgName} /> : <p className="grey">参会人员在会议页的“参会人员”里添加和移除。</p>}
      <Field name="agenda" isCheckedLater>
        <AgendaInput />
      </Field>
      <Field name="cntnt" />
      <Field name="atchs">
        <AttachmentInput most={20} />
      </Field>
    </WritingDrawer>
  )
}

/** Draws the fields about the meeting: fixed once people were asked. */
function Facts({ hostName }: { hostName: string | null }) {
  const may = useMay()
  const { data: forms = [] } = useQuery({ ...query(bill.getlist, { typeNo: '03' }), enabled: may(bill.getlist) })
  return (
    <>
      <FieldGroup title="基本">
        <Field name="mtgName" isNeeded autoFocus />
        <Field name="mtgType" />
        <Field name="hostEmpNo">
          <HostInput name={hostName} />
        </Field>
        {forms.length > 0 && (
          <Field name="tmplNo">
            <Select
              allowClear
              placeholder="不用表单"
              options={forms.map(({ tmplNo, tmplName }) => ({ value: tmplNo, label: tmplName }))}
            />
          </Field>
        )}
      </FieldGroup>
      <div className="meeting-flags">
        <FlagLine name="signFlag">扫码签到</FlagLine>
        <FlagLine name="outFlag">离开时也要扫码签退</FlagLine>
        <FlagLine name="applFlag">本单位其他人可以申请参会</FlagLine>
      </div>
    </>
  )
}

/** Draws who is asked to a new meeting; `copied` is the name of the one that it copies. */
const People = ({ copied }: { copied: string | undefined }) => (
  <>
    {copied !== undefined && <p className="grey">会带上“{copied}”的参会人员，这里可以再加。</p>}
    <Field name="mans">
      <PeopleInput />
    </Field>
  </>
)

/** Draws the sessions, with their clashes among rooms and people. */
function Sessions(of: Pick<Asking, 'mtgNo' | 'fromNo'>) {
  const form = Form.useFormInstance()
  const mans = Form.useWatch('mans', form) as { empNo?: string | null }[] | undefined
  const host = Form.useWatch('hostEmpNo', form) as string | undefined
  const empNos = [...new Set([...(mans ?? []).flatMap(({ empNo }) => empNo ?? []), ...(host ? [host] : [])])]
  return (
    <Field name="schds">
      <SessionsInput {...of} empNos={empNos} guestCnt={(mans ?? []).filter(({ empNo }) => !empNo).length} />
    </Field>
  )
}

const startOf = (hostEmpNo: string) => ({
  hostEmpNo,
  signFlag: '1',
  outFlag: '0',
  applFlag: '0',
  schds: [nextHour()],
  mans: [],
  agenda: [],
})

const planned = ({ rdx, schdName, roomNo, place, sDt, eDt, signSDt, signEDt }: Meeting['schds'][number]): MeetingSession => ({
  rdx,
  schdName,
  roomNo,
  place,
  sDt,
  eDt,
  signSDt,
  signEDt,
})

function recordOf(meeting: Meeting) {
  const { mtgName, mtgType, hostEmpNo, cntnt, signFlag, outFlag, applFlag, tmplNo, agenda, ver } = meeting
  const atchs = meeting.atchs.map(({ fileNo, name, size }) => ({ fileNo, name, size, success: FileState.sent }))
  const schds = meeting.schds.map(planned)
  return { mtgName, mtgType, hostEmpNo, cntnt, signFlag, outFlag, applFlag, tmplNo, agenda, ver, atchs, schds }
}

/** Returns a copy with the same people and rooms, but without times, which the next meeting has of its own. */
function copyOf(meeting: Meeting) {
  const { ver: _, atchs: __, schds, ...facts } = recordOf(meeting)
  const sessions = schds.map(({ rdx, schdName, roomNo, place }) => ({ ...nextHour(rdx), schdName, roomNo, place }))
  return { ...facts, schds: sessions, mans: [] }
}
