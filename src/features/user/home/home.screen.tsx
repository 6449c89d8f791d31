import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/api.ts'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatTime } from '#web/page/format.ts'
import { useMe } from '#web/api/me.tsx'
import { Entries } from './Entries.tsx'
import { Figures } from './Figures.tsx'
import { home } from './home.contract.ts'
import { HomeCharts } from './HomeCharts.tsx'
import { OwnDepartments } from './OwnDepartments.tsx'
import { Steps } from './Steps.tsx'
import { Tasks } from './Tasks.tsx'
import './home.css'

/** Draws the home page: what waits for me, the ways I take most, the charts of my enterprise. */
export default function HomeScreen() {
  const { data, error, refetch } = useQuery(query(home.get, {}))
  const steps = data?.steps ?? []
  // Shows the first steps on top while fewer than half of them are done.
  const isNew = steps.filter(({ isDone }) => isDone).length * 2 < steps.length
  return (
    <div className="home" aria-busy={!data && !error}>
      <Greeting lastTm={data?.lastTm} />
      {data && (
        <>
          {isNew && <Steps steps={steps} />}
          <Tasks tasks={data.tasks} />
        </>
      )}
      {error && !data && (
        <section className="home-card home-tasks">
          <ReadFailed message={error.message} onRetry={() => void refetch()} />
        </section>
      )}
      {/* Waits for the tasks above, so that nothing moves that is already read. */}
      {(data ?? error) && (
        <>
          <Entries />
          {data && <Figures figures={data.figures} />}
          <HomeCharts>
            <OwnDepartments departments={data?.departments ?? []} />
          </HomeCharts>
        </>
      )}
      {!isNew && <Steps steps={steps} />}
    </div>
  )
}

function Greeting({ lastTm }: { lastTm: string | null | undefined }) {
  const me = useMe()
  const roles = me.roleslist.map(({ roleName }) => roleName).join('、')
  return (
    <header className="home-head">
      <h1>{me.nickName}，你好</h1>
      <span className="grey">{[me.idntName, me.entName, roles].filter(Boolean).join(' · ')}</span>
      {lastTm && <span className="grey">上次登录 {formatTime(lastTm)}</span>}
    </header>
  )
}
