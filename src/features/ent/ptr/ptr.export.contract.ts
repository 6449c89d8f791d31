import { titlesOf } from '#contract/explain.ts'
import { time14 } from '#contract/fields.ts'
import { exportable, Guardian } from './ptr.contract.ts'

/** What the exported columns are called. */
export const exportTitles = titlesOf(Guardian.extend({ crtTm: time14.meta({ title: '建立时间' }) }), exportable)
