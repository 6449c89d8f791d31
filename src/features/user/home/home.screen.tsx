import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import type * as z from 'zod'
import { query } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { useMay, useMe } from '#web/api/me.tsx'
import { pbccfg } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'
import { Birthdays, Newcomers } from './cards/ClassPeople.tsx'
import { Entries } from './cards/Entries.tsx'
import { Figures } from './cards/Figures.tsx'
import { home, type Home } from './home.contract.ts'
import { HomeCharts } from './cards/HomeCharts.tsx'
import { OwnDepartments } from './cards/OwnDepartments.tsx'
import { Steps } from './cards/Steps.tsx'
import { Tasks } from './cards/Tasks.tsx'
import { Today } from './cards/Today.tsx'
import './home.css'

type Data = z.output<typeof Home>

// Loads what only some come for.
const OwnClasses = lazyPiece(() => import('./cards/OwnClasses.tsx'))
const Schools = lazyPiece(() => import('./cards/Schools.tsx'))
const BackgroundJobs = lazyPiece(() => import('./cards/BackgroundJobs.tsx'))
const Enterprises = lazyPiece(() => import('./cards/Enterprises.tsx'))

/** Draws the home page: what the caller is there for first, then what waits, and beside it the day. */
export default function HomeScreen() {
  const { data, error, refetch } = useQuery(query(home.get, {}))
  return (
    <div className="home" aria-busy={!data && !error}>
      <Greeting />
      {data ? (
        <Cards data={data} />
      ) : (
        error && (
          <section className="home-card">
            <ReadFailed message={error.message} onRetry={() => void refetch()} />
          </section>
        )
      )}
    </div>
  )
}

function Cards({ data }: { data: Data }) {
  const { steps, tasks, classes, birthdays, newcomers, today, departments } = data
  // Shows the first steps on top while fewer than half of them are done.
  const isNew = steps.filter(({ isDone }) => isDone).length * 2 < steps.length
  const { idntNo } = useMe()
  const may = useMay()
  const isTeacher = classes.length > 0
  const isAbove = above.includes(idntNo)
  return (
    <div className="home-columns">
      {isAbove && (
        <div className="home-column whole">
          <Subject data={data} />
        </div>
      )}
      <div className="home-column">
        {isNew && <Steps steps={steps} />}
        {!isAbove && <Subject data={data} />}
        <Tasks tasks={tasks} />
        {may(pbccfg.getjobs) && idntNo === '060' && (
          <Suspense>
            <BackgroundJobs />
          </Suspense>
        )}
        {!isTeacher && <HomeCharts />}
        {!isNew && <Steps steps={steps} />}
      </div>
      <div className="home-column">
        <Today appointments={today} />
        <Birthdays people={birthdays} isShown={isTeacher} />
        <Newcomers people={newcomers} />
        <Entries />
        <OwnDepartments departments={departments} />
      </div>
    </div>
  )
}

// Lists the identities that look at others first: bureaus, agents, the platform.
const above = ['020', '040', '060']

/** Draws what the caller is there for: their class, the schools below, the enterprises, or the figures of their own. */
const Subject = ({ data }: { data: Data }) => (
  <Suspense fallback={<div className="home-card home-subject" />}>
    <Chosen data={data} />
  </Suspense>
)

function Chosen({ data }: { data: Data }): ReactNode {
  const { idntNo } = useMe()
  if (data.classes.length > 0) return <OwnClasses classes={data.classes} />
  if (idntNo === '020') return <Schools figures={data.figures} />
  if (above.includes(idntNo)) return <Enterprises figures={data.figures} />
  return <Figures figures={data.figures} />
}

const hours = [
  { until: 5, word: '晚上好' },
  { until: 11, word: '早上好' },
  { until: 13, word: '中午好' },
  { until: 18, word: '下午好' },
  { until: 24, word: '晚上好' },
]

const dayWords = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric', weekday: 'long' })

function Greeting() {
  const me = useMe()
  const [now] = useState(() => new Date())
  const roles = me.roleslist.map(({ roleName }) => roleName).join('、')
  return (
    <header className="home-head">
      <h1>
        {me.nickName}，{hours.find(({ until }) => now.getHours() < until)?.word}
      </h1>
      <span className="grey">{[dayWords.format(now), me.entName, roles].filter(Boolean).join(' · ')}</span>
    </header>
  )
}
