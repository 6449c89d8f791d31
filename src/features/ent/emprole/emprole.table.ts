import { defineTable } from '#server/database/tables.ts'
import { emprole } from './emprole.contract.ts'

defineTable('emprole', { word: '角色成员', history: { fields: {}, see: emprole.getlist } })
