import { defineTable } from '#server/database/tables.ts'
import { entinfo } from './entinfo.contract.ts'

defineTable('entinfo', { word: '企业字典的值', history: { fields: {}, see: entinfo.getlistforset } })
