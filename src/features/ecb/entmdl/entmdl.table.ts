import { defineTable } from '#server/database/tables.ts'
import { entmdl } from './entmdl.contract.ts'

defineTable('entmdl', { word: '企业的模块', history: { fields: {}, see: entmdl.getlist } })
