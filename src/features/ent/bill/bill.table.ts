import { defineTable } from '#server/database/tables.ts'
import { bill, Template } from './bill.contract.ts'

export const templateTable = defineTable('tmpl', {
  word: '表单模板',
  key: 'tmplNo',
  name: 'tmplName',
  search: { words: ['tmplNo'] },
  uses: { tmplver: '已经发布' },
  history: {
    fields: Template.shape,
    see: bill.gettmpl,
    change: bill.updatetmpl,
    record: { links: ['tmplver'] },
  },
})

defineTable('tmplver', { word: '表单版本', history: { fields: {}, see: bill.gettmpl } })
