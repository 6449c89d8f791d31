import { sql } from 'kysely'
import { ActivityState, QuotaMode } from '#domain/activities/activities.contract.ts'
import { activityState } from '#domain/activities/activities.ts'
import { dictionaryLabel } from '#server/database/dictionary.ts'
import { fileLink } from '#server/files/links.ts'
import type { Secret } from '#server/database/secret.ts'

const seats = (column: 'takeCnt' | 'waitCnt') =>
  sql<number>`(select coalesce(sum(t.${sql.ref(column)}), 0)::int from actseat t where t.ent_no = a.ent_no and t.act_no = a.act_no)`
const flagOf = (column: string) => sql<'0' | '1'>`a.${sql.ref(column)}`

const { open, soon, ended } = ActivityState

/** Lists the columns of Card as they are read of `a`, and those it is ordered by: open ones first, then near ones. */
export const activityCardColumns = [
  ...(['a.actNo', 'a.title', 'a.cls', 'a.place', 'a.cover', 'a.sDt', 'a.eDt', 'a.regSDt', 'a.regEDt', 'a.quota'] as const),
  sql<string>`a.ent_no`.as('ofEntNo'),
  sql<string>`(select n.ent_name from ent_name n where n.ent_no = a.ent_no)`.as('ofEntName'),
  sql<'1' | '2' | '3'>`a.who`.as('who'),
  sql<'1' | '2'>`a.quota_mode`.as('quotaMode'),
  dictionaryLabel('ACT_CLS', sql`a.cls`).as('clsName'),
  seats('takeCnt').as('takeCnt'),
  seats('waitCnt').as('waitCnt'),
  sql<'0' | '1'>`case when a.quota_mode = ${QuotaMode.all} and ${seats('takeCnt')} >= a.quota then '1' else '0' end`.as(
    'fullFlag',
  ),
  flagOf('waitFlag').as('waitFlag'),
  flagOf('wrkFlag').as('wrkFlag'),
  activityState.as('stt'),
  sql<number>`case ${activityState} when ${open} then 1 when ${soon} then 2 when ${ended} then 4 else 3 end`.as('rank'),
  sql<number>`abs(extract(epoch from a.s_dt - now()))`.as('near'),
] as const

/** Lists the columns that lists are ordered by. */
export const cardOrder = ['rank', 'near', 'actNo']

type Row = { cover: string | null; ofEntNo: string }

/** Returns a card with a link to the middle size of its cover. */
export const cardOut = <R extends Row>({ cover, ...row }: R, secret: Secret) => ({
  ...row,
  coverUrl: coverUrl({ cover, ...row }, secret),
})

export const coverUrl = ({ cover, ofEntNo }: Row, secret: Secret) =>
  cover && fileLink(secret, ofEntNo, cover, { size: 'm', isPublic: true })
