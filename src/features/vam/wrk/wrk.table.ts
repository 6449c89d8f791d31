import { defineTable } from '#server/database/tables.ts'
import { Work, wrk } from './wrk.contract.ts'

defineTable('wrk', { word: '作品', key: 'wrkNo', name: 'title', history: { fields: Work.shape, see: wrk.getpage } })

defineTable('wrkrpt', { word: '举报', history: { fields: {}, see: wrk.getpage } })
