import { sql } from 'kysely'
import { ActivityState, published } from '#domain/activities/activities.contract.ts'
import { permissions, permits } from '#contract/access.ts'
import { titlesOf } from '#contract/explain.ts'
import {
  fillPlaces,
  type LockedActivity,
  lockActivity,
  onlySexOut,
  readSeats,
  runsActivity,
  activityState,
} from '#domain/activities/activities.ts'
import { tellMovedUp } from '#domain/messages/enrolmentMessages.ts'
import type { Context } from '#server/call/context.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { sexIn } from '#contract/values/sex.ts'
import { dbTime } from '#server/database/dbTime.ts'
import { definedOnly, updateRow, requireRow } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { activityTable } from './act.table.ts'
import type { Input } from '#server/call/serve.ts'
import { checkNamed, checkTimes, formOf, refuseOver } from './act.check.ts'
import type { act } from './act.contract.ts'
import { activityFields } from './act.parts.contract.ts'
import { type CompleteActivity, initialFacts, type Written } from './act.facts.ts'

const times = ['sDt', 'eDt', 'regSDt', 'regEDt', 'wrkSDt', 'wrkEDt'] as const

const columnsOf = (facts: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      if (name === 'sex') return ['onlySex', value && sexIn(value as string)]
      return (times as readonly string[]).includes(name) && value ? [name, dbTime(value as string)] : [name, value]
    }),
  )

/** Makes a draft of an activity; whose it is, is the caller, who may be an operator of another enterprise. */
export async function makeActivity({ entNo, ...given }: Written, context: Context) {
  const { db, me, number } = context
  const facts: CompleteActivity = { ...given, ...beginning(given) }
  checkTimes(facts)
  refuseOver(facts.eDt)
  await checkNamed(context, entNo, facts, { ...facts, before: { cover: null } })
  const form = await formOf(context, entNo, facts.tmplNo ?? null)
  const actNo = await number('ACT_NO')
  const row = {
    ...columnsOf(facts),
    ...form,
    entNo,
    actNo,
    empNo: me.entNo === entNo ? me.idntVal : null,
    searchText: searchTextOf(activityTable, { actNo, title: facts.title, place: facts.place }),
  }
  const { ver } = await db
    .insertInto('act')
    .values(row as never)
    .returning('ver')
    .executeTakeFirstOrThrow()
  return { actNo, stt: ActivityState.draft, ver }
}

const beginning = (given: Partial<CompleteActivity>) =>
  Object.fromEntries(
    (Object.keys(initialFacts) as (keyof typeof initialFacts)[]).map((name) => [name, given[name] ?? initialFacts[name]]),
  ) as Pick<CompleteActivity, keyof typeof initialFacts>

const { review } = permissions('act')

/** Lists the fields that are fixed once people could enrol. */
const settled = ['who', 'sex', 'quotaMode', 'tmplNo', 'auditFlag'] as const
const titles = titlesOf(activityFields, settled)

/** Changes an activity: all of a draft; of what was published neither whom it is for nor what is filled in. */
export async function changeActivity({ entNo, actNo, ver, ...changes }: Input<typeof act.update>, context: Context) {
  const { db } = context
  const held = await lockActivity(context, { entNo, actNo }, 'update', runsActivity(context))
  if (held.stt === published) refuseSettled(held, changes)
  if (held.stt === published) refuseUnreviewed(context, held, changes)
  const before = await readFacts(context, { entNo, actNo })
  const facts = { ...before, ...definedOnly(changes as Partial<CompleteActivity>) }
  checkTimes(facts)
  refuseOver(facts.eDt, before.eDt)
  await checkNamed(context, entNo, facts, { ...changes, before: held })
  await checkPlaces(context, { entNo, actNo }, facts)
  const isNewForm = changes.tmplNo !== undefined && changes.tmplNo !== held.tmplNo
  const changed = await updateRow(
    db,
    'act',
    { entNo, actNo },
    {
      ...columnsOf(changes),
      ...(isNewForm && (await formOf(context, entNo, changes.tmplNo ?? null))),
      searchText: searchTextOf(activityTable, { actNo, title: facts.title, place: facts.place }),
      ver,
    },
    ['ver'],
  )
  await tellMovedUp(
    context,
    entNo,
    await fillPlaces(context, { entNo, actNo }, { quota: facts.quota ?? null, auditFlag: facts.auditFlag }),
  )
  return { actNo, stt: await stateOf(context, { entNo, actNo }), ver: changed.ver }
}

type Which = { entNo: string; actNo: string }

async function readFacts({ db }: Context, { entNo, actNo }: Which): Promise<CompleteActivity> {
  const columns = Object.keys(activityFields.shape).map((name) => (name === 'sex' ? sql`${onlySexOut} as sex` : sql.ref(name)))
  const { rows } = await sql<CompleteActivity>`select ${sql.join(columns)} from act
    where ent_no = ${entNo} and act_no = ${actNo}`.execute(db)
  return requireRow(rows[0])
}

function refuseSettled(held: LockedActivity, changes: Partial<CompleteActivity>) {
  const changed = settled.filter((name) => changes[name] !== undefined && changes[name] !== held[name])
  if (changed.length === 0) return
  throw new Fault('invalid', `活动已发布，不能再改${changed.map((name) => titles[name]).join('、')}`, {
    errors: changed.map((field) => ({ field, message: `活动已发布，不能再改${titles[field]}` })),
  })
}

const seen = ['title', 'cover', 'cntnt', 'place'] as const

// Refuses changes of what everybody sees by those who may not publish: it was reviewed before.
function refuseUnreviewed({ me }: Context, { pubFlag }: LockedActivity, changes: Partial<CompleteActivity>) {
  if (permits(me, review)) return
  const shown = pubFlag === '1' ? seen.filter((name) => changes[name] !== undefined) : []
  const field = changes.pubFlag === '1' && pubFlag === '0' ? 'pubFlag' : shown[0]
  if (field) throw invalidField(field, '公开的内容要由能发布活动的人来改')
}

async function checkPlaces(context: Context, of: Which, { quota }: CompleteActivity) {
  if (!quota) return
  const most = Math.max(0, ...[...(await readSeats(context, of)).values()].map(({ takeCnt }) => takeCnt))
  if (quota < most) throw invalidField('quota', `已有 ${most} 人报名，名额不能少于 ${most}`)
}

export async function stateOf({ db }: Context, { entNo, actNo }: Which): Promise<string> {
  const { rows } = await sql<{
    now: string
  }>`select ${activityState} as now from act a where a.ent_no = ${entNo} and a.act_no = ${actNo}`.execute(db)
  return requireRow(rows[0]).now
}
