import { Signature } from '#domain/forms/Signature.tsx'
import { formatTime } from '#web/page/format.ts'
import type * as z from 'zod'
import { TaskKind, TaskState } from './approvals.contract.ts'
import type { ProcessInFull } from './process.contract.ts'
import './process.css'

type Process = z.output<typeof ProcessInFull>
type Deed = Process['deeds'][number]

const deedWords: Record<string, string> = {
  [TaskState.waiting]: '处理中',
  [TaskState.passed]: '同意',
  [TaskState.refused]: '驳回',
  [TaskState.returned]: '退回',
  [TaskState.givenOn]: '转交',
  [TaskState.dropped]: '不用处理',
}

/** Says what somebody did about a process, or that it waits for them. */
export const deedWordsOf = ({ kind, stt }: Pick<Deed, 'kind' | 'stt'>) => {
  if (kind === TaskKind.copy) return '抄送'
  if (kind === TaskKind.again) return stt === TaskState.passed ? '重新提交' : '等待修改'
  return deedWords[stt]
}

const tones: Record<string, string> = {
  [TaskState.waiting]: 'is-open',
  [TaskState.passed]: 'is-good',
  [TaskState.refused]: 'is-bad',
  [TaskState.returned]: 'is-back',
}

/** Draws what was done about something that was handed in, by whom and when, whom it waits for, and what comes then. */
export function ProcessTimeline({ process: { empName, sentTm, deeds, ahead, stt, want } }: { process: Process }) {
  const shown = deeds.filter((deed) => deed.stt !== TaskState.dropped)
  return (
    <ol className="process-line" aria-label="审批过程">
      <li className="is-good">
        <p>
          <strong>{empName}</strong> 提交
        </p>
        <p className="grey">{formatTime(sentTm)}</p>
      </li>
      {shown.map((deed) => (
        <li key={deed.tskNo} className={deed.kind === TaskKind.copy ? '' : (tones[deed.stt] ?? '')}>
          <p>
            <strong>{deed.empName}</strong> {deed.forName && `代${deed.forName} `}
            {deedWordsOf(deed)}
          </p>
          <p className="grey">{[deed.stepName, deed.why].filter(Boolean).join(' · ')}</p>
          {deed.word && <p className="process-word">{deed.word}</p>}
          {deed.sign && <Signature strokes={deed.sign} label={`${deed.empName}的签名`} />}
          <p className="grey">{deed.doneTm ? formatTime(deed.doneTm) : `${formatTime(deed.cameTm)} 到达`}</p>
        </li>
      ))}
      {want && (
        <li className="is-open">
          <p className="grey">{`这一步要 ${want.cnt} 个人同意，已有 ${want.doneCnt} 个`}</p>
        </li>
      )}
      {stt === '1' &&
        ahead.map((name, at) => (
          <li key={at} className="is-ahead">
            <p>{name}</p>
          </li>
        ))}
    </ol>
  )
}
