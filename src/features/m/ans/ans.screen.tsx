import { useEffect, useMemo, useState } from 'react'
import type * as z from 'zod'
import { AskedAnswer } from '#domain/collections/AskedAnswer.tsx'
import type { AskedForm } from '#domain/collections/collections.contract.ts'
import type { FormSources } from '#domain/forms/sources.web.ts'
import type { mVisit } from '#features/m/visit/visit.contract.ts'
import { askAsStranger, CallRefusal, readHashKey, unreached } from '#web/stranger/ask.ts'
import { Card, Message } from '#web/stranger/Card.tsx'
import type { mAns } from './ans.contract.ts'

type Asked = z.output<typeof AskedForm>

/** Draws a form that a guardian fills in for a child, by the link of its notice. */
export default function AskedPage() {
  const [token] = useState(readHashKey('t'))
  const [form, setForm] = useState<Asked>()
  const [problem, setProblem] = useState<Error>()
  const [times, setTimes] = useState(0)
  useEffect(() => {
    askAsStranger<typeof mAns.open>('POST', '/m/ans/open', { token }).then((opened) => {
      setForm(opened)
      setProblem(undefined)
    }, setProblem)
  }, [token, times])
  const retry = () => {
    setProblem(undefined)
    setTimes(times + 1)
  }
  const sources = useAskedSources(token, form?.choices)
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
    <Card title={stuName ? `${stuName}：${title}` : title} about={`${entName} · ${sndName}`}>
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
        onKeep={(vals) => askAsStranger<typeof mAns.save>('POST', '/m/ans/save', { token, vals })}
        onSend={async (vals, kept) => {
          await askAsStranger<typeof mAns.send>('POST', '/m/ans/send', { token, vals, kept })
          setTimes(times + 1)
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
    </Card>
  )
}

// Tells that a link opens nothing any more, where another try would meet the same.
const isDead = (error: Error) => error instanceof CallRefusal && error.code === notFound
const notFound = 10_002

/** Returns the sources of a form for somebody without an account: its own choices and areas, files for it, but nobody to look up. */
function useAskedSources(token: string, choices: Asked['choices'] = []): FormSources {
  return useMemo(
    () => ({
      choices: async (typeCode) => choices.find((one) => one.typeCode === typeCode)?.items ?? [],
      find: async () => [],
      finding: 'exact',
      areas: ([prvnName, cityName, dstrName]) =>
        askAsStranger<typeof mVisit.getareas>('GET', '/m/visit/getareas', { prvnName, cityName, dstrName }),
      send: (file, clmnNo) => askAsStranger<typeof mAns.upload>('POST', '/m/ans/upload', { token, clmnNo, file }, { file }),
    }),
    [token, choices],
  )
}
