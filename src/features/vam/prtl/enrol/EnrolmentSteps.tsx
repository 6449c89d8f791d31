import { EnrolState } from '#domain/activities/activities.contract.ts'
import { formatTime, momentOf } from '#web/page/format.ts'
import type * as z from 'zod'
import type { MyEnrolment } from '#features/vam/reg/reg.contract.ts'

export type OwnEnrolment = z.output<typeof MyEnrolment>

type Step = { name: string; isDone: boolean; note?: string }

/** Draws the steps of an enrolment, as far as it has come. */
export function EnrolmentSteps({ own }: { own: OwnEnrolment }) {
  if (own.stt === EnrolState.cancelled || own.stt === EnrolState.refused) return null
  const steps = stepsOf(own)
  const now = steps.findIndex(({ isDone }) => !isDone)
  return (
    <ol className="enrolment-steps" aria-label="进度">
      {steps.map(({ name, isDone, note }, at) => (
        <li key={name} className={isDone ? 'done' : undefined} {...(at === now && { 'aria-current': 'step' as const })}>
          {name}
          {isDone && <span className="unseen">（完成）</span>}
          {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  )
}

function stepsOf({ stt, auditFlag, crtTm, sDt, eDt, signTm, wrkCnt, workFlag }: OwnEnrolment): Step[] {
  const isIn = stt === EnrolState.taken
  const isOver = momentOf(eDt) <= Date.now()
  const brief = (time: string) => formatTime(time).slice(5)
  return [
    { name: '报名', isDone: true, note: brief(crtTm) },
    ...(stt === EnrolState.waiting ? [{ name: '候补', isDone: false }] : []),
    ...(auditFlag === '1' ? [{ name: '审核', isDone: isIn }] : []),
    { name: '参加', isDone: isIn && isOver, ...(!isOver && { note: brief(sDt) }) },
    ...(signTm || !isOver ? [{ name: '签到', isDone: signTm !== null, ...(signTm && { note: brief(signTm) }) }] : []),
    ...(wrkCnt > 0 || workFlag === '1'
      ? [{ name: '作品', isDone: wrkCnt > 0, ...(wrkCnt > 0 && { note: `${wrkCnt} 件` }) }]
      : []),
  ]
}
