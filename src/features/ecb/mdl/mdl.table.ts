import { explainConstraints } from '#server/base/fault.ts'
import { defineTable } from '#server/database/tables.ts'
import { mdl, Module } from './mdl.contract.ts'

defineTable('mdl', {
  word: '模块',
  key: 'mdlCode',
  name: 'mdlName',
  history: { fields: Module.shape, see: mdl.gettree, change: mdl.update },
})

explainConstraints({ mdl_prt_code_cycle: { code: 'invalid', field: 'prtCode', message: '不能把模块移到它自己或它的下级之下' } })
