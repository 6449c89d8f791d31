import { Button, Checkbox, Radio } from 'antd'
import { focusFirstFault } from '#web/focus/focusFirstFault.ts'
import { type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Attachment, FileState, unsentWords } from '#contract/attachment.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { useSend } from '#web/api/api.ts'
import { TextInput } from '#web/form/inputs/TextInput.tsx'
import { CallError } from '#web/api/send.ts'
import { useUnsaved } from '#web/page/unsaved.ts'
import type { ShownActivity } from '../activities.tsx'
import { WorkFiles } from './WorkFiles.tsx'
import type { OwnEnrolment } from '../enrol/EnrolmentSteps.tsx'

type Props = { activity: ShownActivity; enrolments: readonly OwnEnrolment[]; onSent: (own: OwnEnrolment) => void }

/** Draws the form of a work: its author, its files, title and note, and the consent to show it. */
export function HandInForm({ activity, enrolments, onSent }: Props) {
  const [params] = useSearchParams()
  const [regNo, setReg] = useState(params.get('reg'))
  const [isChoosing, choose] = useState(!enrolments.some((one) => one.regNo === regNo))
  const own = enrolments.find((one) => one.regNo === regNo) ?? (enrolments[0] as OwnEnrolment)
  const [files, setFiles] = useState<Attachment[]>([])
  const [title, setTitle] = useState<string>()
  const [note, setNote] = useState('')
  const [isAgreed, agree] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const create = useSend(wrk.create, { quiet: true, said: () => '作品已提交' })
  useUnsaved(files.length > 0 && !create.isSuccess)
  const named = title ?? `${own.name}的作品`
  const send = () => {
    const wrong = wrongOf(files, named, isAgreed)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return focusFirstFault()
    const given = { regNo: own.regNo, title: named, note: note || null, fileNos: files.map(({ fileNo }) => fileNo) }
    // Reports success from here, since the form is gone after the last work.
    create.mutateAsync({ ...given, agreeFlag: '1' }).then(
      () => onSent(own),
      (error: Error) => {
        setErrors(errorsOf(error))
        focusFirstFault()
      },
    )
  }
  return (
    <form
      className="act-panel hand-in"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {enrolments.length > 1 && !isChoosing && (
        <p className="hand-in-of">
          {own.name}的作品
          <Button type="link" onClick={() => choose(true)}>
            换一个人
          </Button>
        </p>
      )}
      {enrolments.length > 1 && isChoosing && (
        <Part label="谁的作品">
          {(id) => (
            <Radio.Group id={id} value={own.regNo} onChange={({ target }) => setReg(target.value as string)}>
              {enrolments.map((one) => (
                <Radio key={one.regNo} value={one.regNo}>
                  {one.name}
                  {one.wrkCnt > 0 && <span className="grey">（已交 {one.wrkCnt} 件）</span>}
                </Radio>
              ))}
            </Radio.Group>
          )}
        </Part>
      )}
      <Part label="图片或视频" error={errors['fileNos']}>
        {() => <WorkFiles types={activity.wrkTypes} value={files} onChange={setFiles} />}
      </Part>
      <Part label="作品名称" error={errors['title']}>
        {(id) => <TextInput id={id} value={named} onChange={setTitle} maxLength={40} />}
      </Part>
      <Part label="说明（可以不写）" error={errors['note']}>
        {(id) => <TextInput id={id} value={note} onChange={setNote} maxLength={500} lines={3} />}
      </Part>
      <Part error={errors['agreeFlag']}>
        {() => (
          <Checkbox checked={isAgreed} onChange={({ target }) => agree(target.checked)}>
            作者或家长同意在活动里展示这个作品
          </Checkbox>
        )}
      </Part>
      {errors['form'] && (
        <p className="bad-line" role="alert">
          {errors['form']}
        </p>
      )}
      <div className="portal-bar">
        <Button type="primary" size="large" htmlType="submit" loading={create.isPending}>
          提交
        </Button>
        <span className="grey">
          {own.name}已交 {own.wrkCnt} 件，最多 {activity.wrkMax} 件
        </span>
      </div>
    </form>
  )
}

type PartProps = { label?: string; error?: string | undefined; children: (id: string) => ReactNode }

function Part({ label, error, children }: PartProps) {
  const id = useId()
  return (
    <div className={error ? 'hand-in-part with-fault' : 'hand-in-part'}>
      {label && <label htmlFor={id}>{label}</label>}
      {children(id)}
      {error && (
        <span className="bad-text" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

function wrongOf(files: readonly Attachment[], title: string, isAgreed: boolean): Record<string, string> {
  return {
    ...(files.length === 0 && { fileNos: '先选图片或视频' }),
    ...(files.some(({ success }) => success < FileState.sent) && { fileNos: unsentWords(files) }),
    ...(!title.trim() && { title: '作品名称不能为空' }),
    ...(!isAgreed && { agreeFlag: '要先勾选同意展示' }),
  }
}

const errorsOf = (error: Error): Record<string, string> => {
  const fields = error instanceof CallError ? error.fields : []
  return fields.length > 0
    ? Object.fromEntries(fields.map(({ field, message }) => [field.split('.')[0], message]))
    : { form: error.message }
}
