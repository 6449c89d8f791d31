import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { ArchivePage } from '#domain/people/ArchivePage.tsx'
import { query } from '#web/api/api.ts'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { schoolIdentity } from '#features/ent/scharch/scharch.contract.ts'
import { edcarch, EnterpriseArchive } from './edcarch.contract.ts'
import EnterpriseArchivePanel from './edcarch.panel.tsx'

type Row = z.output<typeof EnterpriseArchive> & { stt?: string }

/** Draws the archives of enterprises other than schools. */
export default function EnterpriseArchiveScreen() {
  const list = useListState(edcarch.getpage)
  const { filters, setFilters } = list
  const first = useQuery(query(edcarch.getpage, { pageSize: 2 }))
  return (
    <ArchivePage
      title="企业档案"
      module="edcarch"
      first={first}
      form={(one) => <EnterpriseArchivePanel key={one.entNo} {...one} />}
      list={(open, opened) => (
        <PageTable
          call={edcarch.getpage}
          list={list}
          rowKey="entNo"
          search="企业名称、拼音或编号"
          opened={opened}
          empty={{ hint: '没有能查看的企业' }}
          filters={
            <CodeFilter
              type="IDNT"
              label="身份"
              without={schoolIdentity}
              value={filters.idntNo}
              onChange={(idntNo) => setFilters({ idntNo })}
            />
          }
          columns={[
            linkedNameColumn<Row>(EnterpriseArchive, 'entName', 220, (row) => open(row)),
            column<Row>(EnterpriseArchive, 'idntNo', { width: 100 }),
            {
              key: 'place',
              title: '省市区',
              width: 220,
              ellipsis: true,
              render: (_, { prvn, city, dstr }) => [prvn, city, dstr].filter(Boolean).join(' ') || '–',
            },
            column<Row>(EnterpriseArchive, 'adr', { width: 300 }),
          ]}
        />
      )}
    />
  )
}
