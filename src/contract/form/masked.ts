import { partOf } from './catalogue.ts'
import type { Column, TableColumn } from './column.ts'

const parts = ['tel', 'idNo', 'email', 'person', 'area']

/** Whether what a column holds is shown masked: numbers of people, and where they live. */
export const isMasked = (column: Column | TableColumn): boolean =>
  parts.includes(partOf(column)?.no ?? '') || ('clmns' in column && column.clmns.some(isMasked))
