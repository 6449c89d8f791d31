import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { useState } from 'react'
import type { Column, FormValues } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { FillDrawer } from '#domain/forms/drawer/FillDrawer.tsx'
import { emptyValues } from '#domain/forms/FormFill.tsx'
import { useKeptDraft } from '#domain/forms/drafts/useKeptDraft.web.ts'
import { usePaging } from '#domain/forms/pages/usePaging.web.ts'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { useFormSources } from '#domain/forms/useFormSources.tsx'
import { query, useSend } from '#web/api/api.ts'
import { type Out, refusalOf, send } from '#web/api/send.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { DraftLine } from '#web/form/DraftLine.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { pickedNos } from './deeds.web.ts'
import { prc } from './prc.contract.ts'
import './prc.css'

type Props = { onClose: () => void; onStarted: (prcNo: string) => void }

/** Hands something in: first which form, then what stands in it. */
export default function StartDrawer({ onClose, onStarted }: Props) {
  const narrow = useNarrow()
  const [flowNo, setFlowNo] = useState<string>()
  if (flowNo) return <Started flowNo={flowNo} onClose={onClose} onStarted={onStarted} />
  return (
    <AppDrawer open className="touch" title="发起申请" size={narrow ? '100%' : 640} onClose={onClose}>
      <Offers onChoose={setFlowNo} />
    </AppDrawer>
  )
}

function Offers({ onChoose }: { onChoose: (flowNo: string) => void }) {
  const { data, error, refetch } = useQuery(query(prc.getforms, {}))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  if (data.length === 0)
    return <EmptyState hint="还没有可以发起的申请。管理员在“审批流程”里为一张表单设好流程并发布，这里就会出现。" />
  return (
    <ul className="start-forms">
      {data.map(({ flowNo, flowName, des, typeName }) => (
        <li key={flowNo}>
          <button type="button" onClick={() => onChoose(flowNo)}>
            {flowName}
            <small className="grey">{des ?? typeName}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Started({ flowNo, onClose, onStarted }: Props & { flowNo: string }) {
  const narrow = useNarrow()
  // Reads anew whenever it is opened: what was kept since is newer than what was read.
  const { data, error, refetch } = useQuery({ ...query(prc.getform, { flowNo }), gcTime: 0, refetchOnWindowFocus: false })
  const start = useSend(prc.start, { quiet: true })
  if (!data)
    return (
      <AppDrawer open title="发起申请" size={narrow ? '100%' : 640} onClose={onClose}>
        {error ? <ReadFailed message={error.message} onRetry={() => void refetch()} /> : <Spin delay={200} />}
      </AppDrawer>
    )
  return (
    <HandInDrawer
      title={data.flowName}
      des={data.des}
      columns={data.billClmns}
      isSingle={data.singleFlag === '1'}
      picks={data.picks}
      vals={data.draft?.vals ?? {}}
      draftTm={data.draft?.updTm}
      onKeep={(vals) => send(prc.save, { flowNo, vals })}
      onClose={onClose}
      onSend={async (given) => onStarted((await start.mutateAsync({ flowNo, ...given })).result.prcNo)}
    />
  )
}

type Picks = Out<typeof prc.getform>['picks']

type HandInProps = {
  title: string
  des?: string | null
  columns: readonly Column[]
  /** Tells that on phones each field is a page of its own. */
  isSingle?: boolean
  picks: Picks
  vals: FormValues
  /** Tells when what is there was written as a draft. */
  draftTm?: string | undefined
  /** Keeps what is written so far; absent where nothing is kept. */
  onKeep?: (vals: FormValues) => Promise<unknown>
  onClose: () => void
  onSend: (given: { vals: FormValues; chosen: Record<string, string[]> }) => Promise<unknown>
}

// Numbers who is chosen for a step beyond the fields of the form.
const pickNo = (at: number) => `c98${String(at).padStart(2, '0')}`
const pickColumn = ({ stepName }: Picks[number], at: number) =>
  newColumn(pickNo(at), `${stepName}由谁审批`, { kitNo: 'emp', len: 5, mustFlag: '1', wdt: 2 })

/** Asks for what stands in the form, and for those who decide where the starter chooses them. */
export function HandInDrawer({
  title,
  des,
  columns,
  isSingle = false,
  picks,
  vals,
  draftTm,
  onKeep,
  onClose,
  onSend,
}: HandInProps) {
  const sources = useFormSources()
  const [busy, setBusy] = useState(false)
  const all = [...columns, ...picks.map(pickColumn)]
  const filled = useFilled(() => ({ ...emptyValues(columns), ...vals }))
  const { values, latest, change, errors, setErrors, refuse, isTouched } = filled
  const paging = usePaging({ columns: all, values, errors, setErrors, sources, isSingle })
  const { ask, dialog } = useLeaving()
  const [isAnew, setAnew] = useState(false)
  const ownOf = (all: FormValues) =>
    Object.fromEntries(Object.entries(all).filter(([clmnNo]) => columns.some((one) => one.clmnNo === clmnNo)))
  const kept = useKeptDraft(values, !!onKeep && isTouched && !busy, onKeep && ((written) => onKeep(ownOf(written))))
  const giveUp = () => {
    setAnew(true)
    change(emptyValues(columns))
    void onKeep?.({})
  }
  const close = () => (isTouched && !onKeep ? ask(onClose) : onClose())
  const submit = async () => {
    if (stopAtWrongDay()) return
    setErrors({})
    const given = latest()
    const chosenNos = picks.map(({ stepNo }, at) => [stepNo, pickedNos(given[pickNo(at)])] as const)
    const missing = chosenNos.findIndex(([, nos]) => nos.length === 0)
    if (missing >= 0)
      return refuse({ message: '', fields: [{ field: pickNo(missing), message: `请选择“${picks[missing]?.stepName}”的审批人` }] })
    setBusy(true)
    try {
      await kept.settled()
      await onSend({ vals: ownOf(given), chosen: Object.fromEntries(chosenNos) })
    } catch (error) {
      refuse(refusalOf(error as Error))
      setBusy(false)
    }
  }
  return (
    <>
      <FillDrawer
        title={title}
        columns={all}
        filled={filled}
        paging={paging}
        sources={sources}
        isBusy={busy}
        onSubmit={() => void submit()}
        onClose={close}
        intro={des && <p className="grey">{des}</p>}
        above={draftTm && !isAnew && <DraftLine at={draftTm} isOld={false} onGiveUp={giveUp} />}
        below={
          <p className="grey" aria-live="polite">
            {kept.said}
          </p>
        }
      />
      {dialog}
    </>
  )
}
