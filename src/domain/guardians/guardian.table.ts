import { defineTable } from '#server/database/tables.ts'

export const guardianTable = defineTable('ptr', {
  word: '家长',
  key: 'ptrNo',
  name: 'ptrName',
  search: { words: ['ptrNo'], phone: 'authTel' },
  uses: { stuptr: '已有孩子' },
  swappable: ['idNoHash'],
})
