import { defineTable } from '#server/database/tables.ts'
import { rolepwr } from './rolepwr.contract.ts'

defineTable('rolepwr', { word: '角色权限', history: { fields: {}, see: rolepwr.getlist } })
