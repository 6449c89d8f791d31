import { defineTable } from '#server/database/tables.ts'

export const flowTable = defineTable('flow', { word: '审批流程', key: 'flowNo', name: 'flowName' })

export const flowVersionTable = defineTable('flowver', { word: '审批流程版本' })

export const processTable = defineTable('prc', { word: '申请', key: 'prcNo', name: 'title' })

export const processDraftTable = defineTable('prcdraft', { word: '申请草稿' })

export const taskTable = defineTable('tsk', { word: '审批', key: 'tskNo', name: 'stepName' })

export const delegationTable = defineTable('deleg', { word: '委托', key: 'dlgNo' })
