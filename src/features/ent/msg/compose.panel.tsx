import { Button, Form, Select } from 'antd'
import type * as z from 'zod'
import { type ChosenPart, MessageClass, MessageState } from '#domain/messages/messages.contract.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import { MessageBody } from '#domain/messages/MessageBody.tsx'
import type { Out } from '#web/api/send.ts'
import { useSend } from '#web/api/api.ts'
import { toast } from '#web/feedback/toast.ts'
import { Field } from '#web/form/Field.tsx'
import { LaterInput } from '#web/form/inputs/LaterInput.tsx'
import { MarkedInput } from '#web/form/inputs/MarkedInput.tsx'
import { useRecord } from '#web/form/useRecord.tsx'
import { WritingDrawer } from '#web/form/WritingDrawer.tsx'
import { formatCount } from '#web/page/format.ts'
import TemplatesMenu, { type TemplateText } from '#features/ent/msgtmpl/templates.panel.tsx'
import { msg } from './msg.contract.ts'
import './msg.css'
import { ReachLine, usePreview } from './ReachLine.tsx'
import { ScopeInput } from './scope.picker.tsx'

type Draft = Pick<
  Out<typeof msg.get>,
  'msgNo' | 'ver' | 'title' | 'body' | 'msgCls' | 'need' | 'choices' | 'dueTm' | 'sendTm' | 'scope'
>

type Props = {
  /** Proposes whom it is written to. */
  scope?: readonly ChosenPart[]
  title?: string
  /** Holds a draft that is written on. */
  draft?: Draft
  onClose: () => void
  onSent?: (msgNo: string) => void
}

const startOf = ({ scope = [], title = '' }: Pick<Props, 'scope' | 'title'>) => ({
  title,
  body: '',
  msgCls: MessageClass.info,
  need: MessageNeed.none,
  choices: [],
  scope: [...scope],
})

const draftOf = ({ msgNo: _, ver: __, scope, ...draft }: Draft) => ({
  ...draft,
  scope: scope.map(({ kind, no, outFlag }) => ({ kind, no, outFlag })),
})

/** Writes a message: to whom, what, and what is asked of them; tells before it is sent whom it reaches. */
export default function ComposeDrawer({ scope, title, draft, onClose, onSent }: Props) {
  const initial = draft ? draftOf(draft) : startOf({ ...(scope && { scope }), ...(title && { title }) })
  const key = draft ? { msgNo: draft.msgNo, ver: draft.ver } : {}
  const record = useRecord({
    call: msg.send,
    record: undefined,
    initial,
    send: key,
    about: { scope: scope?.map(({ kind, no }) => `${kind} ${no}`).join(' ') ?? '' },
    said: '',
    onDone: ({ msgNo, stt }) => {
      toast.success(`${stt === MessageState.sent ? '已' : '到时间'}发给 ${formatCount(count)} 人`)
      onSent?.(msgNo)
      onClose()
    },
    onNothing: onClose,
  })
  const { form, draft: kept } = record
  const keep = useSend(msg.save)
  const values = Form.useWatch([], form) as Values | undefined
  const parts = values?.scope ?? initial.scope
  const preview = usePreview(parts, values?.title, values?.msgCls)
  const saveDraft = () =>
    keep.mutate({ ...key, ...initial, ...values, ...form.getFieldsValue(true) }, { onSuccess: () => (kept.drop(), onClose()) })
  const count = peopleIn(preview.data)
  return (
    <WritingDrawer
      title="发通知"
      contract={msg.send.input}
      record={record}
      initial={initial}
      onClose={onClose}
      acts={
        <>
          <TemplatesMenu
            written={() => textOf({ ...initial, ...form.getFieldsValue(true) })}
            onTake={(text) => form.setFieldsValue(text)}
          />
          <Button onClick={saveDraft} loading={keep.isPending}>
            存草稿
          </Button>
          <Button type="primary" loading={record.busy} onClick={() => form.submit()}>
            {`${values?.sendTm ? '定时' : ''}发送${count > 0 ? `给 ${formatCount(count)} 人` : ''}`}
          </Button>
        </>
      }
    >
      <Field name="scope" isNeeded>
        <ScopeInput named={preview.data?.scope ?? []} />
      </Field>
      <ReachLine parts={parts.length} preview={preview} />
      <WrittenFields values={values} isAddressed={parts.length > 0} />
    </WritingDrawer>
  )
}

const peopleIn = (reach: { empCnt: number; ptrCnt: number } | undefined) => (reach ? reach.empCnt + reach.ptrCnt : 0)

const textOf = ({ title, body, msgCls, need, choices }: TemplateText): TemplateText => ({ title, body, msgCls, need, choices })

type Values = z.input<(typeof msg.send)['input']>

/** Draws what is written and asked for, and below it how it will look. */
function WrittenFields({ values, isAddressed }: { values: Values | undefined; isAddressed: boolean }) {
  const need = values?.need ?? MessageNeed.none
  return (
    <>
      <Field name="title" autoFocus={isAddressed} placeholder="如：周五放学提前到 15:30" />
      <Field name="body">
        <MarkedInput
          lines={8}
          maxLength={20_000}
          placeholder="请输入内容。空一行分段，行首写“- ”成为列表，**两边加星号**成为粗体。"
        />
      </Field>
      <div className="form-grid">
        <Field name="msgCls" />
        <Field name="sendTm">
          <LaterInput placeholder="立即发送" />
        </Field>
      </div>
      <Field name="need" />
      {need === MessageNeed.choice && (
        <Field name="choices" isNeeded>
          <Select
            mode="tags"
            open={false}
            suffix={null}
            placeholder="输入一个选项后按回车，如：参加、不参加"
            tokenSeparators={['，', ',', '、']}
            maxCount={8}
          />
        </Field>
      )}
      {need !== MessageNeed.none && (
        <Field name="dueTm">
          <LaterInput placeholder="不限" endOfDay />
        </Field>
      )}
      {values?.body && (
        <section className="message-preview" aria-label="预览">
          <h2 className="section-title">预览</h2>
          <h3>{values.title}</h3>
          <MessageBody text={values.body} />
        </section>
      )}
    </>
  )
}
