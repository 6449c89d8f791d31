import { defineTable } from '#server/database/tables.ts'
import { empdatapwr } from './empdatapwr.contract.ts'

defineTable('empdatapwr', { word: '数据权限', history: { fields: {}, see: empdatapwr.getrolelist } })

defineTable('empmsgpwr', { word: '接收消息的范围', history: { fields: {}, see: empdatapwr.getrolelist } })
