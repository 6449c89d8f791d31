import { defineTable } from '#server/database/tables.ts'
import { EnrolmentInFull, reg } from './reg.contract.ts'

defineTable('reg', { word: '报名', key: 'regNo', history: { fields: EnrolmentInFull.shape, see: reg.get, record: {} } })
