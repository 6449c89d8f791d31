import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod'
import { ProcessState, processStates } from '#domain/approvals/approvals.contract.ts'
import { formatTime } from '#web/page/format.ts'
import { askAsStranger, readHashKey } from '#web/stranger/ask.ts'
import { Card, Message } from '#web/stranger/Card.tsx'
import { ApplyForm } from './ApplyForm.tsx'
import { OwnProcess } from './OwnProcess.tsx'
import './prc.css'
import type { ApplyHome, mPrc } from './prc.contract.ts'

const tones: Record<string, string> = {
  [ProcessState.passed]: 'is-good',
  [ProcessState.refused]: 'is-bad',
  [ProcessState.returned]: 'is-bad',
}

type Home = z.output<typeof ApplyHome>
type Shown = { flowNo: string } | { prcNo: string } | undefined

/** Draws what a guardian hands in for a child and what became of it, by the link of a notice. */
export default function ApplyPage() {
  const [token] = useState(readHashKey('t'))
  const [home, setHome] = useState<Home>()
  const [problem, setProblem] = useState<Error>()
  const [shown, setShown] = useState<Shown>()
  const read = useCallback(
    () =>
      askAsStranger<typeof mPrc.open>('POST', '/m/prc/open', { token }).then(
        (opened) => {
          setHome(opened)
          setProblem(undefined)
          return opened
        },
        (error: Error) => setProblem(error),
      ),
    [token],
  )
  useEffect(() => {
    // Opens at once what the notice is about, or the one form that there is.
    void read().then((opened) => opened?.prcNo && setShown({ prcNo: opened.prcNo }))
  }, [read])
  const back = () => {
    setShown(undefined)
    void read()
  }

  if (!home)
    return problem ? (
      <Message title={problem.message}>
        <button type="button" className="m-button" onClick={() => void read()}>
          重试
        </button>
      </Message>
    ) : (
      <Card title="替孩子申请">{null}</Card>
    )
  const { stuName, entName } = home
  if (shown && 'flowNo' in shown)
    return (
      <ApplyForm
        token={token}
        flowNo={shown.flowNo}
        about={`${entName} · 为${stuName}申请`}
        onBack={back}
        onSent={(prcNo) => setShown({ prcNo })}
      />
    )
  if (shown) return <OwnProcess key={shown.prcNo} token={token} prcNo={shown.prcNo} entName={entName} onBack={back} />
  return <Overview home={home} onShow={setShown} />
}

/** Draws which forms there are, and what was handed in. */
function Overview({ home, onShow }: { home: Home; onShow: (shown: Shown) => void }) {
  const { stuName, entName, offers, handedIn } = home
  return (
    <Card title={`替${stuName}申请`} about={entName}>
      {offers.length > 0 ? (
        <section className="apply-list" aria-label="可以申请">
          {offers.map(({ flowNo, flowName, des }) => (
            <button key={flowNo} type="button" onClick={() => onShow({ flowNo })}>
              <strong>{flowName}</strong>
              {des && <small>{des}</small>}
            </button>
          ))}
        </section>
      ) : (
        <p className="m-about">这里没有您可以替孩子申请的事项。申请由法定监护人提交，有疑问请联系班主任。</p>
      )}
      {handedIn.length > 0 && (
        <section className="apply-list" aria-label="提交过的申请">
          <h2>提交过的申请</h2>
          {handedIn.map(({ prcNo, title, stt, sentTm, waitFor, mineFlag }) => (
            <button key={prcNo} type="button" onClick={() => onShow({ prcNo })}>
              <strong>{title}</strong>
              <span className={`apply-state ${tones[stt] ?? ''}`}>{processStates[stt]}</span>
              <small>
                {[`${formatTime(sentTm)} 提交`, mineFlag === '0' && '另一位家长提交', waitFor && `等待${waitFor}`]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </button>
          ))}
        </section>
      )}
    </Card>
  )
}
