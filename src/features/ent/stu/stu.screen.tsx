import { Plus, Printer } from 'lucide-react'
import { Button } from 'antd'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type * as z from 'zod'
import { permissions } from '#contract/access.ts'
import { unitTypes } from '#domain/units/units.contract.ts'
import { importPages, pathInto } from '#features/ent/stu/imports/importPages.contract.ts'
import { linkedNameColumn } from '#web/list/columns/columns.tsx'
import { listColumns } from '#web/list/columns/listColumns.ts'
import { StatusTag } from '#web/api/dictionary.tsx'
import { useSheetList } from '#web/grid/sheetMode.ts'
import { SheetTools } from '#web/grid/SheetTools.tsx'
import { ImportMenu } from '#web/importing/ImportMenu.tsx'
import { useListState } from '#web/list/listState.ts'
import { send } from '#web/api/send.ts'
import { useMay } from '#web/api/me.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { Split } from '#web/layout/Split.tsx'
import { useDial } from '#web/form/masked/useDial.tsx'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { ClassTree } from './list/ClassTree.tsx'
import { Labels } from './labels/LabelField.tsx'
import { StudentChips, StudentFilters } from './list/StudentFilters.tsx'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { stu, StudentEx } from './stu.contract.ts'
import { type StudentFields, studentFields } from './stu.fields.ts'
import { useStudentPlaces } from './list/useStudentPlaces.tsx'
import { useStudentActions } from './useStudentActions.tsx'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const StudentDrawer = lazyWindow(() => import('./student.panel.tsx'))
const ExportStudents = lazyWindow(() => import('./export/export.panel.tsx'))
const PrintRoster = lazyWindow(() => import('./roster/roster.panel.tsx'))
const StudentSheet = lazyWindow(() => import('./sheet/StudentSheet.tsx'))

type Row = z.output<typeof StudentEx>

const listOrder = [
  ...(['stuName', 'sex', 'unitName', 'stdyNo', 'authTel', 'ptrName', 'authFlag', 'stt'] as const),
  ...(['wts', 'gradeName', 'idNo', 'brth', 'unfStuNo', 'ntnl'] as const),
]

const pictures = { path: '/ent/stu/pictures', label: '照片', hint: '一个 ZIP，照片用学号做文件名' }

/** Names the type of dragged students; the data are their numbers. */
const studentsType = 'application/x-students'

// Finds whom to call of a child: guardians come in the order in which they are called.
async function firstGuardian({ stuNo }: Row) {
  const [first] = (await send(stu.getptrlist, { stuNo })).result
  return first && { ptrNo: first.ptrNo, field: 'authTel' as const }
}

/** Draws the students of the school: classes on the left, the list on the right, one child's details beside it. */
export default function StudentScreen() {
  const may = useMay()
  // Opens with those on the roll, where the address asks for no state.
  const [params] = useSearchParams()
  const listed = useListState(stu.getpage, params.has('stt') ? {} : { rollFlag: '1' })
  const { list, sheet, opened, open, close, hrefOf, dialog } = useSheetList(stu.updatemany, listed, 'stuNo')
  const { menuOf, bulk, move, dialogs, edit, create, show } = useStudentActions({ onGone: close })
  const dial = useDial(ptr.reveal, firstGuardian, '还没有家长')
  const exportThose = (stuNos: string[]) => show((close) => <ExportStudents list={list} stuNos={stuNos} onClose={close} />)
  useUrlParam('new', () => may(stu.create) && create(undefined))
  const places = useStudentPlaces()
  const place = places.byNo.get(list.filters.unitNo ?? '')
  const isClass = place?.unitType === unitTypes.class
  const creating = may(stu.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => create(isClass ? place.unitNo : undefined)}>
      新建学生
    </Button>
  )
  const imports = importPages.filter(({ module }) => may(module === 'stu' ? stu.importnewstu : stu.importedcunit))
  const importing = may(stu.importnewstu) && (
    <ImportMenu items={[...imports.map((page) => ({ ...page, path: pathInto(page, place) })), pictures]} />
  )
  const mayRoster = place?.grdtFlag === '0' && may({ access: permissions('stu').print })
  const roster = mayRoster && (
    <Button icon={<Printer />} onClick={() => show((close) => <PrintRoster unit={place} onClose={close} />)}>
      打印名册
    </Button>
  )
  const drop = (unitNo: string, stuNos: string) => void move(stuNos.split(','), unitNo).catch(() => {})
  return (
    <div className="page touch">
      <PageHead title="学生管理" />
      <Split
        width={240}
        label={place?.unitName ?? '全部学生'}
        side={(hide) => (
          <ClassTree
            places={places}
            list={list}
            drops={may(stu.updateunit) ? { type: studentsType, onDrop: drop } : undefined}
            onChosen={hide}
          />
        )}
      >
        {sheet.isOn ? (
          <Suspense>
            <StudentSheet list={listed} onClose={sheet.close} />
          </Suspense>
        ) : (
          <PageTable
            call={stu.getexpage}
            plain={stu.getpage}
            list={list}
            chips={<StudentChips list={list} />}
            rowKey="stuNo"
            search="姓名、拼音、学号、手机、身份证号"
            opened={opened}
            empty={{
              hint: places.noClass || (place ? `${place.unitName}还没有学生` : '还没有学生'),
              of: ['unitNo'],
              action: (
                <>
                  {creating} {importing}
                </>
              ),
            }}
            actions={
              <>
                {importing}
                <SheetTools sheet={sheet} onExport={may(stu.export) ? () => exportThose([]) : undefined} />
                {roster}
                {creating}
              </>
            }
            bulk={bulk && ((ticked, clear) => bulk(ticked, clear, () => exportThose(ticked)))}
            drag={may(stu.updateunit) ? studentsType : undefined}
            filters={<StudentFilters list={list} />}
            columns={[
              ...listColumns<Row, StudentFields>(StudentEx, studentFields, listOrder, {
                stuName: linkedNameColumn<Row>(StudentEx, 'stuName', 96, {
                  isPerson: true,
                  open: ({ stuNo }) => open(stuNo),
                  hrefOf: ({ stuNo }) => hrefOf(stuNo),
                }),
                ptrName: {
                  render: (ptrName: string | null, { ptrCnt }) => (ptrCnt > 1 ? `${ptrName} +${ptrCnt - 1}` : (ptrName ?? '–')),
                },
                // Shows it only with a phone, which most children do not have to be certified.
                authFlag: {
                  render: (authFlag: string, { authTel }) => (authTel ? <StatusTag type="AUTH_FLAG" value={authFlag} /> : '–'),
                },
                wts: { render: (wts: string | null) => <Labels wts={wts} /> },
              }),
              actionsColumn<Row>(
                menuOf,
                (row) => row.stuName,
                dial || (may(stu.update) && { label: '修改', act: ({ stuNo }) => edit(stuNo) }),
              ),
            ]}
          />
        )}
      </Split>
      {opened && (
        <Suspense>
          <StudentDrawer stuNo={opened} menuOf={menuOf} onEdit={edit} onClose={close} />
        </Suspense>
      )}
      {dialogs}
      {dialog}
    </div>
  )
}
