import { For, QuotaMode, WorkKind } from '#domain/activities/activities.contract.ts'
import type { Input } from '#server/call/serve.ts'
import type { act } from './act.contract.ts'

export type Written = Input<typeof act.create>

export const initialFacts = {
  who: For.students,
  units: [] as string[],
  quotaMode: QuotaMode.all,
  waitFlag: '1',
  auditFlag: '0',
  pubFlag: '0',
  wrkFlag: '0',
  wrkTypes: WorkKind.either,
  wrkMax: 1,
  voteFlag: '1',
} as const

/** Describes an activity with all that it begins with. */
export type CompleteActivity = Omit<Written, keyof typeof initialFacts | 'entNo'> & {
  [Name in keyof typeof initialFacts]: NonNullable<Written[Name]>
}
