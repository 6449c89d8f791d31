import { explainConstraints } from '#server/base/fault.ts'
import { defineTable } from '#server/database/tables.ts'
import { Department, Member, org } from './org.contract.ts'

defineTable('org', {
  word: '部门',
  key: 'orgNo',
  name: 'orgName',
  uses: { orgemp: '里已有员工', org: '下已有部门' },
  history: { fields: Department.shape, see: org.gettree, change: org.update, record: { links: ['orgemp'] } },
})

defineTable('orgemp', {
  word: '部门成员',
  exclusive: ['mstFlag'],
  history: { fields: Member.pick({ mstFlag: true, leadFlag: true }).shape, see: org.gettree },
})

explainConstraints({ org_prt_no_cycle: { code: 'invalid', field: 'prtNo', message: '不能把部门移到它自己或它的下级之下' } })
