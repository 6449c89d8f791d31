import { defineTable } from '#server/database/tables.ts'
import { res, Resource } from './res.contract.ts'

defineTable('res', {
  word: '资源',
  key: 'resNo',
  name: 'resName',
  history: {
    fields: { ...Resource.shape, clsNo: Resource.shape.clsName },
    see: res.get,
    change: res.update,
    record: { links: ['resver'] },
  },
})

defineTable('resver', { word: '资源的版本', history: { fields: {}, see: res.get } })
