import { CircleCheck, Clock } from 'lucide-react'
import { Button } from 'antd'
import { EnrolState } from '#domain/activities/activities.contract.ts'
import { type EnrolledPerson, outcomeWords } from './people.tsx'
import { LinkButton } from '#web/page/LinkButton.tsx'

type Props = { actNo: string; title: string; enrolled: readonly EnrolledPerson[]; onAgain: () => void }

/** Draws the result for each: a place, a place in the queue, or waiting for a review. */
export function EnrolResult({ actNo, title, enrolled, onAgain }: Props) {
  const isIn = enrolled.some(({ stt }) => stt === EnrolState.taken)
  return (
    <section className="act-panel enrol-result">
      {isIn ? <CircleCheck className="ok-mark" aria-hidden /> : <Clock className="wait-mark" aria-hidden />}
      <div role="status">
        <h1>{titleOf(enrolled)}</h1>
      </div>
      <p className="grey">{title}</p>
      <ul aria-label="报名结果">
        {enrolled.map((one) => (
          <li key={one.regNo}>
            <span>{one.name}</span>
            <span className={one.stt === EnrolState.taken ? 'tag ok' : 'tag wait'}>{outcomeWords(one)}</span>
          </li>
        ))}
      </ul>
      <div className="portal-bar">
        <LinkButton to={`/vam/prtl/myreg?no=${actNo}`} type="primary" size="large">
          看我的报名
        </LinkButton>
        <Button size="large" onClick={onAgain}>
          再报几人
        </Button>
      </div>
    </section>
  )
}

function titleOf(enrolled: readonly EnrolledPerson[]): string {
  if (enrolled.every(({ stt }) => stt === EnrolState.waiting)) return '已加入候补'
  return enrolled.every(({ stt }) => stt === EnrolState.reviewing) ? '已提交，等待审核' : '报名成功'
}
