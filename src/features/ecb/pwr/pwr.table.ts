import { defineTable } from '#server/database/tables.ts'
import { Power, pwr } from './pwr.contract.ts'

defineTable('pwr', { word: '操作权限', name: 'pwrName', history: { fields: Power.shape, see: pwr.getlist, change: pwr.update } })
