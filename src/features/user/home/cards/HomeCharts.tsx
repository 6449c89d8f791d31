import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod'
import { query } from '#web/api/api.ts'
import { useMe } from '#web/api/me.tsx'
import { ChartBox } from '#web/chart/ChartBox.tsx'
import { CountLink } from '#web/list/CountLink.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount, formatDate } from '#web/page/format.ts'
import { drawLines, drawStacks } from '#web/chart/draw.ts'
import { type DepartmentBar, type GradeColumn, home, type SignInDay } from '../home.contract.ts'

/** Tells whether the page has been painted once: what comes after that delays nobody. */
function usePainted() {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted
}

/** Draws the charts of the enterprise, where a table would say less: pupils by grade, people by department, sign-ins of the platform. */
export function HomeCharts() {
  const { idntNo } = useMe()
  // Looks at others first where these are there to be looked at.
  const isOfPeople = idntNo === '010' || idntNo === '050'

  const isPainted = usePainted()
  const { data, error, refetch } = useQuery({ ...query(home.getcharts, {}), enabled: isPainted })
  if (error && !data)
    return (
      <section className="home-card">
        <ReadFailed message={error.message} onRetry={() => void refetch()} />
      </section>
    )
  if (!data) return <div className="home-card home-chart" />
  return (
    <>
      {data.grades && data.grades.length > 0 && <Grades grades={data.grades} />}
      {isOfPeople && data.departments && <Departments bars={data.departments} />}
      {idntNo === '060' && data.signIns && <SignIns days={data.signIns} />}
    </>
  )
}

function Grades({ grades }: { grades: z.output<typeof GradeColumn>[] }) {
  const draw = useMemo(() => {
    const others = grades.some(({ otherCnt }) => otherCnt > 0)
    return drawStacks(
      grades.map(({ unitName }) => unitName),
      [
        { name: '男', values: grades.map(({ manCnt }) => manCnt) },
        { name: '女', values: grades.map(({ womanCnt }) => womanCnt) },
        ...(others ? [{ name: '未说明', values: grades.map(({ otherCnt }) => otherCnt) }] : []),
      ],
    )
  }, [grades])
  return (
    <div className="home-card home-chart">
      <ChartBox
        title="学生按年级"
        columns={['年级', '男', '女', '学生']}
        draw={draw}
        rows={grades.map(({ unitNo, unitName, manCnt, womanCnt, otherCnt }) => ({
          key: unitNo,
          cells: [
            <Link key="name" to={`/ent/stu?unitNo=${unitNo}`}>
              {unitName}
            </Link>,
            <CountLink key="man" count={manCnt} to={`/ent/stu?unitNo=${unitNo}&sex=M`} label={`${unitName}男生`} />,
            <CountLink key="woman" count={womanCnt} to={`/ent/stu?unitNo=${unitNo}&sex=N`} label={`${unitName}女生`} />,
            <CountLink
              key="all"
              count={manCnt + womanCnt + otherCnt}
              to={`/ent/stu?unitNo=${unitNo}`}
              label={`${unitName}学生`}
            />,
          ],
        }))}
      />
    </div>
  )
}

const nameOf = ({ orgName, isDirect }: z.output<typeof DepartmentBar>) => (isDirect ? `${orgName}（直属）` : orgName)

const pathOf = ({ orgNo, isDirect }: z.output<typeof DepartmentBar>) =>
  orgNo ? `/ent/emp?orgNo=${orgNo}${isDirect ? '&subFlag=0' : ''}` : undefined

function BarName({ bar }: { bar: z.output<typeof DepartmentBar> }) {
  const path = pathOf(bar)
  return path ? <Link to={path}>{nameOf(bar)}</Link> : nameOf(bar)
}

/** Draws the people of each department as rows: one of thousands beside one of six would leave no bar to see. */
const Departments = ({ bars }: { bars: z.output<typeof DepartmentBar>[] }) => (
  <section className="home-card" aria-labelledby="home-by-department">
    <h2 id="home-by-department">员工按部门</h2>
    <ul className="home-rows">
      {bars.map((bar) => (
        <li key={`${bar.orgNo}${bar.isDirect}`}>
          <span className="home-words">
            <BarName bar={bar} />
          </span>
          <CountLink count={bar.cnt} to={pathOf(bar)} label={nameOf(bar)} />
        </li>
      ))}
    </ul>
  </section>
)

function SignIns({ days }: { days: z.output<typeof SignInDay>[] }) {
  const draw = useMemo(
    () =>
      drawLines(
        days.map(({ day }) => formatDate(day).slice(5)),
        [
          { name: '登录人数', values: days.map(({ people }) => people) },
          { name: '登录次数', values: days.map(({ tries }) => tries) },
        ],
      ),
    [days],
  )
  return (
    <div className="home-card home-chart">
      <ChartBox
        title="近 30 天登录"
        columns={['日期', '登录人数', '登录次数']}
        draw={draw}
        // Lists the newest first, as in the log.
        rows={days.toReversed().map(({ day, people, tries }) => ({
          key: day,
          cells: [
            <Link key="day" to={`/user/userlgn?sDt=${day}&eDt=${day}`}>
              {formatDate(day)}
            </Link>,
            formatCount(people),
            <CountLink
              key="tries"
              count={tries}
              to={`/user/userlgn?sDt=${day}&eDt=${day}`}
              label={`${formatDate(day)}登录次数`}
            />,
          ],
        }))}
      />
    </div>
  )
}
