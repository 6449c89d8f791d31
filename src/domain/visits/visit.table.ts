import { defineTable } from '#server/database/tables.ts'

export const visitTable = defineTable('vst', {
  word: '来访',
  key: 'vstNo',
  name: 'vstName',
  search: { words: ['vstNo', 'workUnit', 'carNo'], phone: 'vstTel' },
})
