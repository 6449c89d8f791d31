import type * as z from 'zod'
import type { RolloverPreview, Plan } from './rollover.contract.ts'

export type GradeNow = PreviewValues['now'][number]

export type GradeNext = PreviewValues['next'][number]

export type NextClass = GradeNext['classes'][number]

export type MoveTarget = NonNullable<Plan['moves'][number]['to']>

export type PreviewValues = z.output<typeof RolloverPreview>
