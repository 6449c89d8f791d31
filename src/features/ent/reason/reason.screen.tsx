import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from 'antd'
import { PersonList, usePersonName } from '#features/ent/emp/person.picker.tsx'
import { query } from '#web/api/api.ts'
import { ChooseFirst, ReadFailed } from '#web/list/EmptyState.tsx'
import { useMay } from '#web/api/me.tsx'
import { Split } from '#web/layout/Split.tsx'
import { Answer } from './Answer.tsx'
import { type AskedRight, Question } from './Question.tsx'
import { reason } from './reason.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const ViewAsModal = lazyWindow(() => import('./ViewAsModal.tsx'))

type Kept = AskedRight & { sentence: string }

/** Draws why somebody may do something, in a sentence and step by step, and offers impersonation. */
export default function ReasonScreen() {
  const may = useMay()
  const [params, setParams] = useSearchParams()
  const [asked, setAsked] = useState<AskedRight>({})
  const [viewing, setViewing] = useState(false)
  const [recent, setRecent] = useState<Kept[]>([])
  const empNo = params.get('empNo') ?? undefined
  const name = usePersonName(empNo)
  const { mdlCode, pwrNo, recType, recNo } = asked
  const isComplete = empNo !== undefined && mdlCode !== undefined && pwrNo !== undefined
  const { data, error, refetch } = useQuery({
    ...query(reason.getwhy, { empNo: empNo ?? '', mdlCode, pwrNo, ...(recNo && { recType, recNo }) }),
    enabled: isComplete,
  })
  const sentence = isComplete ? data?.sentence : undefined
  const choose = (chosen: string) => {
    if (sentence) keep({ ...asked, empNo, sentence })
    setParams({ empNo: chosen }, { replace: true })
  }
  const keep = (one: Kept) => setRecent([one, ...recent.filter((other) => other.sentence !== one.sentence)].slice(0, 8))
  const ask = (next: AskedRight) => {
    if (sentence) keep({ ...asked, empNo, sentence })
    setAsked(next)
  }
  return (
    <div className="page touch">
      <PageHead title="权限解释" />
      <Split
        width={260}
        label={name}
        side={(close) => (
          <PersonList
            chosen={empNo}
            onChoose={(chosen) => {
              choose(chosen)
              close()
            }}
          />
        )}
      >
        {!empNo && <ChooseFirst hint="先选择员工，再选要问的功能或记录" />}
        {empNo && (
          <>
            <Question empNo={empNo} asked={asked} onAsk={ask}>
              {may(reason.viewas) && <Button onClick={() => setViewing(true)}>以其视角查看</Button>}
            </Question>
            {isComplete && error && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
            {isComplete && data && <Answer answer={data} empNo={empNo} />}
            {!isComplete && <p className="grey">选好模块和操作，这里会说明能不能用、为什么。</p>}
            {recent.length > 0 && (
              <section>
                <h2 className="section-title">最近查询</h2>
                <ul className="plain-list asked">
                  {recent.map((one) => (
                    <li key={one.sentence}>
                      <Button
                        type="link"
                        onClick={() => {
                          setParams({ empNo: one.empNo ?? empNo }, { replace: true })
                          setAsked(one)
                        }}
                      >
                        {one.sentence}
                      </Button>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </Split>
      {viewing && empNo && <ViewAsModal empNo={empNo} onClose={() => setViewing(false)} />}
    </div>
  )
}
