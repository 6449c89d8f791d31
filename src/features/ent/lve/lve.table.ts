import { leaveTable } from '#domain/leaves/leave.table.ts'
import { describeHistory } from '#server/database/tables.ts'
import { LeaveInFull, lve } from './lve.contract.ts'

describeHistory(leaveTable, { fields: LeaveInFull.shape, see: lve.get, isOwn: true, record: {} })
