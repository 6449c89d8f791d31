import { Button } from 'antd'
import type { Out } from '#web/api/send.ts'
import { Field } from '#web/form/Field.tsx'
import { useRecord } from '#web/form/useRecord.tsx'
import { WritingDrawer } from '#web/form/WritingDrawer.tsx'
import { DecisionsInput } from './DecisionsInput.tsx'
import { meetingMinutes, writtenMinutes } from './mtg.minutes.contract.ts'
import { SectionsInput } from './SectionsInput.tsx'

type Minutes = Out<typeof meetingMinutes.getminutes>
type Props = { mtgNo: string; mtgName: string; minutes: Minutes; onClose: () => void }

/** Writes the minutes of a meeting; nobody else sees them until they are sent. */
export default function MinutesDrawer({ mtgNo, mtgName, minutes, onClose }: Props) {
  const record = { ...writtenMinutes(minutes), ver: minutes.ver }
  const isNew = minutes.ver === 0
  const proposed = minutes.titles.length > 0 ? minutes.titles : ['']
  const start = isNew ? { ...record, sections: proposed.map((title) => ({ title, body: null })) } : record
  const writing = useRecord({
    call: meetingMinutes.saveminutes,
    record,
    send: { mtgNo },
    onDone: onClose,
    onNothing: onClose,
  })
  const known = (minutes.draft?.decisions ?? minutes.decisions).flatMap(({ empNo, empName }) =>
    empName ? [{ empNo, empName }] : [],
  )
  const people = [...new Map([...known, ...minutes.people].map((one) => [one.empNo, one])).values()]
  return (
    <WritingDrawer
      title={`“${mtgName}”的纪要`}
      contract={meetingMinutes.saveminutes.input}
      record={writing}
      initial={start}
      base={record}
      onClose={onClose}
      acts={
        <Button type="primary" loading={writing.busy} onClick={() => writing.form.submit()}>
          保存草稿
        </Button>
      }
    >
      <Field name="sections" isCheckedLater>
        <SectionsInput />
      </Field>
      <Field name="decisions" isCheckedLater>
        <DecisionsInput people={people} />
      </Field>
    </WritingDrawer>
  )
}
