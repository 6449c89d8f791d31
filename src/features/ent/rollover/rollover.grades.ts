import type * as z from 'zod'
import type { Outlook, Plan } from './rollover.contract.ts'

export type GradeNow = Shown['now'][number]

export type GradeNext = Shown['next'][number]

export type ClassNext = GradeNext['classes'][number]

export type MoveTarget = NonNullable<Plan['moves'][number]['to']>

export type Shown = z.output<typeof Outlook>
