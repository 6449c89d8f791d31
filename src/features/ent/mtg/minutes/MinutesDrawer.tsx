import { Button } from 'antd'
import type { Out } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { AppForm } from '#web/form/AppForm.tsx'
import { Field, FormContract } from '#web/form/Field.tsx'
import { useFormClosing } from '#web/form/useFormClosing.tsx'
import { useRecord } from '#web/form/useRecord.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { DecisionsInput } from './DecisionsInput.tsx'
import { meetingMinutes } from './mtg.minutes.contract.ts'
import { SectionsInput } from './SectionsInput.tsx'

type Minutes = Out<typeof meetingMinutes.getminutes>
type Props = { mtgNo: string; mtgName: string; minutes: Minutes; onClose: () => void }

/** Returns what stands in the minutes now: the draft, else what was sent. */
export const writtenOf = ({ draft, sent, decisions }: Minutes) => ({
  sections: draft?.sections ?? sent ?? [],
  decisions: (draft?.decisions ?? decisions).map(({ decNo, what, empNo, dueDt }) => ({ decNo, what, empNo, dueDt })),
})

/** Writes the minutes of a meeting; nobody else sees them until they are sent. */
export default function MinutesDrawer({ mtgNo, mtgName, minutes, onClose }: Props) {
  const narrow = useNarrow()
  const written = writtenOf(minutes)
  const record = { ...written, ver: minutes.ver }
  const isNew = minutes.ver === 0
  const proposed = minutes.titles.length > 0 ? minutes.titles : ['']
  const start = isNew ? { ...record, sections: proposed.map((title) => ({ title, body: null })) } : record
  const { form, submit, draft, busy, conflicts, dialog, setBase } = useRecord({
    call: meetingMinutes.saveminutes,
    record,
    send: { mtgNo },
    onDone: onClose,
    onNothing: onClose,
  })
  const closing = useFormClosing(draft, onClose)
  const known = (minutes.draft?.decisions ?? minutes.decisions).flatMap(({ empNo, empName }) =>
    empName ? [{ empNo, empName }] : [],
  )
  const people = [...new Map([...known, ...minutes.people].map((one) => [one.empNo, one])).values()]
  return (
    <>
      <AppDrawer
        open={!conflicts}
        className="touch"
        size={narrow ? '100%' : 720}
        title={`“${mtgName}”的纪要`}
        onClose={closing.close}
        acts={
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            保存草稿
          </Button>
        }
      >
        <FormContract value={meetingMinutes.saveminutes.input}>
          <AppForm
            form={form}
            layout="vertical"
            initialValues={start}
            onFinish={(values) => submit({ ...form.getFieldsValue(true), ...values })}
            autoComplete="off"
          >
            {draft.line(() => {
              setBase(record)
              form.resetFields()
            })}
            <Field name="sections" isCheckedLater>
              <SectionsInput />
            </Field>
            <Field name="decisions" isCheckedLater>
              <DecisionsInput people={people} />
            </Field>
          </AppForm>
        </FormContract>
      </AppDrawer>
      {closing.dialog}
      {dialog}
    </>
  )
}
