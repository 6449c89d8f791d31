import type * as z from 'zod'
import { column } from '#web/list/columns/columns.tsx'
import { EmptyState, NothingFits } from '#web/list/EmptyState.tsx'
import { FilterBar } from '#web/list/filters/FilterBar.tsx'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { StatusFilter } from '#web/list/filters/StatusFilter.tsx'
import { ListTable } from '#web/list/ListTable.tsx'
import { useListState } from '#web/list/listState.ts'
import { pagerOf, totalOf } from '#web/list/pager.ts'
import { usePage } from '#web/list/usePage.ts'
import { emp, Employee } from './emp.contract.ts'

type Row = z.output<typeof Employee>

/** Draws the employees of another enterprise, to be looked at. */
export default function EnterpriseStaff({ entNo }: { entNo: string }) {
  const list = useListState(emp.getpage, { stt: '1' })
  const { filters, setFilters, keyWord, look } = list
  const { page, error, isFormer, isCounting, refetch } = usePage<Row>(
    emp.getpage,
    { ...list, filters: { ...filters, entNo } },
    true,
  )
  const isFiltered = keyWord !== '' || filters.stt !== '1'
  const clear = () => {
    look('')
    setFilters({ stt: '1' })
  }
  return (
    <div className="stack">
      <FilterBar
        keyword={<Keyword value={keyWord} onChange={look} placeholder="姓名、拼音、工号、手机" />}
        filters={<StatusFilter value={filters.stt} onChange={(stt) => setFilters({ stt })} />}
        onReset={isFiltered ? clear : undefined}
      />
      <div className="page-tools">
        <span className="grey" aria-live="polite">
          {page && totalOf(page.recordCount, isCounting)}
        </span>
      </div>
      <ListTable<Row>
        rowKey="empNo"
        rows={page?.datas}
        error={page ? null : error}
        onRetry={refetch}
        empty={isFiltered ? <NothingFits onClear={clear} /> : <EmptyState hint="还没有员工" />}
        pager={pagerOf(list, page?.recordCount ?? 0, isCounting)}
        isFormer={isFormer}
        columns={[
          column<Row>(Employee, 'empName', { width: 96 }),
          column<Row>(Employee, 'workNo', { width: 96 }),
          column<Row>(Employee, 'sex', { width: 56 }),
          column<Row>(Employee, 'orgName', { width: 160 }),
          column<Row>(Employee, 'authTel', { width: 120 }),
          column<Row>(Employee, 'authFlag', { width: 80 }),
          column<Row>(Employee, 'stt', { width: 80 }),
        ]}
      />
    </div>
  )
}
