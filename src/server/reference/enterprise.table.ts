import { defineTable } from '#server/database/tables.ts'

export const enterpriseTable = defineTable('ent', {
  word: '单位',
  key: 'entNo',
  name: 'entName',
  search: { words: ['entNo', 'selfNo'] },
})
