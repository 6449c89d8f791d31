import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type * as z from 'zod'
import { titlesOf } from '#contract/explain.ts'
import { UnitFilter } from '#features/ent/edcunit/pickers/unitFilter.picker.tsx'
import { ArchiveDrawer } from '#domain/people/ArchiveDrawer.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, nameColumn } from '#web/list/columns/columns.tsx'
import { MissingFieldFilter } from '#web/list/filters/MissingFieldFilter.tsx'
import { type ListState, useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { useNeighbours } from '#web/list/useNeighbours.ts'
import { GuardianArchiveRow, lackable, ptrarch } from './ptrarch.contract.ts'
import GuardianArchivePanel from './ptrarch.panel.tsx'

type Row = z.output<typeof GuardianArchiveRow> & { stt?: string }

const lacks = titlesOf(GuardianArchiveRow, lackable)

/** The archives of guardians: the list, and the form beside it. */
export default function GuardianArchiveScreen() {
  const may = useMay()
  const navigate = useNavigate()
  const list = useListState(ptrarch.getpage)
  const { opened, setOpened, onPrevious, onNext } = useNeighbours<Row>(ptrarch.getpage, list, 'ptrNo')
  const { leave, dialog } = useLeaving()
  return (
    <div className="page touch">
      <div className="page-head">
        <h1>家长档案</h1>
      </div>
      <PageTable
        call={ptrarch.getpage}
        list={list}
        rowKey="ptrNo"
        search="家长、孩子"
        opened={opened?.ptrNo}
        empty={{ hint: '档案为空', action: <Button onClick={() => navigate('/ent/ptr')}>去家长管理</Button> }}
        filters={<Filters list={list} />}
        columns={[
          nameColumn<Row>(GuardianArchiveRow, 'ptrName', 110, (row) => leave(() => setOpened(row))),
          column<Row>(GuardianArchiveRow, 'stus', {
            width: 220,
            render: (stus: Row['stus']) => stus.map(({ stuName, unitName }) => `${stuName} ${unitName}`).join('、') || '–',
          }),
          column<Row>(GuardianArchiveRow, 'workUnit', { width: 200 }),
          column<Row>(GuardianArchiveRow, 'pstn', { width: 110 }),
          column<Row>(GuardianArchiveRow, 'indt', { width: 140, responsive: ['xl'] }),
          column<Row>(GuardianArchiveRow, 'edc', { width: 110, responsive: ['xl'] }),
          { ...column<Row>(GuardianArchiveRow, 'ttl', { width: 120 }), optional: true },
        ]}
      />
      {opened && (
        <ArchiveDrawer
          title={opened.ptrName}
          onPrevious={onPrevious}
          onNext={onNext}
          editable={may(ptrarch.set)}
          Panel={GuardianArchivePanel}
          of={{ ptrNo: opened.ptrNo }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {dialog}
    </div>
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
