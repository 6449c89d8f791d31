import { Tabs } from 'antd'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { CountLink } from '#web/list/CountLink.tsx'
import { column } from '#web/list/columns/columns.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { EmptyState } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import type { Out } from '#web/api/send.ts'
import { ClassCheck, type datacheck, HeadCheck } from './datacheck.contract.ts'
import { Score } from './Score.tsx'
import { useCountedLists } from '#domain/students/countedLists.web.ts'
import { TaskList } from './TaskList.tsx'
import { Findings, type useFindings } from './useFindings.tsx'

type Shown = Out<typeof datacheck.get>
type ClassRow = Shown['classes'][number] & { stt?: string }
type HeadRow = Shown['heads'][number] & { stt?: string }
type Way = ReturnType<typeof useFindings>['way']
type Props = { shown: Shown; tasks: Out<typeof datacheck.gettasks>; entNo: string | undefined; way: Way }

const scoreColumn = {
  key: 'score',
  title: '得分',
  width: 96,
  dataIndex: 'score' as const,
  render: (score: number) => <Score score={score} />,
}
const countColumn = { width: 72, align: 'right' as const, render: (cnt: number) => formatCount(cnt) }
const none = <EmptyState hint="没有班级" />

/** Draws what was found, by class and by head teacher, and the tasks (`tab` in the address). */
export function CheckTabs({ shown, tasks, entNo, way }: Props) {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') ?? 'class'
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tab === 'task') place.current?.scrollIntoView({ block: 'nearest' })
  }, [tab])
  const show = (to: string) => setParams((kept) => ({ ...Object.fromEntries(kept), tab: to }), { replace: true })
  const items = [
    {
      key: 'class',
      label: `按班级 ${formatCount(shown.classes.length)}`,
      children: <Classes rows={shown.classes} way={way} entNo={entNo} />,
    },
    { key: 'head', label: `按班主任 ${formatCount(shown.heads.length)}`, children: <Heads rows={shown.heads} entNo={entNo} /> },
    { key: 'task', label: `任务 ${formatCount(tasks.length)}`, children: <TaskList tasks={tasks} entNo={entNo} way={way} /> },
  ]
  return (
    <div ref={place}>
      <Tabs activeKey={tab} onChange={show} items={items} />
    </div>
  )
}

const Classes = ({ rows, way, entNo }: { rows: ClassRow[] } & Pick<Props, 'way' | 'entNo'>) => {
  const { studentsAt } = useCountedLists()
  return (
    <DataTable<ClassRow>
      rowKey="unitNo"
      rows={rows}
      empty={none}
      columns={[
        column<ClassRow>(ClassCheck, 'unitName', { width: 132 }),
        scoreColumn,
        {
          key: 'heads',
          title: '班主任',
          width: 96,
          render: (_, { heads }) => heads.map(({ empName }) => empName).join('、') || '–',
        },
        column<ClassRow>(ClassCheck, 'stuCnt', {
          ...countColumn,
          render: (count: number, { unitNo, unitName }) => (
            <CountLink count={count} to={studentsAt({ unitNo, entNo })} label={`${unitName}学生`} />
          ),
        }),
        {
          key: 'findings',
          title: '问题',
          width: 420,
          optional: true,
          render: (_, row) => <Findings found={row.findings} unit={row} way={way} />,
        },
      ]}
    />
  )
}

const Heads = ({ rows, entNo }: { rows: HeadRow[] } & Pick<Props, 'entNo'>) => {
  const { studentsAt } = useCountedLists()
  return (
    <DataTable<HeadRow>
      rowKey="empNo"
      rows={rows}
      empty={<EmptyState hint="还没有班主任" />}
      columns={[
        column<HeadRow>(HeadCheck, 'empName', { width: 96 }),
        scoreColumn,
        {
          key: 'units',
          title: '班级和学生数',
          width: 360,
          render: (_, { units }) => (
            <span className="check-findings">
              {units.map(({ unitNo, unitName, stuCnt }) => (
                <span key={unitNo}>
                  {unitName} <CountLink count={stuCnt} to={studentsAt({ unitNo, entNo })} label={`${unitName}学生`} />
                </span>
              ))}
            </span>
          ),
        },
      ]}
    />
  )
}
