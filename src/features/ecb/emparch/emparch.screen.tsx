import type * as z from 'zod'
import { titlesOf } from '#contract/explain.ts'
import { DepartmentField, useDepartments } from '#features/ent/org/org.picker.tsx'
import { ArchiveScreen } from '#domain/people/ArchiveScreen.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { Completeness } from '#domain/people/Completeness.tsx'
import { Filter } from '#web/list/filters/Filter.tsx'
import { MissingFieldFilter } from '#web/list/filters/MissingFieldFilter.tsx'
import { type ListState, useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { PrintButton } from '#web/print/PrintView.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import './emparch.css'
import { ArchiveRow, employeeCompletenessFields, emparch, EmployeeArchive } from './emparch.contract.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

const EmployeeArchivePanel = lazyPiece(() => import('./emparch.panel.tsx'))

type Row = z.output<typeof ArchiveRow> & { stt?: string }

const lacks = titlesOf(EmployeeArchive, [...employeeCompletenessFields.all, ...employeeCompletenessFields.teachers])

const full = column<Row>(ArchiveRow, 'fullPct', {
  width: 128,
  align: 'left',
  render: (percent: number) => <Completeness percent={percent} />,
})

/** Draws the archives of employees: how complete each is, and the form beside the list. */
export default function EmployeeArchiveScreen() {
  const narrow = useNarrow()
  const list = useListState(emparch.getpage)
  return (
    <ArchiveScreen<Row>
      title="员工档案"
      call={emparch.getpage}
      set={emparch.set}
      list={list}
      rowKey="empNo"
      nameOf={({ empName }) => empName}
      extra={<PrintButton module="emparch" />}
      Panel={EmployeeArchivePanel}
    >
      {(open, opened) => (
        <PageTable
          call={emparch.getpage}
          list={list}
          rowKey="empNo"
          search="姓名、拼音、工号"
          opened={opened}
          empty={{ hint: '还没有员工' }}
          filters={<Filters list={list} />}
          columns={[
            linkedNameColumn<Row>(ArchiveRow, 'empName', 110, open),
            column<Row>(ArchiveRow, 'orgName', { width: 150 }),
            // Limits a card to three facts.
            ...(narrow ? [full] : []),
            column<Row>(ArchiveRow, 'pstn', { width: 110 }),
            column<Row>(ArchiveRow, 'ttl', { width: 120 }),
            column<Row>(ArchiveRow, 'przDt', { width: 104, minor: true }),
            column<Row>(ArchiveRow, 'maxEdc', { width: 120 }),
            column<Row>(ArchiveRow, 'sbtNo', { width: 90, minor: true }),
            column<Row>(ArchiveRow, 'pltc', { width: 90, minor: true }),
            column<Row>(ArchiveRow, 'entDt', { width: 104, minor: true }),
            ...(narrow ? [] : [full]),
          ]}
        />
      )}
    </ArchiveScreen>
  )
}

function Filters({ list: { filters, setFilters } }: { list: ListState }) {
  const { byNo } = useDepartments()
  return (
    <>
      <Filter
        label="部门"
        shown={filters.orgNo && (byNo.get(filters.orgNo)?.orgName ?? filters.orgNo)}
        onClear={() => setFilters({ orgNo: undefined })}
      >
        <div className="department-filter">
          <DepartmentField
            aria-label="部门"
            placeholder="部门（含下级）"
            value={filters.orgNo}
            onChange={(orgNo) => setFilters({ orgNo: orgNo ? String(orgNo) : undefined })}
          />
        </div>
      </Filter>
      <CodeFilter type="PSTN" label="岗位" value={filters.pstn} onChange={(pstn) => setFilters({ pstn })} />
      <CodeFilter type="TTL" label="职称" value={filters.ttl} onChange={(ttl) => setFilters({ ttl })} />
      <CodeFilter type="EDC" label="学历" value={filters.maxEdc} onChange={(maxEdc) => setFilters({ maxEdc })} />
      <CodeFilter type="SUBJECT" label="学科" value={filters.sbtNo} onChange={(sbtNo) => setFilters({ sbtNo })} />
      <MissingFieldFilter titles={lacks} value={filters.lack} onChange={(lack) => setFilters({ lack })} />
    </>
  )
}
