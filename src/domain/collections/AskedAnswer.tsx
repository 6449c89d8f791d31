import { type ReactNode, Suspense, useMemo, useState } from 'react'
import type * as z from 'zod'
import type { FormValues } from '#contract/form/column.ts'
import { emptyValues, FormFill } from '#domain/forms/FormFill.tsx'
import { usePaging } from '#domain/forms/pages/usePaging.web.ts'
import type { FormSources } from '#domain/forms/sources.web.ts'
import { useKeptDraft } from '#domain/forms/drafts/useKeptDraft.web.ts'
import { useFilled } from '#domain/forms/useFilled.web.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'
import { stopAtWrongDay } from '#web/focus/focusFirstFault.ts'
import { formatTime } from '#web/page/format.ts'
import './askedAnswer.css'
import { Anonymity, type AskedForm } from './collections.contract.ts'
import { originsIn } from './origins.web.ts'

// Loads how an answer is read when there is one, for most who come have not answered yet.
const FormRead = lazyPiece(async () => ({ default: (await import('#domain/forms/FormRead.tsx')).FormRead }))

type Asked = z.output<typeof AskedForm>
/** Describes a refusal; `isLost`: the server was not reached, so that sending it again may help. */
type Refusal = { message: string; fields: { field: string; message: string }[]; isLost?: boolean }

type Props = {
  form: Asked
  sources: FormSources
  narrow?: boolean
  /** Keeps what is written so far; absent where nothing is kept. */
  onKeep?: ((vals: FormValues) => Promise<unknown>) | undefined
  /** Sends it; what it throws is told beside the fields. */
  onSend: (vals: FormValues, kept: string[]) => Promise<unknown>
  refusalOf: (error: Error) => Refusal
  /** Draws the button that sends, or that begins to change. */
  button: (props: { label: string; busy: boolean; onPress?: () => void }) => ReactNode
}

/** Draws a form for whoever is asked to fill it in, or what was answered. The same on a guardian's phone and in the office. */
export function AskedAnswer(props: Props) {
  const { form, button, onSend } = props
  const sources = useLinkedSources(props.sources, form.files)
  const [isChanging, setChanging] = useState(false)
  const { des, billClmns, vals, sentTm, shutWhy, otherFlag, backWhy, score, anon, aprStt } = form
  const send = async (values: FormValues, kept: string[]) => {
    await onSend(values, kept)
    setChanging(false)
  }
  const mayChange = !shutWhy && otherFlag === '0'
  return (
    <div className="asked-answer">
      {des && <p className="asked-des">{des}</p>}
      {anonWords[anon] && <p className="asked-due">{anonWords[anon]}</p>}
      {shutWhy && <p className="asked-state">{shutWhy}</p>}
      {backWhy && !shutWhy && (
        <p className="asked-problem" role="status">
          已退回，请改好后重新提交：{backWhy}
        </p>
      )}
      {sentTm && !shutWhy && !isChanging && (
        <p className="asked-state" role="status">
          {formatTime(sentTm)} 已提交，{aprStt ? '等待审批，审批前还可以修改。' : '还可以修改。'}
        </p>
      )}
      {shutWhy || (sentTm && !isChanging) ? (
        sentTm &&
        vals && (
          <Suspense>
            <FormRead
              columns={billClmns}
              values={vals}
              choices={sources.choices}
              score={score}
              linkOf={otherFlag === '0' ? sources.linkOf : undefined}
            />
          </Suspense>
        )
      ) : (
        <Filling {...props} sources={sources} onSend={send} />
      )}
      {sentTm && mayChange && !isChanging && button({ label: '修改', busy: false, onPress: () => setChanging(true) })}
    </div>
  )
}

// Tells before anything is written what is seen of whoever writes it.
const anonWords: Record<Asked['anon'], string> = {
  [Anonymity.none]: '',
  [Anonymity.hidden]: '匿名填写：看答卷的人只看到内容，看不到是谁填的；谁已经填写、谁没填，发起人看得到。',
  [Anonymity.full]: '完全匿名：系统不记录答卷是谁填的，所以不存草稿，提交后也不能再看和修改。满 5 份才一起公布。',
}

/** Lets the files that were sent before be opened. */
export function useLinkedSources(sources: FormSources, files: Asked['files']): FormSources {
  return useMemo(() => ({ ...sources, linkOf: (fileNo) => files.find((one) => one.fileNo === fileNo)?.url }), [sources, files])
}

function Filling({ form, sources, narrow = false, onKeep, onSend, refusalOf, button }: Props) {
  const { billClmns: columns, vals, dueTm, sentTm, lateFlag, known, sameFlag, anon } = form
  const unchanged = known.flatMap(({ clmnNo, shown }) => (shown === null ? [] : [clmnNo]))
  const { values, latest, change, errors, setErrors, refuse, isTouched } = useFilled(() => ({ ...emptyValues(columns), ...vals }))
  const paging = usePaging({
    columns,
    values,
    errors,
    setErrors,
    sources,
    isSingle: form.singleFlag === '1',
    kept: unchanged,
  })
  const [problem, setProblem] = useState('')
  const [isLost, setLost] = useState(false)
  const [busy, setBusy] = useState(false)
  const mayKeep = onKeep !== undefined && anon !== Anonymity.full
  const kept = useKeptDraft(values, mayKeep && isTouched && !sentTm && !busy, onKeep)
  const isSame = sameFlag === '1' && !isTouched
  // Lets what the archive holds be sent at once, and what has pages from the last.
  const isReady = paging.isLast || isSame
  const tell = (error: Error) => {
    const refusal = refusalOf(error)
    refuse(refusal)
    setLost(refusal.isLost === true)
    setProblem(refusal.fields.length > 1 ? `有 ${refusal.fields.length} 处要改，见下面的红字` : refusal.message)
  }
  const send = async () => {
    if (stopAtWrongDay()) return
    setBusy(true)
    setProblem('')
    setErrors({})
    setLost(false)
    await kept.settled()
    await onSend(latest(), unchanged).catch(tell)
    setBusy(false)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void (isReady ? send() : paging.next())
      }}
    >
      {dueTm && (
        <p className="asked-due">
          {lateFlag === '1'
            ? `已过截止时间（${formatTime(dueTm)}），还可以提交，会标为过期填写`
            : `请在 ${formatTime(dueTm)} 前提交`}
        </p>
      )}
      {problem && (
        <p className="asked-problem" role="alert">
          {problem}
          {isLost && '。填的内容还在，没有丢。'}
        </p>
      )}
      {isSame && <p className="asked-state">学校已有这些内容。没有变化，直接点“无变化，提交”。</p>}
      <FormFill
        columns={columns}
        values={values}
        onChange={change}
        errors={errors}
        origins={originsIn(form, values)}
        sources={sources}
        narrow={narrow}
        paging={paging}
      />
      <p className="asked-kept" aria-live="polite">
        {kept.said}
      </p>
      {isReady && button({ label: isLost ? '重试' : sentTm ? '保存修改' : isSame ? '无变化，提交' : '提交', busy })}
    </form>
  )
}
