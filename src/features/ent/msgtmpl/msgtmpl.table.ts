import { defineTable } from '#server/database/tables.ts'

export const messageTemplateTable = defineTable('msgtmpl', { word: '消息模板', key: 'tmplNo', name: 'tmplName' })
