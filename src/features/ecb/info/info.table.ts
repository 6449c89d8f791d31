import { defineTable } from '#server/database/tables.ts'
import { catalogueInfo, InfoItem, InfoType } from './info.contract.ts'

defineTable('info', {
  word: '信息项',
  name: 'chnName',
  history: { fields: InfoItem.shape, see: catalogueInfo.getpage, change: catalogueInfo.update },
})

defineTable('infotype', {
  word: '信息类型',
  key: 'typeCode',
  name: 'chnName',
  history: { fields: InfoType.shape, see: catalogueInfo.gettypepage, change: catalogueInfo.updatetype },
})
