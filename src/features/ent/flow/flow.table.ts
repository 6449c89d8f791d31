import { flowTable } from '#domain/approvals/approval.table.ts'
import { explainConstraints } from '#server/base/fault.ts'
import { describeHistory } from '#server/database/tables.ts'
import { flow, FlowInFull } from './flow.contract.ts'

describeHistory(flowTable, { fields: FlowInFull.shape, see: flow.get, isOwn: true, record: {} })

explainConstraints({ flow_of_form: { code: 'taken', field: 'tmplNo', message: '这张表单已有审批流程' } })
