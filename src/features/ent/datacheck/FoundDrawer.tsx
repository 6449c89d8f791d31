import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { query } from '#web/api/api.ts'
import { column } from '#web/list/columns/columns.tsx'
import { DataTable } from '#web/list/DataTable.tsx'
import { EmptyState, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { useMay } from '#web/api/me.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { datacheck, FoundOne } from './datacheck.contract.ts'
import { checkRuleOf, listedRules } from '#domain/students/datacheck.rules.contract.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { RowButton } from '#web/menu/RowButton.tsx'

export type FoundUnit = { unitNo: string; unitName: string }

export type OpenedFinding = { rule: (typeof listedRules)[number]; unit?: FoundUnit | undefined }

const StudentDrawer = lazyWindow(() => import('#features/ent/stu/student.panel.tsx'))

type Row = z.output<typeof FoundOne> & { key: string; stt?: string }
type Props = OpenedFinding & { entNo: string | undefined; onClose: () => void }

const pageSize = 50

/** Draws what one rule found, each leading to where it is repaired. */
export default function FoundDrawer({ rule, unit, entNo, onClose }: Props) {
  const may = useMay()
  const narrow = useNarrow()
  const [pageIndex, setPage] = useState(1)
  const [student, setStudent] = useState<string>()
  const asked = { rule, pageIndex, pageSize, ...(unit && { unitNo: unit.unitNo }), ...(entNo && { entNo }) }
  const { data, error, refetch } = useQuery({ ...query(datacheck.getfound, asked), placeholderData: (before) => before })
  const rows: Row[] = (data?.datas ?? []).map((row) => ({ ...row, key: row.stuNo ?? row.unitNo }))
  const { name, of } = checkRuleOf(rule)
  const hasNote = rows.some(({ note }) => note)
  return (
    <AppDrawer
      open
      size={narrow ? '100%' : 560}
      title={[unit?.unitName, name, data && `${formatCount(data.recordCount)} ${of === '班级' ? '个' : '人'}`]
        .filter(Boolean)
        .join(' · ')}
      onClose={onClose}
    >
      {error && !data && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      <DataTable<Row>
        rowKey="key"
        rows={rows}
        isLoading={!data && !error}
        empty={data && <EmptyState hint="没有发现问题" />}
        pager={{ current: pageIndex, pageSize, total: data?.recordCount ?? 0, onChange: setPage, hideOnSinglePage: true }}
        columns={[
          ...(of === '学生'
            ? [
                column<Row>(FoundOne, 'stuName', {
                  width: 96,
                  render: (stuName: string, { stuNo }) =>
                    stuNo && may(stu.getex) && !entNo ? (
                      <RowButton onClick={() => setStudent(stuNo)}>{stuName}</RowButton>
                    ) : (
                      stuName
                    ),
                }),
              ]
            : []),
          column<Row>(FoundOne, 'unitName', {
            width: 132,
            render: (unitName: string, { unitNo }) =>
              of === '班级' && !entNo ? <Link to={`/ent/edcunit?prtNo=${unitNo}`}>{unitName}</Link> : unitName,
          }),
          ...(hasNote ? [column<Row>(FoundOne, 'note', { width: 240 })] : []),
        ]}
      />
      <Suspense>{student && <StudentDrawer stuNo={student} onClose={() => setStudent(undefined)} />}</Suspense>
    </AppDrawer>
  )
}
