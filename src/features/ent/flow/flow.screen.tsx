import { Plus } from 'lucide-react'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { StatusTag } from '#web/api/dictionary.tsx'
import { PageHead } from '#web/head/PageHead.tsx'
import { actionsColumn } from '#web/list/columns/actionsColumn.tsx'
import { column, linkedNameColumn } from '#web/list/columns/columns.tsx'
import { CodeFilter } from '#web/list/filters/CodeFilter.tsx'
import { useListState } from '#web/list/listState.ts'
import { PageTable } from '#web/list/PageTable.tsx'
import { formatCount } from '#web/page/format.ts'
import { useUrlParam } from '#web/page/useUrlParam.ts'
import { FlowState } from '#domain/approvals/approvals.contract.ts'
import { Flow, flow } from './flow.contract.ts'
import { pathOf, type Row, useFlowActions } from './useFlowActions.tsx'

/** Draws the flows of approvals: of which form, how many steps, and how much is under way. */
export default function FlowsScreen() {
  const navigate = useNavigate()
  const list = useListState(flow.getpage)
  const { filters, setFilters } = list
  const { create, menuOf, dialogs } = useFlowActions()
  useUrlParam('new', () => create?.())
  const begin = create && (
    <Button type="primary" icon={<Plus />} onClick={create}>
      新建流程
    </Button>
  )
  return (
    <div className="page touch">
      <PageHead title="审批流程" />
      <PageTable
        call={flow.getpage}
        list={list}
        rowKey="flowNo"
        search="流程或表单名称"
        offState={FlowState.stopped}
        filters={<CodeFilter type="FLOW_STT" label="状态" value={filters.stt} onChange={(stt) => setFilters({ stt })} />}
        actions={begin}
        empty={{
          hint: '还没有审批流程。选一张已发布的表单，定下谁先批、谁后批，员工就可以用它发起申请。',
          action: begin,
        }}
        columns={[
          linkedNameColumn<Row>(Flow, 'flowName', 240, {
            open: ({ flowNo }) => void navigate(pathOf(flowNo)),
            hrefOf: ({ flowNo }) => pathOf(flowNo),
          }),
          column<Row>(Flow, 'stt', { width: 88, render: (stt: string) => <StatusTag type="FLOW_STT" value={stt} /> }),
          column<Row>(Flow, 'tmplName', { width: 180 }),
          column<Row>(Flow, 'stepCnt', { width: 72 }),
          column<Row>(Flow, 'openCnt', { width: 88, render: formatCount }),
          column<Row>(Flow, 'updTm', { width: 150 }),
          actionsColumn<Row>(menuOf, ({ flowName }) => flowName),
        ]}
      />
      {dialogs}
    </div>
  )
}
