import { Form, type FormInstance } from 'antd'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { AppModal } from '../AppModal.tsx'
import type { Words } from './ConflictDialog.tsx'
import { FormContract } from './Field.tsx'
import { changedFields, type Values } from './merge.ts'
import { useRecord } from './useRecord.tsx'

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

/** Creates or edits one record in a modal; before changes are given up it asks. */
export function EditModal<C extends Call>(props: Props<C>) {
  const { title, call, record, initial, send, okText, onClose, onDone, said, width = 560, words, onFill, children } = props
  const [leaving, setLeaving] = useState(false)
  const { form, base, submit, busy, conflicts, dialog } = useRecord({
    call,
    record,
    send,
    said,
    words,
    onDone: (result) => {
      onClose()
      onDone?.(result)
    },
    onNothing: onClose,
  })

  // Compared by value: what the form calls touched is forgotten while the tab is hidden.
  const close = () => {
    const changes = changedFields(call.input, form.getFieldsValue(true), base ?? initial)
    if (Object.keys(changes).length > 0) setLeaving(true)
    else onClose()
  }

  return (
    <>
      <AppModal
        open={!conflicts}
        title={title}
        width={width}
        okText={okText}
        cancelText="取消"
        confirmLoading={busy}
        onOk={() => form.submit()}
        onCancel={close}
      >
        <FormContract value={call.input}>
          <Form
            form={form}
            layout="vertical"
            initialValues={record ?? initial ?? {}}
            onValuesChange={(changed) => onFill?.(changed as Values, form)}
            onFinish={(values) => submit({ ...form.getFieldsValue(true), ...values })}
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
      {dialog}
    </>
  )
}
