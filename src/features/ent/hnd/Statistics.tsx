import { useQuery } from '@tanstack/react-query'
import { Spin } from 'antd'
import { Fragment } from 'react'
import { query } from '#web/api/api.ts'
import type { Out } from '#web/api/send.ts'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { hnd } from './hnd.contract.ts'
import './hnd.css'

type Question = Out<typeof hnd.getstatis>['questions'][number]

/** Draws the answers to each question in sum. */
export default function Statistics({ hndNo }: { hndNo: string }) {
  const { data, error, refetch } = useQuery(query(hnd.getstatis, { hndNo }))
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Spin delay={200} />
  const { ansCnt, questions } = data
  if (ansCnt === 0) return <EmptyState hint="还没有人填写" />
  return (
    <div className="questions">
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

function Summary({ question: { kind, choices, filledCnt, least, most, mean, sum }, of }: { question: Question; of: number }) {
  if (kind === 'choice')
    return (
      <dl>
        {choices.map(({ name, cnt }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <meter min={0} max={of} value={cnt} aria-hidden />
            </dd>
            <dd>
              {formatCount(cnt)}（{Math.round((cnt / of) * 100)}%）
            </dd>
          </Fragment>
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
