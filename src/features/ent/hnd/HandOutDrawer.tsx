import { Button, Form } from 'antd'
import { FormInput } from '#features/ent/bill/forms.picker.tsx'
import { ScopeInput } from '#features/ent/msg/scope.picker.tsx'
import { useSend } from '#web/api/api.ts'
import type { In, Out } from '#web/api/send.ts'
import { toast } from '#web/feedback/toast.ts'
import { Field } from '#web/form/Field.tsx'
import { LaterInput } from '#web/form/inputs/LaterInput.tsx'
import { TextInput } from '#web/form/inputs/TextInput.tsx'
import { useRecord } from '#web/form/useRecord.tsx'
import { WritingDrawer } from '#web/form/WritingDrawer.tsx'
import { formatCount } from '#web/page/format.ts'
import { AskedLine, useAskedPreview } from './AskedLine.tsx'
import { BacksInput } from './BacksInput.tsx'
import { hnd } from './hnd.contract.ts'

type Draft = Pick<
  Out<typeof hnd.get>,
  'hndNo' | 'ver' | 'title' | 'des' | 'tmplNo' | 'dueTm' | 'lateFlag' | 'editFlag' | 'joinFlag' | 'gapFlag' | 'backs' | 'scope'
>
type Values = In<typeof hnd.handout>

type Props = {
  /** Holds a draft that is written on. */
  draft?: Draft
  onClose: () => void
  onSent?: (hndNo: string) => void
}

const empty = {
  title: '',
  des: '',
  lateFlag: '0' as const,
  editFlag: '1' as const,
  joinFlag: '0' as const,
  gapFlag: '0' as const,
  backs: [],
  scope: [],
}

const draftOf = ({ hndNo: _, ver: __, scope, ...draft }: Draft) => ({
  ...draft,
  scope: scope.map(({ kind, no, outFlag }) => ({ kind, no, outFlag })),
})

/** Hands a published form out: which one, to whom, until when; tells before it is sent whom it asks. */
export default function HandOutDrawer({ draft, onClose, onSent }: Props) {
  const initial = draft ? draftOf(draft) : empty
  const key = draft ? { hndNo: draft.hndNo, ver: draft.ver } : {}
  const record = useRecord({
    call: hnd.handout,
    record: undefined,
    initial,
    send: key,
    said: '',
    onDone: ({ hndNo, toCnt }) => {
      toast.success(`已发给 ${formatCount(toCnt)} 人填写`)
      onClose()
      onSent?.(hndNo)
    },
    onNothing: onClose,
  })
  const { form, draft: kept } = record
  const keep = useSend(hnd.save)
  const values = Form.useWatch([], form) as Partial<Values> | undefined
  const parts = values?.scope ?? initial.scope
  const preview = useAskedPreview(parts, values?.tmplNo, values?.gapFlag)
  const saveDraft = () =>
    keep.mutate({ ...key, ...initial, ...values, ...form.getFieldsValue(true) }, { onSuccess: () => (kept.drop(), onClose()) })
  const count = preview.data ? preview.data.empCnt + preview.data.stuCnt : 0
  return (
    <WritingDrawer
      title="发起收集"
      contract={hnd.handout.input}
      record={record}
      initial={initial}
      onClose={onClose}
      acts={
        <>
          <Button onClick={saveDraft} loading={keep.isPending} disabled={!values?.tmplNo || !values.title}>
            存草稿
          </Button>
          <Button type="primary" loading={record.busy} onClick={() => form.submit()}>
            {count > 0 ? `发给 ${formatCount(count)} 人填写` : '发起'}
          </Button>
        </>
      }
    >
      <Field name="tmplNo" isNeeded>
        <FormInput first={collecting} onName={(name) => !form.getFieldValue('title') && form.setFieldValue('title', name)} />
      </Field>
      <Field name="scope" isNeeded>
        <ScopeInput named={preview.data?.scope ?? []} />
      </Field>
      <AskedLine parts={parts.length} preview={preview} />
      {preview.data && preview.data.targets.length > 0 && (
        <>
          <Field name="backs">
            <BacksInput targets={preview.data.targets} knowns={preview.data.knowns} />
          </Field>
          <Field name="gapFlag" />
        </>
      )}
      <Field name="title" placeholder="如：秋季学期家庭情况登记" />
      <Field name="des">
        <TextInput lines={4} maxLength={2000} placeholder="写给填表的人：为什么收集、用在哪里" />
      </Field>
      <div className="form-grid">
        <Field name="dueTm">
          <LaterInput endOfDay placeholder="不限" />
        </Field>
        <Field name="lateFlag" />
        <Field name="editFlag" />
        <Field name="joinFlag" />
      </div>
    </WritingDrawer>
  )
}

// Names the type of forms that are made for collecting.
const collecting = '06'
