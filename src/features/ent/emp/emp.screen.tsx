import { ImportOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type * as z from 'zod'
import { org, type OrgNode } from '#features/ent/org/org.contract.ts'
import { query } from '#web/api.ts'
import { column } from '#web/columns.tsx'
import { useListState } from '#web/listState.ts'
import { useMay } from '#web/me.tsx'
import { PageTable } from '#web/PageTable.tsx'
import { Split } from '#web/Split.tsx'
import { StatusFilter } from '#web/StatusFilter.tsx'
import { type TreeNode, TreePanel } from '#web/TreePanel.tsx'
import { emp, Employee } from './emp.contract.ts'

type Row = z.output<typeof Employee>

const nodeOf = ({ orgNo, orgName, helpCode, items }: OrgNode): TreeNode => ({
  key: orgNo,
  title: orgName,
  words: helpCode ?? '',
  children: items.map(nodeOf),
})

const nameOf = (nodes: OrgNode[], orgNo: string | undefined): string | undefined =>
  nodes.map((node) => (node.orgNo === orgNo ? node.orgName : nameOf(node.items, orgNo))).find(Boolean)

/** The employees of the enterprise: departments on the left, the list on the right. */
export default function EmployeeScreen() {
  const may = useMay()
  const navigate = useNavigate()
  const { filters, setFilters } = useListState(emp.getpage)
  const { data: departments, error, refetch } = useQuery(query(org.gettree, {}))
  const importing = may(emp.importemp) && (
    <Button type="primary" icon={<ImportOutlined />} onClick={() => navigate('/ent/emp/import')}>
      导入员工
    </Button>
  )
  return (
    <div className="page">
      <div className="page-head">
        <h1>员工管理</h1>
      </div>
      <Split
        width={240}
        label={nameOf(departments ?? [], filters.orgNo) ?? '全部部门'}
        side={(close) => (
          <TreePanel
            nodes={departments?.map(nodeOf)}
            error={error ? { message: error.message, onRetry: () => void refetch() } : undefined}
            all="全部部门"
            chosen={filters.orgNo}
            onChoose={(orgNo) => {
              setFilters({ orgNo })
              close()
            }}
          />
        )}
      >
        <PageTable
          call={emp.getpage}
          rowKey="empNo"
          search="姓名、拼音、工号、手机"
          empty={{ hint: '还没有员工', action: importing }}
          actions={importing}
          filters={<StatusFilter value={filters.stt} onChange={(stt) => setFilters({ stt })} />}
          columns={[
            column<Row>(Employee, 'empName', { width: 110, fixed: 'left' }),
            column<Row>(Employee, 'workNo', { width: 96 }),
            column<Row>(Employee, 'sex', { width: 64 }),
            column<Row>(Employee, 'orgName', { width: 150 }),
            column<Row>(Employee, 'authTel', { width: 120 }),
            column<Row>(Employee, 'idNo', { width: 168 }),
            column<Row>(Employee, 'brth', { width: 104 }),
            column<Row>(Employee, 'stt', { width: 72 }),
          ]}
        />
      </Split>
    </div>
  )
}
