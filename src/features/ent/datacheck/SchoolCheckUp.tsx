import { RefreshCw } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Suspense, useState } from 'react'
import { query } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { CountLink } from '#web/list/CountLink.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import type { Out } from '#web/api/send.ts'
import { CheckTabs } from './CheckTabs.tsx'
import { datacheck } from './datacheck.contract.ts'
import { type RuleCode, checkRuleOf, studentRules } from '#domain/students/datacheck.rules.contract.ts'
import { RuleList } from './RuleList.tsx'
import { useCountedLists } from '#domain/students/countedLists.web.ts'
import { useFindings } from './useFindings.tsx'
import { HeadActs } from '#web/head/HeadActs.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const AssignModal = lazyWindow(() => import('./AssignModal.tsx'))

type Rule = (typeof studentRules)[number]
const isAssignable = (rule: RuleCode): rule is Rule => studentRules.some((code) => code === rule)

/** Draws one school: its score, what each rule found, and the ways to repair it. */
export function SchoolCheckUp({ entNo }: { entNo: string | undefined }) {
  const may = useMay()
  const of = entNo ? { entNo } : {}
  const { data: shown, error, isFetching, refetch } = useQuery({ ...query(datacheck.get, of), refetchInterval: whileStale })
  const { data: tasks = [] } = useQuery(query(datacheck.gettasks, of))
  const findings = useFindings(entNo)
  const [assigning, setAssigning] = useState<Rule>()
  if (error && !shown) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!shown) return <Skeleton active />
  const isClean = shown.findings.every(({ cnt }) => cnt === 0)
  return (
    <>
      <HeadActs>
        <Button icon={<RefreshCw />} loading={isFetching} onClick={() => void refetch()}>
          重新检查
        </Button>
      </HeadActs>
      <ScoreLine shown={shown} entNo={entNo} />
      <MyTasks tasks={tasks} way={findings.way} />
      {isClean ? (
        <div className="empty">
          <strong>没有发现问题</strong>
          上次检查：{checkedAt(shown)}
        </div>
      ) : (
        <>
          <RuleList
            shown={shown}
            findings={findings}
            isAssignable={isAssignable}
            onAssign={may(datacheck.assign) && !entNo ? (rule) => isAssignable(rule) && setAssigning(rule) : undefined}
          />
          <CheckTabs shown={shown} tasks={tasks} entNo={entNo} way={findings.way} />
        </>
      )}
      {findings.drawer}
      <Suspense>
        {assigning && <AssignModal rule={assigning} classes={shown.classes} onClose={() => setAssigning(undefined)} />}
      </Suspense>
    </>
  )
}

const toneOf = (score: number) => (score >= 90 ? 'ok' : score >= 70 ? 'warn' : 'bad')

type Shown = Out<typeof datacheck.get>

// Asks again while a large school is being checked anew.
const whileStale = ({ state }: { state: { data?: Shown | undefined } }) => (state.data?.staleFlag === '1' ? 5000 : false)

const checkedAt = ({ madeTm, staleFlag }: Shown) =>
  `${formatTime(madeTm)}${staleFlag === '1' ? '，之后有改动，正在重新检查……' : ''}`

const ScoreLine = ({ shown, entNo }: { shown: Shown; entNo: string | undefined }) => {
  const { studentsAt } = useCountedLists()
  return (
    <div className="check-total">
      <span className={`check-number ${toneOf(shown.score)}`}>
        {shown.score}
        <small> 分</small>
      </span>
      <meter min={0} max={100} low={70} high={90} optimum={100} value={shown.score} aria-label="得分" />
      <span className="grey">
        检查了 <CountLink count={shown.stuCnt} to={studentsAt({ entNo })} label="在籍学生" inText /> 名在籍学生、
        {/* Leads nowhere: these classes, for a head teacher the own ones alone, stand below. */}
        {formatCount(shown.clsCnt)} 个班 · {checkedAt(shown)}
      </span>
    </div>
  )
}

type Tasks = { tasks: Out<typeof datacheck.gettasks>; way: ReturnType<typeof useFindings>['way'] }

function MyTasks({ tasks, way }: Tasks) {
  const mine = tasks.filter(({ mineFlag, doneFlag }) => mineFlag === '1' && doneFlag === '0')
  if (mine.length === 0) return null
  return (
    <section className="check-mine" aria-label="我的任务">
      <h2 className="section-title">我的任务</h2>
      <ul>
        {mine.map(({ taskNo, rule, unitNo, unitName, cnt, nickName }) => (
          <li key={taskNo}>
            <span>
              {unitName} · {checkRuleOf(rule).name} {formatCount(cnt)} 人
              {nickName && <span className="grey"> · {nickName}指派</span>}
            </span>
            {way(rule, '去处理', { unitNo, unitName })}
          </li>
        ))}
      </ul>
    </section>
  )
}
