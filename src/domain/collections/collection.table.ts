import { defineTable } from '#server/database/tables.ts'

export const collectionTable = defineTable('hnd', { word: '收集', key: 'hndNo', name: 'title' })

export const answerTable = defineTable('ans', { word: '答卷', key: 'toNo' })
