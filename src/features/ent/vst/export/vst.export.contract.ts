import { titlesOf } from '#contract/explain.ts'
import { exportable, Visit } from '../vst.contract.ts'

/** Names the exported columns. */
export const exportTitles = titlesOf(Visit, exportable)
