import { defineTable } from '#server/database/tables.ts'
import { EnterpriseSetting, enterpriseSettings } from './entcfg.contract.ts'

defineTable('entcfg', {
  word: '企业的参数',
  history: { fields: EnterpriseSetting.shape, see: enterpriseSettings.getlist },
})
