import { defineTable } from '#server/database/tables.ts'
import { mdl, Module } from './mdl.contract.ts'

defineTable('mdl', { word: '模块', history: { fields: Module.shape, see: mdl.gettree, change: mdl.update } })
