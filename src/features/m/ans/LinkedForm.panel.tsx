import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type * as z from 'zod'
import { AskedAnswer } from '#domain/collections/AskedAnswer.tsx'
import type { AskedForm, SentFile } from '#domain/collections/collections.contract.ts'
import type { FormSources } from '#domain/forms/sources.web.ts'
import type { FormValues } from '#contract/form/column.ts'
import type { mVisit } from '#features/m/visit/visit.contract.ts'
import { askAsStranger, CallRefusal, unreached } from '#web/stranger/ask.ts'
import { Card, Message } from '#web/stranger/Card.tsx'

export type Asked = z.output<typeof AskedForm>

type Props = {
  open: () => Promise<Asked>
  /** Keeps what is written so far; absent where nothing is kept. */
  keep?: ((vals: FormValues) => Promise<unknown>) | undefined
  send: (vals: FormValues, kept: string[]) => Promise<unknown>
  upload: (file: File, clmnNo: string) => Promise<z.output<typeof SentFile>>
  /** Draws what is offered once it was sent. */
  after?: ReactNode
}

/** Draws a form that somebody without an account fills in, by a link: opens it, keeps, sends, and tells what went wrong. */
export function LinkedForm({ open, keep, send, upload, after }: Props) {
  const [form, setForm] = useState<Asked>()
  const [problem, setProblem] = useState<Error>()
  const read = () =>
    open().then((opened) => {
      setForm(opened)
      setProblem(undefined)
    }, setProblem)
  // Reads once when the page opens; what belongs to another link is another page.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => void read(), [])
  const retry = () => {
    setProblem(undefined)
    void read()
  }
  const sources = useLinkSources(upload, form?.choices)
  if (!form && problem)
    return (
      <Message title={problem.message}>
        {isDead(problem) ? null : (
          <button type="button" className="m-button" onClick={retry}>
            重试
          </button>
        )}
      </Message>
    )
  if (!form) return <Card title="填写表单">{null}</Card>
  const { title, stuName, entName, sndName } = form
  return (
    <Card title={stuName ? `${stuName}：${title}` : title} about={[entName, sndName].filter(Boolean).join(' · ')}>
      {problem && (
        <p className="m-problem" role="alert">
          {problem.message}
          <button type="button" className="m-button" onClick={retry}>
            重试
          </button>
        </p>
      )}
      <AskedAnswer
        key={form.sentTm}
        form={form}
        sources={sources}
        narrow
        onKeep={keep}
        onSend={async (vals, kept) => {
          await send(vals, kept)
          await read()
        }}
        refusalOf={(error) =>
          error instanceof CallRefusal
            ? { message: error.message, fields: error.fields, isLost: error.code === unreached }
            : { message: error.message, fields: [] }
        }
        button={({ label, busy, onPress }) => (
          <button type={onPress ? 'button' : 'submit'} className="m-button" disabled={busy} onClick={onPress}>
            {busy ? '正在提交……' : label}
          </button>
        )}
      />
      {form.sentTm && after}
    </Card>
  )
}

// Tells that a link opens nothing any more, where another try would meet the same.
const isDead = (error: Error) => error instanceof CallRefusal && error.code === notFound
const notFound = 10_002

/** Returns the sources of a form for somebody without an account: its own choices and areas, files for it, but nobody to look up. */
function useLinkSources(upload: Props['upload'], choices: Asked['choices'] = []): FormSources {
  return useMemo(
    () => ({
      choices: async (typeCode) => choices.find((one) => one.typeCode === typeCode)?.items ?? [],
      find: async () => [],
      finding: 'exact',
      areas: ([prvnName, cityName, dstrName]) =>
        askAsStranger<typeof mVisit.getareas>('GET', '/m/visit/getareas', { prvnName, cityName, dstrName }),
      send: upload,
    }),
    [upload, choices],
  )
}
