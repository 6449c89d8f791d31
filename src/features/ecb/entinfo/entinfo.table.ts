import { defineTable } from '#server/database/tables.ts'
import { entinfo } from './entinfo.contract.ts'

defineTable('entinfo', { word: '选用的字典值', history: { fields: {}, see: entinfo.getlistforset } })
