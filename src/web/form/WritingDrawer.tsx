import type { ReactNode } from 'react'
import type * as z from 'zod'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { AppForm } from './AppForm.tsx'
import { FormContract } from './Field.tsx'
import type { Values } from './merge.ts'
import { useFormClosing } from './useFormClosing.tsx'
import type { useRecord } from './useRecord.tsx'

type Props = {
  title: string
  contract: z.ZodObject
  record: ReturnType<typeof useRecord>
  initial: Values
  /** Draws the buttons of the foot; the last one submits the form. */
  acts: ReactNode
  children: ReactNode
  onClose: () => void
}

/** Draws a drawer in which something new is written before it is sent, with what was kept of it. */
export function WritingDrawer({ title, contract, record, initial, acts, children, onClose }: Props) {
  const { form, submit, draft, dialog } = record
  const narrow = useNarrow()
  const closing = useFormClosing(draft, onClose)
  return (
    <>
      <AppDrawer open className="touch" size={narrow ? '100%' : 720} title={title} onClose={closing.close} acts={acts}>
        <FormContract value={contract}>
          <AppForm
            form={form}
            layout="vertical"
            initialValues={initial}
            onFinish={(given) => submit({ ...form.getFieldsValue(true), ...given })}
            autoComplete="off"
          >
            {draft.line(() => form.resetFields())}
            {children}
          </AppForm>
        </FormContract>
      </AppDrawer>
      {closing.dialog}
      {dialog}
    </>
  )
}
