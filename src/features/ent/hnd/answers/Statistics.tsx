import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { Anonymity } from '#domain/collections/collections.contract.ts'
import { query } from '#web/api/api.ts'
import type { Out } from '#web/api/send.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { hnd } from '../hnd.contract.ts'
import '../hnd.css'

type Question = Out<typeof hnd.getstatis>['questions'][number]

/** Draws the answers to each question in sum. */
export default function Statistics({ collection }: { collection: Out<typeof hnd.get> }) {
  const { hndNo, anon, doneCnt } = collection
  const { data, error, refetch } = useQuery(query(hnd.getstatis, { hndNo }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  const { ansCnt, score, questions } = data
  const waiting = anon === Anonymity.full && ansCnt < doneCnt ? waitingWords(doneCnt, ansCnt) : ''
  if (ansCnt === 0) return <EmptyState hint={waiting || '还没有人填写'} />
  return (
    <div className="questions">
      {waiting && <p className="grey">{waiting}</p>}
      {score && <Scores score={score} />}
      {questions.map((question) => (
        <section key={question.clmnNo}>
          <h2>
            {question.clmnName} <small className="grey">{formatCount(question.filledCnt)} 份已填</small>
          </h2>
          <Summary question={question} of={ansCnt} />
        </section>
      ))}
    </div>
  )
}

/** Says how many answers without a name wait for others. */
export const waitingWords = (doneCnt: number, shownCnt: number) =>
  `已收 ${formatCount(doneCnt)} 份，公布 ${formatCount(shownCnt)} 份。完全匿名的答卷满 5 份一起公布，其余在等更多的人填，或等收集结束。`

type Score = NonNullable<Out<typeof hnd.getstatis>['score']>

/** Draws what the answers score, and how that spreads. */
const Scores = ({ score: { cnt, mean, least, most, bands } }: { score: Score }) => (
  <section>
    <h2>
      得分 <small className="grey">{formatCount(cnt)} 份答卷</small>
    </h2>
    <p>
      平均 {mean}，最低 {least}，最高 {most}
    </p>
    <dl>
      {bands.map(({ from, to, cnt: of }) => (
        <Bar key={from} name={from === to ? `${from} 分` : `${from} 至 ${to} 分`} cnt={of} of={cnt} />
      ))}
    </dl>
  </section>
)

const Bar = ({ name, cnt, of }: { name: string; cnt: number; of: number }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <meter min={0} max={of} value={cnt} aria-hidden />
    </dd>
    <dd>
      {formatCount(cnt)}（{Math.round((cnt / of) * 100)}%）
    </dd>
  </>
)

function Summary({ question: { kind, choices, filledCnt, least, most, mean, sum }, of }: { question: Question; of: number }) {
  if (kind === 'choice')
    return (
      <dl>
        {choices.map(({ name, cnt }) => (
          <Bar key={name} name={name} cnt={cnt} of={of} />
        ))}
      </dl>
    )
  if (kind === 'number' && filledCnt > 0)
    return (
      <p>
        平均 {mean}，最小 {least}，最大 {most}，合计 {formatCount(sum ?? 0)}
      </p>
    )
  return <p className="grey">{filledCnt > 0 ? '内容见各人的答卷，或导出后查看。' : '没有人填这一题。'}</p>
}
