import { titlesOf } from '#contract/explain.ts'
import { exportable, Visit } from '../vst.contract.ts'

/** What the exported columns are called. */
export const exportTitles = titlesOf(Visit, exportable)
