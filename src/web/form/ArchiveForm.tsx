import { Button, Spin } from 'antd'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod'
import type { Call } from '#contract/call.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { useMay } from '#web/api/me.tsx'
import { PrintView } from '#web/print/PrintView.tsx'
import type { Values } from './merge.ts'
import { RecordForm } from './RecordForm.tsx'

type Props<C extends Call> = {
  /** The title that it is printed with; without one it is not printed. */
  title?: string
  call: C
  /** Holds the stored values, with a version of null where there are none. */
  reading: { data: (Values & { ver: number | null }) | undefined; error: Error | null; refetch: () => unknown }
  send: Partial<z.input<C['input']>>
  /** What the undo notice says was done. */
  said?: string
  /** Says that nothing is filled in yet, before the form is there. */
  asksFirst?: boolean
  /** Stands above the printed form. */
  notices?: ReactNode
  onSaved?: (() => void) | undefined
  children: ReactNode
}

/** Draws the archive of an enterprise: the form, or that nothing is filled in yet. */
export function ArchiveForm<C extends Call>(props: Props<C>) {
  const { title, call, reading, send, said = `${title}已修改`, asksFirst, notices, onSaved, children } = props
  const { data, error, refetch } = reading
  const mayEdit = useMay()(call)
  const [filling, setFilling] = useState(false)
  if (error && !data) return <ReadFailed message={error.message} onRetry={refetch} />
  if (!data) return <Spin delay={200} />
  if (asksFirst && data.ver === null && !filling)
    return (
      <EmptyState hint="档案未填写">
        {mayEdit && (
          <Button type="primary" onClick={() => setFilling(true)}>
            填写档案
          </Button>
        )}
      </EmptyState>
    )
  const form = (
    <RecordForm call={call} record={data} send={send} said={said} {...(onSaved && { onSaved })}>
      {children}
    </RecordForm>
  )
  if (!title) return form
  return (
    <PrintView title={title}>
      {notices}
      {form}
    </PrintView>
  )
}
