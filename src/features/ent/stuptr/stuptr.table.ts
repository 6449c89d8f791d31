import { defineTable } from '#server/database/tables.ts'
import { linkFields, stuptr } from './stuptr.contract.ts'

defineTable('stuptr', { word: '学生家长关系', history: { fields: linkFields, see: stuptr.getpage } })
