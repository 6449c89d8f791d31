import { Download } from 'lucide-react'
import { Button } from 'antd'
import type * as z from 'zod'
import { titlesOf } from '#contract/explain.ts'
import { UnitFilter } from '#features/ent/edcunit/pickers/unitFilter.picker.tsx'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { mayExportArchives } from '#features/ent/stu/export/stu.export.contract.ts'
import { ArchiveScreen } from '#domain/people/ArchiveScreen.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { Completeness } from '#domain/people/Completeness.tsx'
import { MissingFieldFilter } from '#web/list/filters/MissingFieldFilter.tsx'
import { type ListState, useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { PrintButton } from '#web/print/PrintView.tsx'
import { useDialogs } from '#web/feedback/useDialogs.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { studentCompletenessFields, stuarch, StudentArchive, StudentArchiveRow } from './stuarch.contract.ts'
import { lazyPiece, lazyWindow } from '#web/feedback/lazyPart.tsx'

const StudentArchivePanel = lazyPiece(() => import('./stuarch.panel.tsx'))

const ExportStudents = lazyWindow(() => import('#features/ent/stu/export/export.panel.tsx'))

type Row = z.output<typeof StudentArchiveRow>

const lacks = titlesOf(StudentArchive, studentCompletenessFields)

const full = column<Row>(StudentArchiveRow, 'fullPct', {
  width: 128,
  align: 'left',
  render: (percent: number) => <Completeness percent={percent} />,
})

/** Draws the archives of students: how complete each is, and the form beside the list. */
export default function StudentArchiveScreen() {
  const may = useMay()
  const narrow = useNarrow()
  const list = useListState(stuarch.getpage)
  const { show, dialogs } = useDialogs()
  const exportThose = (stuNos: string[]) =>
    show((close) => <ExportStudents list={exportedOf(list)} stuNos={stuNos} ofArchives onClose={close} />)
  const mayExport = may(stu.export) && may({ access: mayExportArchives })
  return (
    <ArchiveScreen<Row>
      title="学生档案"
      call={stuarch.getpage}
      set={stuarch.set}
      list={list}
      rowKey="stuNo"
      nameOf={({ stuName }) => stuName}
      extra={<PrintButton module="stuarch" />}
      Panel={StudentArchivePanel}
    >
      {(open, opened) => (
        <>
          <PageTable
            call={stuarch.getpage}
            list={list}
            rowKey="stuNo"
            search="姓名、拼音、学号、全国学籍号"
            opened={opened}
            empty={{ hint: '还没有学生' }}
            filters={<Filters list={list} />}
            actions={
              mayExport && (
                <Button icon={<Download />} onClick={() => exportThose([])}>
                  导出
                </Button>
              )
            }
            bulk={mayExport ? (ticked) => <Button onClick={() => exportThose(ticked)}>导出所选</Button> : undefined}
            columns={[
              linkedNameColumn<Row>(StudentArchiveRow, 'stuName', 104, open),
              column<Row>(StudentArchiveRow, 'unitName', { width: 140 }),
              // Limits a card to three facts.
              ...(narrow ? [full] : []),
              column<Row>(StudentArchiveRow, 'unfStuNo', { width: 176 }),
              column<Row>(StudentArchiveRow, 'ntnl', { width: 80 }),
              column<Row>(StudentArchiveRow, 'nation', { width: 96, minor: true }),
              column<Row>(StudentArchiveRow, 'pltc', { width: 96, minor: true }),
              {
                key: 'adr',
                title: '现住址',
                width: 220,
                ellipsis: true,
                minor: true,
                render: (_, { prvn, city, dstr, adr }) => [prvn, city, dstr, adr].filter(Boolean).join(' ') || '–',
              },
              ...(narrow ? [] : [full]),
              { ...column<Row>(StudentArchiveRow, 'stdyNo', { width: 110 }), optional: true },
              { ...column<Row>(StudentArchiveRow, 'stt', { width: 80 }), optional: true },
            ]}
          />
          {dialogs}
        </>
      )}
    </ArchiveScreen>
  )
}

// Exports those on the roll without a state, as this list shows them.
const exportedOf = ({ filters, keyWord }: ListState) => ({
  filters: filters.stt ? filters : { ...filters, rollFlag: '1' },
  keyWord,
})

const Filters = ({ list: { filters, setFilters } }: { list: ListState }) => (
  <>
    <UnitFilter label="年级班级" value={filters.unitNo} onChange={(unitNo) => setFilters({ unitNo })} />
    <MissingFieldFilter titles={lacks} value={filters.lack} onChange={(lack) => setFilters({ lack })} />
    <CodeFilter type="NTNL" label="民族" value={filters.ntnl} onChange={(ntnl) => setFilters({ ntnl })} />
    <CodeFilter type="NATION" label="国籍" value={filters.nation} onChange={(nation) => setFilters({ nation })} />
    <CodeFilter type="PLTC" label="政治面貌" value={filters.pltc} onChange={(pltc) => setFilters({ pltc })} />
    <CodeFilter type="STU_STT" label="学籍状态" without="0" value={filters.stt} onChange={(stt) => setFilters({ stt })} />
  </>
)
