import { defineTable } from '#server/database/tables.ts'
import { pbccfg, Setting } from './pbccfg.contract.ts'

defineTable('pbccfg', {
  word: '参数',
  name: 'cfgDesc',
  history: { fields: Setting.shape, see: pbccfg.getlist, change: pbccfg.update },
})
