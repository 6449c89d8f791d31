import { sql } from 'kysely'
import { registerRowName } from '#server/history/rowNames.ts'
import { defineTable } from '#server/database/tables.ts'
import { EnterpriseSetting, enterpriseSettings } from './entcfg.contract.ts'

registerRowName('entcfg', (_, no) => sql`(select cfg_desc from pbccfg where cfg_code = ${no} order by idnt_no limit 1)`)

defineTable('entcfg', {
  word: '单位的参数',
  key: 'cfgCode',
  history: { fields: EnterpriseSetting.shape, see: enterpriseSettings.getlist },
})
