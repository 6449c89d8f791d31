import { defineTable } from '#server/database/tables.ts'

export const fileTable = defineTable('file', { word: '文件', key: 'fileNo', name: 'name' })
