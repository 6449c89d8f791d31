import { defineTable } from '#server/database/tables.ts'
import { act } from './act.contract.ts'
import { ActivityInFull } from './act.parts.contract.ts'

const { sex, ...fields } = ActivityInFull.shape

export const activityTable = defineTable('act', {
  word: '活动',
  key: 'actNo',
  name: 'title',
  search: { words: ['actNo', 'place'] },
  history: {
    fields: { ...fields, onlySex: sex, tmplNo: fields.tmplName },
    writes: { onlySex: 'sex' },
    see: act.get,
    change: act.update,
    record: {},
  },
})
