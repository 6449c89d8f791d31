import { type ReactNode, useState } from 'react'
import type * as z from 'zod'
import type { Column, FormValues } from '#contract/form/column.ts'
import type { FormChoices } from '#contract/form/formChoices.ts'
import { useKeptDraft } from '#domain/forms/drafts/useKeptDraft.web.ts'
import { emptyValues, FormFill } from '#domain/forms/FormFill.tsx'
import { usePaging } from '#domain/forms/pages/usePaging.web.ts'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { formatTime } from '#web/page/format.ts'
import { CallRefusal, unreached } from '#web/stranger/ask.ts'
import { useApplySources } from './useApplySources.web.ts'

type Props = {
  columns: readonly Column[]
  /** Tells that on phones each field is a page of its own. */
  isSingle?: boolean
  choices: z.output<typeof FormChoices>
  vals: FormValues
  /** Tells when what is there was written as a draft. */
  draftTm?: string | undefined
  des?: string | null
  label: string
  /** Keeps what is written so far; absent where nothing is kept. */
  onKeep?: (vals: FormValues) => Promise<unknown>
  onSend: (vals: FormValues) => Promise<unknown>
  children: ReactNode
}

/** Draws what a guardian fills in, with the complaints beside the fields. */
export function FilledForm({ columns, isSingle = false, choices, vals, draftTm, des, label, onKeep, onSend, children }: Props) {
  const sources = useApplySources(choices)
  const [begun, setBegun] = useState(vals)
  const { values, latest, change, errors, setErrors, refuse, isTouched } = useFilled(() => ({ ...emptyValues(columns), ...vals }))
  const paging = usePaging({ columns, values, errors, setErrors, sources, isSingle })
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const kept = useKeptDraft(values, !!onKeep && isTouched && !busy, onKeep)
  const send = async () => {
    if (stopAtWrongDay()) return
    setBusy(true)
    setProblem('')
    setErrors({})
    try {
      await kept.settled()
      await onSend(latest())
    } catch (error) {
      const fields = error instanceof CallRefusal ? error.fields : []
      const isLost = error instanceof CallRefusal && error.code === unreached
      refuse({ message: (error as Error).message, fields })
      setProblem(`${(error as Error).message}${isLost ? '。填的内容还在，没有丢。' : ''}`)
      setBusy(false)
    }
  }
  const giveUp = () => {
    setBegun({})
    change(emptyValues(columns))
    void onKeep?.({})
  }
  return (
    <form
      className="apply-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void (paging.isLast ? send() : paging.next())
      }}
    >
      {des && <p className="apply-des">{des}</p>}
      {draftTm && begun === vals && (
        <p className="apply-kept" role="status">
          接着 {formatTime(draftTm).slice(5)} 没写完的内容。
          <button type="button" onClick={giveUp}>
            重新填写
          </button>
        </p>
      )}
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      <FormFill columns={columns} values={values} onChange={change} errors={errors} sources={sources} narrow paging={paging} />
      <p className="apply-kept" aria-live="polite">
        {kept.said}
      </p>
      {paging.isLast && (
        <button type="submit" className="m-button" disabled={busy}>
          {busy ? '正在提交……' : label}
        </button>
      )}
      {children}
    </form>
  )
}
