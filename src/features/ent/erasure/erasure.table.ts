import { defineTable } from '#server/database/tables.ts'

export const erasureTable = defineTable('erasure', { word: '信息抹除', key: 'idntVal' })
