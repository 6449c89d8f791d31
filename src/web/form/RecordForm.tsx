import { Button, Form } from 'antd'
import { AppForm } from './AppForm.tsx'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { useMay } from '#web/api/me.tsx'
import './modules.css'
import { FormContract } from './Field.tsx'
import { ShowEmpty } from '#web/page/ShowEmpty.tsx'
import { RecordShown } from './FieldShown.tsx'
import { changedFields, type Values } from './merge.ts'
import { useRecord } from './useRecord.tsx'

type Props<C extends Call> = {
  call: C
  /** Holds the record with a version; null where nothing is stored yet. */
  record: Values & { ver: number | null }
  send: Partial<z.input<C['input']>>
  said?: string
  /** Receives the values after every change. */
  onChange?: (values: Values) => void
  /** Is called after saving. */
  onSaved?: () => void
  /** Draws the fields. */
  children: ReactNode
}

/** Draws a record that is changed where it is shown, or only read without the right to change it. */
export function RecordForm<C extends Call>({ call, record, send, said, onChange, onSaved, children }: Props<C>) {
  const editable = useMay()(call)
  const [isWhole, setWhole] = useState(false)
  const { form, base, setBase, submit, draft, busy, dialog } = useRecord({
    call,
    record,
    send,
    ...(said !== undefined && { said }),
    onDone: (_, ver) => {
      setBase({ ...form.getFieldsValue(true), ver })
      onSaved?.()
    },
    onNothing: () => reset(record),
  })
  const values: Values = { ...base, ...Form.useWatch([], form) }
  const dirty = Object.keys(changedFields(call.input, values, base)).length > 0
  const reset = (to: Values | undefined) => {
    setBase(to)
    form.resetFields()
    form.setFieldsValue(to ?? {})
  }
  // Replaces unedited fields with newly read values.
  const follow = useEffectEvent(() => {
    if (!dirty) reset(record)
  })
  useEffect(() => follow(), [record])
  const tell = useEffectEvent(() => onChange?.(values))
  const shown = JSON.stringify(values)
  useEffect(() => tell(), [shown])
  return (
    <FormContract value={call.input}>
      <AppForm
        form={form}
        // Names the fields apart from those of a dialog over it.
        name="record"
        layout="vertical"
        className={editable ? 'record-form' : 'record-form read'}
        initialValues={record}
        disabled={!editable}
        onFinish={(given) => submit({ ...form.getFieldsValue(true), ...given })}
        autoComplete="off"
      >
        {draft.line(() => reset(record))}
        {editable ? children : <RecordShown value={{ values: record, isWhole }}>{children}</RecordShown>}
        {!editable && <ShowEmpty isWhole={isWhole} onChange={setWhole} />}
        {editable && (
          <div className="row-actions">
            <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty}>
              保存
            </Button>
            {dirty && (
              <Button
                onClick={() => {
                  draft.drop()
                  reset(record)
                }}
              >
                还原
              </Button>
            )}
          </div>
        )}
      </AppForm>
      {dialog}
    </FormContract>
  )
}
