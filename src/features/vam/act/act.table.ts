import { defineTable } from '#server/database/tables.ts'
import { act } from './act.contract.ts'
import { ActivityInFull } from './act.parts.contract.ts'

export const activityTable = defineTable('act', {
  word: '活动',
  key: 'actNo',
  name: 'title',
  search: { words: ['actNo', 'place'] },
  history: {
    fields: { ...ActivityInFull.shape, tmplNo: ActivityInFull.shape.tmplName },
    see: act.get,
    change: act.update,
    record: {},
  },
})
