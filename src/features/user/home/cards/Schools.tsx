import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type * as z from 'zod'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { datacheck, type SchoolCheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { checkRuleOf } from '#domain/students/datacheck.rules.contract.ts'
import { query } from '#web/api/api.ts'
import { useMay } from '#web/api/me.tsx'
import { useCountedLists } from '#domain/students/countedLists.web.ts'
import { CountLink } from '#web/list/CountLink.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { enterpriseColumn } from './enterpriseColumn.tsx'
import { changeText, HomeFigure } from './HomeFigure.tsx'
import { Meter } from './Meter.tsx'
import { useLastSignIns } from './lastSignIns.tsx'
import { type Figure, figureWords } from '../home.contract.ts'

type Check = z.output<typeof SchoolCheck>
type Row = { entNo: string; entName: string; stt: string; empCnt: number; stuCnt: number; check: Check | undefined }

const faultsOf = ({ findings, stuCnt }: Check) =>
  stuCnt === 0 ? undefined : (findings.reduce((sum, { cnt }) => sum + cnt, 0) / stuCnt) * 100

/** Draws the schools below a bureau: how large they are, what is wrong with their data, and whether anybody works in them. */
export default function Schools({ figures }: { figures: z.output<typeof Figure>[] }) {
  const may = useMay()
  const { data, error, refetch } = useQuery({
    ...query(ent.getpage, { idntNo: '030', deepFlag: '1', pageIndex: 1, pageSize: 100 }),
    enabled: may(ent.getpage),
  })
  const { data: checks = [] } = useQuery({ ...query(datacheck.getschools, {}), enabled: may(datacheck.getschools) })
  const lastOf = useLastSignIns()
  const { studentsAt, classesAt } = useCountedLists()
  if (!may(ent.getpage)) return null
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  const byNo = new Map(checks.map((one) => [one.entNo, one]))
  const rows: Row[] | undefined = data?.datas.map((one) => ({ ...one, check: byNo.get(one.entNo) }))
  const ranked = checks
    .filter((one) => faultsOf(one) !== undefined)
    .toSorted((one, other) => (faultsOf(one) ?? 0) - (faultsOf(other) ?? 0))
  const worst = Math.max(0, ...ranked.map((one) => faultsOf(one) ?? 0))
  const sum = (count: (row: Row) => number) => rows?.reduce((all, row) => all + count(row), 0)
  const schools = figures.find(({ code }) => code === 'school')
  return (
    <>
      <section className="home-card home-figures" aria-label="统计">
        <HomeFigure name="学校" count={data?.recordCount} to={figureWords.school.path}>
          {schools?.change ? changeText(schools.change) : ''}
        </HomeFigure>
        {/* Stand above the list whose lines add up to them. */}
        <HomeFigure name="学生" count={sum(({ stuCnt }) => stuCnt)} />
        <HomeFigure name="员工" count={sum(({ empCnt }) => empCnt)} />
        <HomeFigure name="班级" count={sum(({ check }) => check?.clsCnt ?? 0)} />
      </section>
      <section className="home-card" aria-labelledby="home-schools">
        <h2 id="home-schools">各校</h2>
        <DataTable<Row>
          rowKey="entNo"
          rows={rows ?? []}
          isLoading={!rows}
          offState={null}
          empty={<EmptyState hint="下面还没有学校" />}
          columns={[
            enterpriseColumn('学校', 260),
            {
              key: 'stuCnt',
              dataIndex: 'stuCnt',
              title: '学生',
              width: 88,
              align: 'right',
              render: (cnt: number, { entNo, entName }) => (
                <CountLink count={cnt} to={studentsAt({ entNo })} label={`${entName}学生`} />
              ),
            },
            {
              key: 'empCnt',
              dataIndex: 'empCnt',
              title: '员工',
              width: 88,
              align: 'right',
              render: (cnt: number, { entNo, entName }) => (
                <CountLink count={cnt} to={`/ecb/ent/${entNo}?tab=emp`} label={`${entName}员工`} />
              ),
            },
            {
              key: 'clsCnt',
              title: '班级',
              width: 80,
              align: 'right',
              render: (_: never, { check, entNo, entName }) =>
                check ? <CountLink count={check.clsCnt} to={classesAt(entNo)} label={`${entName}班级`} /> : '–',
            },
            {
              key: 'faults',
              title: '每百名学生的问题',
              width: 260,
              render: (_: never, { check, entNo, entName }) => {
                const faults = check && faultsOf(check)
                if (faults === undefined) return <span className="grey">还没有数据</span>
                return (
                  <Link to={`/ent/datacheck?entNo=${entNo}&entName=${encodeURIComponent(entName)}`} title={worstOf(check)}>
                    <Meter value={faults} most={worst} />
                  </Link>
                )
              },
            },
            {
              key: 'rank',
              title: '排名',
              width: 88,
              align: 'right',
              render: (_: never, { entNo }) => {
                const at = ranked.findIndex((one) => one.entNo === entNo)
                return at < 0 ? '–' : at + 1
              },
            },
            { key: 'last', title: '最近登录', width: 170, render: (_: never, { entNo }) => lastOf(entNo) },
          ]}
        />
      </section>
    </>
  )
}

const worstOf = (check: Check | undefined) =>
  check?.findings
    .filter(({ cnt }) => cnt > 0)
    .toSorted((one, other) => other.cnt - one.cnt)
    .slice(0, 3)
    .map(({ code, cnt }) => `${checkRuleOf(code).name} ${formatCount(cnt)}`)
    .join('、')
