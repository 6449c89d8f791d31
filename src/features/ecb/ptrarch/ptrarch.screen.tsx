import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type * as z from 'zod'
import { titlesOf } from '#contract/explain.ts'
import { UnitFilter } from '#features/ent/edcunit/pickers/unitFilter.picker.tsx'
import { ArchiveScreen } from '#domain/people/ArchiveScreen.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { MissingFieldFilter } from '#web/list/filters/MissingFieldFilter.tsx'
import { type ListState, useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { GuardianArchiveRow, missingArchiveFields, ptrarch } from './ptrarch.contract.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

const GuardianArchivePanel = lazyPiece(() => import('./ptrarch.panel.tsx'))

type Row = z.output<typeof GuardianArchiveRow> & { stt?: string }

const lacks = titlesOf(GuardianArchiveRow, missingArchiveFields)

/** Draws the archives of guardians: the list, and the form beside it. */
export default function GuardianArchiveScreen() {
  const navigate = useNavigate()
  const list = useListState(ptrarch.getpage)
  return (
    <ArchiveScreen<Row>
      title="家长档案"
      call={ptrarch.getpage}
      set={ptrarch.set}
      list={list}
      rowKey="ptrNo"
      nameOf={({ ptrName }) => ptrName}
      Panel={GuardianArchivePanel}
    >
      {(open, opened) => (
        <PageTable
          call={ptrarch.getpage}
          list={list}
          rowKey="ptrNo"
          search="家长、孩子"
          opened={opened}
          empty={{ hint: '档案为空', action: <Button onClick={() => navigate('/ent/ptr')}>去家长管理</Button> }}
          filters={<Filters list={list} />}
          columns={[
            linkedNameColumn<Row>(GuardianArchiveRow, 'ptrName', 110, open),
            column<Row>(GuardianArchiveRow, 'stus', {
              width: 220,
              render: (stus: Row['stus']) => stus.map(({ stuName, unitName }) => `${stuName} ${unitName}`).join('、') || '–',
            }),
            column<Row>(GuardianArchiveRow, 'workUnit', { width: 200 }),
            column<Row>(GuardianArchiveRow, 'pstn', { width: 110 }),
            column<Row>(GuardianArchiveRow, 'indt', { width: 140, minor: true }),
            column<Row>(GuardianArchiveRow, 'edc', { width: 110, minor: true }),
            { ...column<Row>(GuardianArchiveRow, 'ttl', { width: 120 }), optional: true },
          ]}
        />
      )}
    </ArchiveScreen>
  )
}

const Filters = ({ list: { filters, setFilters } }: { list: ListState }) => (
  <>
    <UnitFilter label="孩子的班级" value={filters.unitNo} onChange={(unitNo) => setFilters({ unitNo })} />
    <CodeFilter type="INDUSTRY" label="行业" value={filters.indt} onChange={(indt) => setFilters({ indt })} />
    <CodeFilter type="EDC" label="学历" value={filters.edc} onChange={(edc) => setFilters({ edc })} />
    <MissingFieldFilter titles={lacks} value={filters.lack} onChange={(lack) => setFilters({ lack })} />
  </>
)
