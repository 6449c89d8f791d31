import { defineTable } from '#server/database/tables.ts'

export const channelTable = defineTable('chn', { word: '消息渠道', key: 'chnKind', name: 'chnKind' })
