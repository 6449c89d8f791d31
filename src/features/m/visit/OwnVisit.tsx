import { useEffect, useState } from 'react'
import type * as z from 'zod'
import { timeWords } from '#contract/form/words.ts'
import { visitSpan, VisitState } from '#domain/visits/visits.contract.ts'
import { askAsStranger, CallRefusal } from '#web/stranger/ask.ts'
import { Card, Message } from '#web/stranger/Card.tsx'
import { Facts } from '#web/stranger/Facts.tsx'
import type { mVisit, OwnVisit as Contract } from './visit.contract.ts'

type Shown = z.output<typeof Contract>

const { waiting, agreed, refused, inside, left, expired, cancelled } = VisitState
/** Names each state, and tells the visitor what to do. */
const words: Record<string, { title: string; tone: string; hint: (visit: Shown) => string }> = {
  [waiting]: { title: '待确认', tone: 'wait', hint: ({ toEmpName }) => `已提交，等${toEmpName}确认。这个页面会自己更新。` },
  [agreed]: { title: '已同意', tone: 'run', hint: () => '到门口时向门卫出示入校码。' },
  [refused]: { title: '已拒绝', tone: 'bad', hint: () => '这次不能来访。' },
  [inside]: { title: '已入校', tone: 'ok', hint: () => '离开时再向门卫出示入校码。' },
  [left]: { title: '已离校', tone: 'done', hint: () => '来访已结束。' },
  [expired]: { title: '已过期', tone: 'off', hint: () => '预约的时间已经过去，需要的话请重新扫码登记。' },
  [cancelled]: { title: '已取消', tone: 'off', hint: () => '这次来访已取消。' },
}

const everySeconds = 10

/** Draws a visit for the visitor; reads it again while anything may still happen. */
export function OwnVisit({ visitKey: key }: { visitKey: string }) {
  const [visit, setVisit] = useState<Shown>()
  const [problem, setProblem] = useState('')
  const [asking, setAsking] = useState(false)
  const stt = visit?.stt
  const isOpen = stt === undefined || [waiting, agreed, inside].some((one) => one === stt)
  useEffect(() => {
    const read = () =>
      askAsStranger<typeof mVisit.getstate>('GET', '/m/visit/getstate', { key }).then(
        (read) => {
          setVisit(read)
          setProblem('')
        },
        (error: Error) => setProblem(error.message),
      )
    void read()
    if (!isOpen) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [key, isOpen])

  const cancel = () =>
    askAsStranger<typeof mVisit.cancel>('POST', '/m/visit/cancel', { key }).then(
      () => setVisit((shown) => shown && { ...shown, stt: cancelled, passNo: null }),
      (error: unknown) => setProblem(error instanceof CallRefusal ? error.message : String(error)),
    )

  if (!visit) return problem ? <Message title={problem} /> : <Card title="访客登记">{null}</Card>
  const { title, tone, hint } = words[visit.stt] ?? { title: '', tone: 'off', hint: () => '' }
  return (
    <Card title={visit.entName} about="我的来访">
      {problem && (
        <p className="m-problem" role="alert">
          {problem}
        </p>
      )}
      <section className={`m-state ${tone}`} role="status">
        <strong>{title}</strong>
        {visit.passNo && (
          <p className="m-pass">
            <small>入校码</small>
            {visit.passNo.slice(0, 3)} {visit.passNo.slice(3)}
          </p>
        )}
        <p>{hint(visit)}</p>
        {visit.answer && <p>原因：{visit.answer}</p>}
      </section>
      <Facts
        facts={{
          访客: visit.vstName + (visit.mateCnt > 0 ? `，同行 ${visit.mateCnt} 人` : ''),
          被访人: visit.toEmpName,
          事由: visit.rsn,
          预约时间: visitSpan(visit.planSDt, visit.planEDt),
          到访: visit.inDt && timeWords(visit.inDt),
          离开: visit.outDt && timeWords(visit.outDt),
        }}
      />
      {(visit.stt === waiting || visit.stt === agreed) && !asking && (
        <button type="button" className="m-button plain" onClick={() => setAsking(true)}>
          取消来访
        </button>
      )}
      {asking && visit.stt !== cancelled && (
        <div className="m-two">
          <button type="button" className="m-button plain" onClick={() => setAsking(false)}>
            不取消
          </button>
          <button type="button" className="m-button" onClick={() => void cancel()}>
            确认取消
          </button>
        </div>
      )}
    </Card>
  )
}
