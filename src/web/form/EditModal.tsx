import type { FormInstance } from 'antd'
import { AppForm } from './AppForm.tsx'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { AppModal } from '#web/feedback/AppModal.tsx'
import type { Words } from './ConflictDialog.tsx'
import { FormContract } from './Field.tsx'
import type { Values } from './merge.ts'
import { useFormClosing } from './useFormClosing.tsx'
import { useRecord } from './useRecord.tsx'

export type EditModalProps<C extends Call> = {
  title: string
  call: C
  /** Holds the record as it was read, with its `ver`; undefined creates. */
  record?: Values | undefined
  /** Holds the initial values of a new record. */
  initial?: Values | undefined
  /** Holds what every request carries: the record's number. */
  send: Partial<z.input<C['input']>>
  okText: string
  onClose: () => void
  /** Receives the answer of the call. */
  onDone?: (result: z.output<C['output']>) => void
  /** Holds the text of the undo notice. */
  said?: string | undefined
  width?: number
  /** Names values when two people changed the same field: names in place of numbers. */
  words?: Words
  /** Receives every change, to fill in dependent fields. */
  onFill?: (changed: Values, form: FormInstance<Values>) => void
  /** Draws the fields. */
  children: ReactNode
}

/** Creates or edits one record in a modal; before changes are given up it asks. */
export function EditModal<C extends Call>(props: EditModalProps<C>) {
  const { title, call, record, initial, send, okText, onClose, onDone, said, width = 560, words, onFill, children } = props
  const { form, setBase, submit, draft, busy, conflicts, dialog } = useRecord({
    call,
    record,
    initial,
    send,
    said,
    words,
    onDone: (result) => {
      onClose()
      onDone?.(result)
    },
    onNothing: onClose,
  })

  const closing = useFormClosing(draft, onClose)
  const reset = () => {
    setBase(record)
    form.resetFields()
  }

  return (
    <>
      <AppModal
        open={!conflicts}
        className="touch"
        title={title}
        width={width}
        okText={okText}
        cancelText="取消"
        confirmLoading={busy}
        onOk={() => form.submit()}
        onCancel={closing.close}
      >
        <FormContract value={call.input}>
          <AppForm
            form={form}
            layout="vertical"
            initialValues={record ?? initial ?? {}}
            onValuesChange={(changed) => onFill?.(changed as Values, form)}
            onFinish={(values) => submit({ ...form.getFieldsValue(true), ...values })}
            autoComplete="off"
          >
            {draft.line(reset)}
            {children}
            {/* Saves on Enter in a field. */}
            <button type="submit" className="unseen" tabIndex={-1} aria-hidden>
              {okText}
            </button>
          </AppForm>
        </FormContract>
      </AppModal>
      {closing.dialog}
      {dialog}
    </>
  )
}
