import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod'
import { deadKey, visitSpan, VisitState } from '#domain/visits/visits.contract.ts'
import { askAsStranger, readHashKey } from '#web/stranger/ask.ts'
import { Card, Message } from '#web/stranger/Card.tsx'
import { Facts } from '#web/stranger/Facts.tsx'
import type { AskedVisit, mHost } from './host.contract.ts'
import './host.css'

type Shown = z.output<typeof AskedVisit>

const said: Record<string, string> = {
  [VisitState.agreed]: '已同意，访客会看到入校码',
  [VisitState.refused]: '已拒绝，访客会看到原因',
  [VisitState.inside]: '访客已入校',
  [VisitState.left]: '访客已离校',
  [VisitState.expired]: '预约的时间已经过去',
  [VisitState.cancelled]: '来访已取消',
}

/** Draws the question to the host whether a visitor may come: two taps. */
export default function HostPage() {
  const [token] = useState(readHashKey('t'))
  const [visit, setVisit] = useState<Shown>()
  const [problem, setProblem] = useState(token ? '' : deadKey)
  const [why, setWhy] = useState<string>()
  const [busy, setBusy] = useState(false)

  const read = useCallback(
    () =>
      askAsStranger<typeof mHost.get>('GET', '/m/host/get', { token }).then(setVisit, (error: Error) =>
        setProblem(error.message),
      ),
    [token],
  )
  useEffect(() => {
    if (token) void read()
  }, [token, read])

  const answer = async (pass: '0' | '1') => {
    setBusy(true)
    setProblem('')
    await askAsStranger<typeof mHost.answer>('POST', '/m/host/answer', { token, pass, why }).then(read, (error: Error) => {
      setProblem(error.message)
      return read()
    })
    setBusy(false)
  }

  if (!visit) return problem ? <Message title={problem} /> : <Card title="来访确认">{null}</Card>
  const { asked } = visit
  if (!asked)
    return (
      <Message title={said[visit.stt] ?? ''}>
        {visit.entName} · 来访确认{problem && `。${problem}`}
      </Message>
    )
  return (
    <Card title={`${asked.vstName}来访`} about={`${visit.entName} · ${asked.toEmpName}`}>
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      <Facts
        facts={{
          访客: asked.vstName + (asked.mateCnt > 0 ? `，同行 ${asked.mateCnt} 人` : ''),
          单位: asked.workUnit,
          事由: asked.rsn,
          时间: visitSpan(asked.planSDt, asked.planEDt),
        }}
      />
      {why === undefined ? (
        <div className="host-acts">
          <button type="button" className="m-button plain" disabled={busy} onClick={() => setWhy('')}>
            拒绝
          </button>
          <button type="button" className="m-button" disabled={busy} onClick={() => void answer('1')}>
            同意
          </button>
        </div>
      ) : (
        <form
          className="host-why"
          onSubmit={(event) => {
            event.preventDefault()
            void answer('0')
          }}
        >
          <label>
            拒绝的原因，访客会看到
            <textarea
              className="m-input"
              ref={(field) => field?.focus()}
              rows={3}
              maxLength={200}
              value={why}
              onChange={({ target }) => setWhy(target.value)}
            />
          </label>
          <div className="host-acts">
            <button type="button" className="m-button plain" onClick={() => setWhy(undefined)}>
              返回
            </button>
            <button type="submit" className="m-button" disabled={busy || why.trim() === ''}>
              拒绝来访
            </button>
          </div>
        </form>
      )}
    </Card>
  )
}
