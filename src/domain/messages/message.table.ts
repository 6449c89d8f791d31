import { defineTable } from '#server/database/tables.ts'

export const messageTable = defineTable('msg', { word: '消息', key: 'msgNo', name: 'title' })
