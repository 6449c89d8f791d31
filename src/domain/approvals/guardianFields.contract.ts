import type { Column } from '#contract/form/column.ts'
import { partOf } from '#contract/form/catalogue.ts'

// Lists what a guardian is not asked: to look up people of the school, and to hand in files, which a link does not carry.
const leftOut = ['emp', 'stu', 'unit', 'ptr', 'files', 'pictures']

/** Tells whether a guardian fills in a field; a field that chooses the pupil is filled with the child. */
export const isAskedOfGuardians = (column: Column) => !leftOut.includes(partOf(column)?.no ?? '')

/** Finds the field that is filled with the child: the first that chooses a pupil. */
export const childColumn = (columns: readonly Column[]) => columns.find((column) => partOf(column)?.no === 'stu')
