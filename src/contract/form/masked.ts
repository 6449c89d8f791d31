import { partOf } from './catalogue.ts'
import type { Column, TableColumn } from './column.ts'

const parts = ['tel', 'idNo', 'email', 'person', 'area']

/** Tells whether the values of a column are shown masked: personal numbers and home addresses. */
export const isMaskedColumn = (column: Column | TableColumn): boolean =>
  parts.includes(partOf(column)?.no ?? '') || ('clmns' in column && column.clmns.some(isMaskedColumn))
