import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type * as z from 'zod'
import { query } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount, formatTime } from '#web/page/format.ts'
import { datacheck, SchoolCheck } from './datacheck.contract.ts'
import { checkRuleOf } from '#domain/students/datacheck.rules.contract.ts'
import { CountLink } from '#web/list/CountLink.tsx'
import { useCountedLists } from '#domain/students/countedLists.web.ts'
import { Score } from './Score.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'

type Row = z.output<typeof SchoolCheck> & { stt?: string }

const count = { width: 80, align: 'right' as const }

// Describes briefly what costs a school most.
const worstOf = ({ findings }: Row) =>
  findings
    .filter(({ lost }) => lost > 0)
    .toSorted((one, other) => other.lost - one.lost)
    .slice(0, 3)
    .map(({ code, cnt }) => `${checkRuleOf(code).name} ${formatCount(cnt)}`)
    .join('、')

const worstWords = (row: Row) => (row.score === null ? '' : worstOf(row) || '没有发现问题')

const scoreOf = (score: number | null) => (score === null ? '正在检查' : <Score score={score} />)

const checkedAt = (madeTm: string | null, { staleFlag }: Row) =>
  madeTm && `${formatTime(madeTm)}${staleFlag === '1' ? '，正在更新' : ''}`

// Asks again while schools are being checked anew.
const whileStale = ({ state }: { state: { data?: Row[] | undefined } }) =>
  state.data?.some(({ staleFlag }) => staleFlag === '1') ? 5000 : false

/** Draws the schools below a bureau, the worst first. */
export function SchoolList({ onOpen }: { onOpen: (school: { entNo: string; entName: string }) => void }) {
  const { studentsAt, classesAt } = useCountedLists()
  const { data, error, refetch } = useQuery({ ...query(datacheck.getschools, {}), refetchInterval: whileStale })
  if (error && !data) return <ReadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active />
  return (
    <DataTable<Row>
      rowKey="entNo"
      rows={data}
      empty={<EmptyState hint="下面还没有学校" />}
      columns={[
        column<Row>(SchoolCheck, 'entName', {
          width: 200,
          render: (entName: string, { entNo }) => <RowButton onClick={() => onOpen({ entNo, entName })}>{entName}</RowButton>,
        }),
        { key: 'score', title: '得分', width: 96, dataIndex: 'score', render: scoreOf },
        column<Row>(SchoolCheck, 'stuCnt', {
          ...count,
          render: (cnt: number, { entNo, entName }) => (
            <CountLink count={cnt} to={studentsAt({ entNo })} label={`${entName}学生`} />
          ),
        }),
        column<Row>(SchoolCheck, 'clsCnt', {
          ...count,
          render: (cnt: number, { entNo, entName }) => <CountLink count={cnt} to={classesAt(entNo)} label={`${entName}班级`} />,
        }),
        { key: 'worst', title: '主要问题', width: 360, ellipsis: true, render: (_, row) => worstWords(row) },
        column<Row>(SchoolCheck, 'madeTm', { width: 220, render: checkedAt }),
      ]}
    />
  )
}
