import { defineTable } from '#server/database/tables.ts'
import { role } from '#features/ent/role/role.contract.ts'

defineTable('entrole', { word: '企业的公共角色', history: { fields: {}, see: role.getpbcrolelist } })
