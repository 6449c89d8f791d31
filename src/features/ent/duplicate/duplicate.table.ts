import { defineTable } from '#server/database/tables.ts'

defineTable('stunotsame', { word: '不是同一人的标记', isNote: true })

defineTable('stumerge', { word: '学生的合并', isNote: true })
