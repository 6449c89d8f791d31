import { Plus } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense } from 'react'
import type * as z from 'zod'
import { org, type CountedNode } from '#features/ent/org/org.contract.ts'
import { query } from '#web/api/api.ts'
import { linkedNameColumn } from '#web/list/columns/columns.tsx'
import { listColumns } from '#web/list/columns/listColumns.ts'
import { formatCount } from '#web/page/format.ts'
import { useSheetList } from '#web/grid/sheetMode.ts'
import { SheetTools } from '#web/grid/SheetTools.tsx'
import { ImportMenu } from '#web/importing/ImportMenu.tsx'
import { useListState } from '#web/list/listState.ts'
import { useMay } from '#web/api/me.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { PageTable } from '#web/list/PageTable.tsx'
import { Split } from '#web/layout/Split.tsx'
import { TreePanel } from '#web/tree/TreePanel.tsx'
import { useDial } from '#web/form/masked/useDial.tsx'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { emp, EmployeeEx } from './emp.contract.ts'
import { type EmployeeFields, employeeFields } from './emp.fields.ts'
import { EmployeeChips, EmployeeFilters } from './EmployeeFilters.tsx'
import { useEmployeeActions } from './useEmployeeActions.tsx'
import type { TreeNode } from '#web/tree/treeNodes.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'
import { PageHead } from '#web/head/PageHead.tsx'

const EmployeeDrawer = lazyWindow(() => import('./EmployeeDrawer.tsx'))
const EmployeeExport = lazyWindow(() => import('./export/EmployeeExport.tsx'))
const EmployeeSheet = lazyWindow(() => import('./sheet/EmployeeSheet.tsx'))

export type Row = z.output<typeof EmployeeEx>

const listOrder = [
  ...(['empName', 'workNo', 'sex', 'orgName', 'authTel', 'authFlag', 'stt'] as const),
  ...(['orgs', 'grps', 'roles', 'idNo', 'brth'] as const),
]

const imports = [
  { path: '/ent/emp/import', label: '员工', hint: '新建员工，或修改已有的' },
  { path: '/ent/emp/pictures', label: '照片', hint: '一个 ZIP，照片用工号做文件名' },
]

const nodeOf = ({ orgNo, orgName, helpCode, ttlCnt, items }: CountedNode): TreeNode => ({
  key: orgNo,
  title: orgName,
  words: `${helpCode ?? ''} ${orgNo}`,
  count: formatCount(ttlCnt),
  children: items.map(nodeOf),
})

const nameOf = (nodes: CountedNode[], orgNo: string | undefined): string | undefined =>
  nodes.map((node) => (node.orgNo === orgNo ? node.orgName : nameOf(node.items, orgNo))).find(Boolean)

const namesOf = (list: { name: string }[] | undefined) => list?.map(({ name }) => name).join('、') || '–'

/** Draws the employees of the enterprise: departments on the left, the list on the right, one person's details beside it. */
export default function EmployeeScreen() {
  const may = useMay()
  const listed = useListState(emp.getpage, { stt: '1' })
  const { list, sheet, opened, open, close, hrefOf, dialog } = useSheetList(emp.updatemany, listed, 'empNo')
  const { filters, setFilters } = list
  const { menuOf, bulk, dialogs, edit, create, show } = useEmployeeActions({ onGone: close })
  const dial = useDial(emp.reveal, ({ empNo }: Row) => ({ empNo, field: 'authTel' as const }))
  const exportThose = (empNos: string[]) => show((close) => <EmployeeExport list={list} empNos={empNos} onClose={close} />)
  useUrlParam('new', () => may(emp.create) && create(list.filters.orgNo))
  const { data: departments, error, refetch } = useQuery(query(org.gettreewithstatis, {}))
  const importing = may(emp.importemp) && <ImportMenu items={imports} />
  const creating = may(emp.create) && (
    <Button type="primary" icon={<Plus />} onClick={() => create(filters.orgNo)}>
      新建员工
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="员工管理" />
      <Split
        width={240}
        label={nameOf(departments ?? [], filters.orgNo) ?? '全部部门'}
        side={(hide) => (
          <TreePanel
            label="部门"
            nodes={departments?.map(nodeOf)}
            error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
            all="全部部门"
            chosen={filters.orgNo}
            onChoose={(orgNo) => {
              setFilters({ orgNo })
              hide()
            }}
          />
        )}
      >
        {sheet.isOn ? (
          <Suspense>
            <EmployeeSheet list={listed} onClose={sheet.close} />
          </Suspense>
        ) : (
          <PageTable
            call={emp.getexpage}
            plain={emp.getpage}
            list={list}
            chips={<EmployeeChips list={list} />}
            rowKey="empNo"
            search="姓名、拼音、工号、手机"
            opened={opened}
            empty={{
              hint: '还没有员工',
              action: (
                <>
                  {creating} {importing}
                </>
              ),
            }}
            actions={
              <>
                {importing}
                <SheetTools sheet={sheet} onExport={may(emp.export) ? () => exportThose([]) : undefined} />
                {creating}
              </>
            }
            bulk={bulk && ((ticked, clear) => bulk(ticked, clear, () => exportThose(ticked)))}
            filters={<EmployeeFilters list={list} />}
            columns={[
              ...listColumns<Row, EmployeeFields>(EmployeeEx, employeeFields, listOrder, {
                empName: linkedNameColumn<Row>(EmployeeEx, 'empName', 100, {
                  isPerson: true,
                  open: ({ empNo }) => open(empNo),
                  hrefOf: ({ empNo }) => hrefOf(empNo),
                }),
                orgs: { render: namesOf },
                grps: { render: namesOf },
                roles: { render: namesOf },
              }),
              actionsColumn<Row>(
                menuOf,
                (row) => row.empName,
                dial || (may(emp.update) && { label: '修改', act: ({ empNo }) => edit(empNo) }),
              ),
            ]}
          />
        )}
      </Split>
      {opened && (
        <Suspense>
          <EmployeeDrawer empNo={opened} menuOf={menuOf} onEdit={edit} onClose={close} />
        </Suspense>
      )}
      {dialogs}
      {dialog}
    </div>
  )
}
