import { useEffect, useState } from 'react'
import { plannedTimes } from '#domain/visits/visits.contract.ts'
import { focusFirstFault, stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { emptyValues, errorsOf, FormFill } from '#domain/forms/FormFill.tsx'
import { usePaging } from '#domain/forms/pages/usePaging.web.ts'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { askAsStranger, CallRefusal } from '#web/stranger/ask.ts'
import { Card, Message } from '#web/stranger/Card.tsx'
import { newOnce } from '#web/stranger/once.ts'
import type * as z from 'zod'
import { useStrangerSources } from './strangerSources.tsx'
import type { Gate, mVisit } from './visit.contract.ts'

type Shown = z.output<typeof Gate>

/** Draws the form of the gate whose code was scanned. */
export function Registration({ code, onDone }: { code: string; onDone: (key: string) => void }) {
  const [gate, setGate] = useState<Shown>()
  const [problem, setProblem] = useState<CallRefusal>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    askAsStranger<typeof mVisit.get>('GET', '/m/visit/get', { code }).then(setGate, setProblem)
  }, [code, tries])
  if (gate) return <Form code={code} gate={gate} onDone={onDone} />
  if (!problem) return <Card title="访客登记">{null}</Card>
  const again = () => {
    setProblem(undefined)
    setTries(tries + 1)
  }
  // Offers no retry after a refusal: only the network may be better a moment later.
  if (problem.code > 0) return <Message title={problem.message} />
  return (
    <Card title="访客登记" about={problem.message}>
      <button type="button" className="m-button" onClick={again}>
        重试
      </button>
    </Card>
  )
}

function Form({ code, gate, onDone }: { code: string; gate: Shown; onDone: (key: string) => void }) {
  const { billClmns: columns } = gate
  const { values, latest, change, errors, setErrors } = useFilled(() => ({ ...emptyValues(columns), ...plannedTimes(columns) }))
  const [problem, setProblem] = useState('')
  // Identifies the visit, so that one sent twice is stored once.
  const [once] = useState(newOnce)
  const [busy, setBusy] = useState(false)
  const sources = useStrangerSources(code, gate.choices)
  // Waits for a name that was typed last: leaving its field looks it up.
  const settled = async () => {
    await sources.settled()
    return latest()
  }
  const paging = usePaging({ columns, values, errors, setErrors, sources, isSingle: gate.singleFlag === '1', settled })

  const refuse = (error: unknown) => {
    const { fields, message } = error instanceof CallRefusal ? error : { fields: [], message: String(error) }
    setErrors(errorsOf(fields))
    setProblem(fields.length > 1 ? `有 ${fields.length} 处要改，见下面的红字` : message)
    if (fields.length > 0) focusFirstFault()
    else window.scrollTo({ top: 0 })
  }
  // Keeps what was typed whatever happens, also when the network fails.
  const send = async () => {
    if (stopAtWrongDay()) return
    setBusy(true)
    setProblem('')
    const vals = await settled()
    await askAsStranger<typeof mVisit.create>('POST', '/m/visit/create', { code, once, vals }).then(
      ({ key }) => onDone(key),
      refuse,
    )
    setBusy(false)
  }
  return (
    <Card title={gate.entName} about={`访客登记 · ${gate.codeName}`}>
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void (paging.isLast ? send() : paging.next())
        }}
      >
        <FormFill columns={columns} values={values} onChange={change} errors={errors} sources={sources} narrow paging={paging} />
        <p className="m-keep">
          填写的信息只用于这次来访{gate.auditFlag === '1' && '，会给被访人看'}；来访结束 {gate.keepDays} 天后自动删除。
        </p>
        {paging.isLast && (
          <button type="submit" className="m-button" disabled={busy}>
            {busy ? '正在提交……' : '提交'}
          </button>
        )}
      </form>
    </Card>
  )
}
