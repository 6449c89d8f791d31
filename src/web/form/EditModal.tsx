import { Form, type FormInstance } from 'antd'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { codes } from '#contract/codes.ts'
import { AppModal } from '../AppModal.tsx'
import { useSend } from '../api.ts'
import type { CallError } from '../send.ts'
import { toast } from '../toast.ts'
import { ConflictDialog, type Words } from './ConflictDialog.tsx'
import { changedFields, type Conflict, merge, type Values } from './merge.ts'
import { FormContract } from './Field.tsx'

type Props<C extends Call> = {
  title: string
  call: C
  /** The record as it was read, with its `ver`; undefined creates. */
  record?: Values | undefined
  /** What a new record starts with. */
  initial?: Values | undefined
  /** What every sending carries: the record's number. */
  send: Partial<z.input<C['input']>>
  okText: string
  onClose: () => void
  /** Told what the call answered. */
  onDone?: (result: z.output<C['output']>) => void
  /** What the undo notice says was done. */
  said?: string | undefined
  width?: number
  /** What values are called when two people changed the same field: names in place of numbers. */
  words?: Words
  /** Told of every change, to fill in what follows from it. */
  onFill?: (changed: Values, form: FormInstance<Values>) => void
  /** The fields. */
  children: ReactNode
}

/**
 * Creates or edits one record in a modal. Only changed fields are sent; where somebody else changed the record meanwhile,
 * what does not overlap is merged and named, and what does is shown to choose from (screens, 3.7).
 */
export function EditModal<C extends Call>(props: Props<C>) {
  const { title, call, record, initial, send, okText, onClose, onDone, said, width = 560, words, onFill, children } = props
  const [form] = Form.useForm<Values>()
  const [base, setBase] = useState(record)
  const [conflict, setConflict] = useState<Conflict>()
  const [leaving, setLeaving] = useState(false)
  const sending = useSend(call, { quiet: true, ...(said && { said: () => said }) })

  async function submit(values: Values, against: Values | undefined) {
    const changes = changedFields(call.input, values, against)
    if (against && Object.keys(changes).length === 0) return onClose()
    const input = { ...send, ...changes, ...(against && { ver: against.ver }) }
    try {
      const { result } = await sending.mutateAsync(input as z.input<C['input']>)
      onClose()
      onDone?.(result)
    } catch (error) {
      await refused(error as CallError, values, against)
    }
  }

  async function refused(error: CallError, values: Values, against: Values | undefined) {
    if (error.code === codes.conflict[0] && against) {
      const theirs = error.result as Values
      const met = merge(call.input, against, theirs, values)
      setBase(theirs)
      form.setFieldsValue(met.merged)
      if (met.overlaps.length > 0) return setConflict({ ...met, theirs })
      if (met.theirFields.length > 0) toast.warning(`已合并他人对${met.theirFields.join('、')}的修改`)
      return submit(met.merged, theirs)
    }
    const own = error.fields.filter(({ field }) => field in call.input.shape)
    if (own.length > 0) form.setFields(own.map(({ field, message }) => ({ name: field, errors: [message] })))
    else toast.error(error.message)
  }

  // Compared by value: what the form calls touched is forgotten while the tab is hidden.
  const close = () => {
    const changes = changedFields(call.input, form.getFieldsValue(true), base ?? initial)
    if (Object.keys(changes).length > 0) setLeaving(true)
    else onClose()
  }

  return (
    <>
      <AppModal
        open={!conflict}
        title={title}
        width={width}
        okText={okText}
        cancelText="取消"
        confirmLoading={sending.isPending}
        onOk={() => form.submit()}
        onCancel={close}
      >
        <FormContract value={call.input}>
          <Form
            form={form}
            layout="vertical"
            initialValues={record ?? initial ?? {}}
            onValuesChange={(changed) => onFill?.(changed as Values, form)}
            onFinish={(values) => submit({ ...form.getFieldsValue(true), ...values }, base)}
            autoComplete="off"
          >
            {children}
            {/* Enter in a field saves. */}
            <button type="submit" className="unseen" tabIndex={-1} aria-hidden>
              {okText}
            </button>
          </Form>
        </FormContract>
      </AppModal>
      <AppModal
        open={leaving}
        title="放弃未保存的修改？"
        width={440}
        okText="放弃"
        okButtonProps={{ danger: true }}
        cancelText="继续编辑"
        onOk={onClose}
        onCancel={() => setLeaving(false)}
      />
      {conflict && (
        <ConflictDialog
          contract={call.input}
          conflict={conflict}
          words={words}
          onDiscard={onClose}
          onMerge={(merged) => {
            setConflict(undefined)
            form.setFieldsValue(merged)
            void submit(merged, conflict.theirs)
          }}
        />
      )}
    </>
  )
}
