import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { ArchivePage } from '#domain/people/ArchivePage.tsx'
import { query } from '#web/api/api.ts'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { formatAmount } from '#web/page/format.ts'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { SchoolArchive, scharch } from './scharch.contract.ts'
import SchoolArchivePanel from './scharch.panel.tsx'

type Row = z.output<typeof SchoolArchive> & { stt?: string }

/** Draws the archives of schools. */
export default function SchoolArchiveScreen() {
  const list = useListState(scharch.getpage)
  const { filters, setFilters } = list
  const first = useQuery(query(scharch.getpage, { pageSize: 2 }))
  return (
    <ArchivePage
      title="学校档案"
      module="scharch"
      first={first}
      form={(one) => <SchoolArchivePanel key={one.entNo} {...one} />}
      list={(open, opened) => (
        <PageTable
          call={scharch.getpage}
          list={list}
          rowKey="entNo"
          search="学校名称、拼音或编号"
          opened={opened}
          empty={{ hint: '没有能查看的学校' }}
          filters={
            <>
              <CodeFilter type="SCH_NTR" label="学校性质" value={filters.ntr} onChange={(ntr) => setFilters({ ntr })} />
              <CodeFilter
                type="SCHTYPE"
                label="办学类型"
                value={filters.schType}
                onChange={(schType) => setFilters({ schType })}
              />
              <CodeFilter
                type="ADMN_LVL"
                label="行政级别"
                value={filters.admnLvl}
                onChange={(admnLvl) => setFilters({ admnLvl })}
              />
            </>
          }
          columns={[
            linkedNameColumn<Row>(SchoolArchive, 'entName', 220, (row) => open(row)),
            {
              key: 'place',
              title: '省市区',
              width: 200,
              ellipsis: true,
              render: (_, { prvn, city, dstr }) => [prvn, city, dstr].filter(Boolean).join(' ') || '–',
            },
            column<Row>(SchoolArchive, 'schType', { width: 140 }),
            column<Row>(SchoolArchive, 'ntr', { width: 90 }),
            column<Row>(SchoolArchive, 'admnLvl', { width: 100 }),
            column<Row>(SchoolArchive, 'flrSpc', { width: 130, render: formatAmount, minor: true }),
            column<Row>(SchoolArchive, 'flrArea', { width: 130, render: formatAmount, minor: true }),
          ]}
        />
      )}
    />
  )
}
