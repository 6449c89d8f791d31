import { defineTable } from '#server/database/tables.ts'
import { EmployeeGroup, empgrp } from './empgrp.contract.ts'

export const groupTable = defineTable('empgrp', {
  word: '员工组',
  key: 'grpNo',
  name: 'grpName',
  search: { words: ['grpNo'] },
  uses: { empgrpmbr: '里已有员工' },
  history: {
    fields: EmployeeGroup.shape,
    see: empgrp.getlist,
    change: empgrp.update,
    record: { links: ['empgrpmbr'] },
  },
})

defineTable('empgrpmbr', { word: '组成员', history: { fields: {}, see: empgrp.getmbrlist } })
