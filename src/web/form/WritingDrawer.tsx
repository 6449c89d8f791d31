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
  /** Holds the values that the form begins with. */
  initial: Values
  /** Holds the record as it was read; undefined where something new is written. */
  base?: Values | undefined
  /** Draws the buttons of the foot; the last one submits the form. */
  acts: ReactNode
  children: ReactNode
  onClose: () => void
}

/** Draws a drawer in which something is written before it is sent, with what was kept of it; before it is given up it asks. */
export function WritingDrawer({ title, contract, record, initial, base, acts, children, onClose }: Props) {
  const { form, submit, draft, conflicts, dialog, setBase } = record
  const narrow = useNarrow()
  const closing = useFormClosing(draft, onClose)
  return (
    <>
      <AppDrawer
        open={!conflicts}
        className="touch"
        size={narrow ? '100%' : 720}
        title={title}
        onClose={closing.close}
        acts={acts}
      >
        <FormContract value={contract}>
          <AppForm
            form={form}
            layout="vertical"
            initialValues={initial}
            onFinish={(given) => submit({ ...form.getFieldsValue(true), ...given })}
            autoComplete="off"
          >
            {draft.line(() => {
              setBase(base)
              form.resetFields()
            })}
            {children}
          </AppForm>
        </FormContract>
      </AppDrawer>
      {closing.dialog}
      {dialog}
    </>
  )
}
