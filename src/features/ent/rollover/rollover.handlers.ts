import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { updateRow, pageOf } from '#server/database/rows.ts'
import { scopeOf } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { askBeforeUndo, undoByAnybody } from '#server/history/undo.ts'
import { undoPreview } from '#server/history/undoPreview.ts'
import { lockUnits } from '#domain/units/units.ts'
import { RolloverCounts, type Plan, Plan as PlanShape, rollover, RolloverState, undoDays } from './rollover.contract.ts'
import { rolloverPreviewOf, usualPlan } from './rollover.preview.ts'
import { outOfSeason } from './findings/rollover.findings.ts'
import { runRollover } from './rollover.run.ts'
import { isOpenImport, readState } from './rollover.state.ts'
import type { Scope } from '#server/call/scope.types.ts'
import './rollover.table.ts'

export const rolloverHandlers = serve(rollover, {
  get: ({ entNo }, context) => look(entNo, context),

  async getpage({ entNo, pageIndex, pageSize }, { db }) {
    const list = db
      .selectFrom('rollover as r')
      .where('r.entNo', '=', entNo)
      .where('r.stt', 'in', [RolloverState.done, RolloverState.undone])
      .select(['r.rollNo', 'r.schYear', 'r.stt', 'r.counts', 'r.doneTm', undoable.as('undoFlag')])
      .select(({ selectFrom }) =>
        selectFrom('account as a').select('a.nickName').whereRef('a.userNo', '=', 'r.userNo').as('nickName'),
      )
    const shown = await pageOf(list, ['-r.rollNo'], { pageIndex, pageSize })
    return { ...shown, datas: shown.datas.map((row) => ({ ...row, counts: RolloverCounts.partial().parse(row.counts) })) }
  },

  async getundo({ entNo, rollNo }, context) {
    return undoPreview(await operationOf(entNo, { rollNo }, context), entNo, context)
  },

  async savedraft({ entNo, plan, ver }, context) {
    const { db, me, number } = context
    refusePart(context)
    await lockUnits(db, entNo)
    const kept = await draftOf(entNo, context)
    if (ver !== undefined && (kept?.ver ?? null) !== ver) throw new Fault('conflict', '他人已修改这次升级，请刷新后再核对')
    const state = await readState(context, entNo, namedIn(plan))
    const { plan: current } = rolloverPreviewOf(state, plan)
    const values = { plan: JSON.stringify(current), schYear: state.schYear }
    if (kept) await updateRow(db, 'rollover', { entNo, rollNo: kept.rollNo }, values, [])
    else
      await db
        .insertInto('rollover')
        .values({ entNo, rollNo: await number('ROLL_NO'), userNo: me.userNo, ...values })
        .execute()
    return look(entNo, context)
  },

  async dropimports({ entNo }, context) {
    refusePart(context)
    const { db, me } = context
    await sql`with gone as (
        update imp_batch b set stt = '0' where b.ent_no = ${entNo} and b.user_no <> ${me.userNo} and ${isOpenImport} returning b.batch_no
      ) delete from imp_row r using gone where r.ent_no = ${entNo} and r.batch_no = gone.batch_no`.execute(db)
    return null
  },

  async dropdraft({ entNo, rollNo }, context) {
    refusePart(context)
    const { numUpdatedRows } = await context.db
      .updateTable('rollover')
      .set({ stt: RolloverState.gone })
      .where('entNo', '=', entNo)
      .where('rollNo', '=', rollNo)
      .where('stt', '=', RolloverState.draft)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Fault('notFound')
    return null
  },

  async run({ entNo, rollNo, schYear, sign, seasonFlag }, context) {
    const { db, me, origin } = context
    refusePart(context)
    // Locks the units; a student who is changed meanwhile changes the numbers, and so the signature.
    await lockUnits(db, entNo)
    const kept = await draftOf(entNo, context)
    if (kept?.rollNo !== rollNo) throw new Fault('notFound', '这次升级已完成或已放弃，请刷新')
    const state = await readState(context, entNo, namedIn(kept.plan))
    const { plan, blocks, counts, sign: now } = rolloverPreviewOf(state, kept.plan)
    if (schYear !== state.schYear + 1) {
      const message = `要升级到的是${state.schYear + 1}学年，请输入 ${state.schYear + 1}`
      throw invalidField('schYear', message)
    }
    if (blocks.length > 0) throw new Fault('invalid', `还不能升级：${blocks.map(({ text }) => text).join('；')}`)
    if (sign !== now) throw new Fault('conflict', '核对之后数据有变化，请看过新的结果再升级')
    const early = outOfSeason(state.day)
    if (early && seasonFlag === '0') throw invalidField('seasonFlag', `${early}，确定现在就做请先勾选确认`)
    await runRollover(entNo, state, plan, context)
    await sql`update rollover set stt = ${RolloverState.done}, op = ${origin.trace.op}::uuid, done_tm = now(), user_no = ${me.userNo},
        counts = ${JSON.stringify(counts)}::jsonb, sch_year = ${state.schYear}
      where ent_no = ${entNo} and roll_no = ${rollNo}`.execute(db)
    return counts
  },

  async takeback({ entNo, rollNo }, context) {
    refusePart(context)
    await undoByAnybody(await operationOf(entNo, { rollNo }, context), entNo, context)
    return null
  },
})

askBeforeUndo(rollover.run, async (op, entNo, context) => {
  refusePart({ locals: await scopeOf(context, rollover.run, entNo) })
  await lockUnits(context.db, entNo)
  await operationOf(entNo, { op }, context)
})

// Refuses a caller who manages some units only, who sees a year-end without those of others.
function refusePart({ locals }: { locals: Scope }) {
  if (locals.units) throw new Fault('forbidden', '你只管理部分单元，学年升级由管理全校的人来做')
}

const isLast = sql<boolean>`not exists (select from rollover l where l.ent_no = r.ent_no and l.stt = ${RolloverState.done} and l.done_tm > r.done_tm)`
const isFresh = sql<boolean>`r.done_tm > now() - make_interval(days => ${undoDays}::int)`
const undoable = sql<'0' | '1'>`case when r.stt = ${RolloverState.done} and ${isLast} and ${isFresh} then '1' else '0' end`

const namedIn = ({ moves }: Plan) => moves.map(({ stuNo }) => stuNo)

async function draftOf(entNo: string, { db }: Context) {
  const row = await db
    .selectFrom('rollover')
    .select(['rollNo', 'plan', 'ver'])
    .where('entNo', '=', entNo)
    .where('stt', '=', RolloverState.draft)
    .executeTakeFirst()
  return row && { ...row, plan: { ...emptyPlan, ...PlanShape.partial().parse(row.plan) } }
}

/** Returns the plan of the year-end that was taken back last, unless another one was made or given up since. */
async function planTakenBack(entNo: string, { db }: Context): Promise<Plan | undefined> {
  const last = await db
    .selectFrom('rollover')
    .select(['plan', 'stt'])
    .where('entNo', '=', entNo)
    .orderBy('rollNo', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.stt === RolloverState.undone ? { ...emptyPlan, ...PlanShape.partial().parse(last.plan), again: '0' } : undefined
}

const emptyPlan: Plan = { entries: [], promotes: [], moves: [], again: '0' }

async function look(entNo: string, context: Context) {
  const draft = await draftOf(entNo, context)
  const given = draft?.plan ?? (await planTakenBack(entNo, context))
  const state = await readState(context, entNo, given ? namedIn(given) : [])
  return { ...rolloverPreviewOf(state, given ?? usualPlan(state)), rollNo: draft?.rollNo ?? null, ver: draft?.ver ?? null }
}

/** Returns the operation of a year-end that may still be undone. */
async function operationOf(entNo: string, which: { rollNo: string } | { op: string }, { db }: Context): Promise<string> {
  const row = await db
    .selectFrom('rollover as r')
    .select(['r.op', 'r.stt', isLast.as('isLast'), isFresh.as('isFresh')])
    .where('r.entNo', '=', entNo)
    .where((one) => one.and(which))
    .executeTakeFirst()
  if (row?.stt !== RolloverState.done || !row.op) throw new Fault('notFound', '这次升级没有完成，或已撤销')
  if (!row.isLast) throw new Fault('notUndoable', '之后又升级过，请先撤销后面那一次')
  if (!row.isFresh) throw new Fault('notUndoable', `升级已超过 ${undoDays} 天，不能撤销`)
  return row.op
}
