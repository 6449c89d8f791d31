import { defineTable } from '#server/database/tables.ts'

defineTable('rollover', { word: '年终结转' })
