import { defineTable } from '#server/database/tables.ts'

export const leaveTable = defineTable('lve', { word: '请假', key: 'lveNo' })
