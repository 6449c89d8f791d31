import { type SqlBool, sql } from 'kysely'
import { type MovedAsked, moveAskedBack } from '#domain/collections/merging.ts'
import { StudentState } from '#domain/units/units.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { pageOf } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { unitNameOf } from '#domain/students/students.ts'
import { askBeforeUndo, undoByAnybody } from '#server/history/undo.ts'
import { undoPreview } from '#server/history/undoPreview.ts'
import { duplicate, MergeState, undoDays } from './duplicate.contract.ts'
import { listPairs } from './duplicate.list.ts'
import { mergeStudents } from './duplicate.merge.ts'
import { comparePair } from './duplicate.pair.ts'
import './duplicate.table.ts'

export const duplicateHandlers = serve(duplicate, {
  getlist: listPairs,

  getpair: comparePair,

  async getmerges({ entNo, pageIndex, pageSize }, { db }) {
    const list = db
      .selectFrom('stumerge as m')
      // Selects only those whose student is within the caller's reach.
      .innerJoin('stu as s', (on) => on.onRef('s.entNo', '=', 'm.entNo').onRef('s.stuNo', '=', 'm.keptNo'))
      .where('m.entNo', '=', entNo)
      .select([
        'm.mrgNo',
        'm.keptNo',
        's.stuName as keptName',
        'm.goneNo',
        'm.crtTm',
        'm.stt',
        unitNameOf.as('unitName'),
        undoable.as('undoFlag'),
      ])
      .select(({ selectFrom }) => [
        sql<string>`coalesce((select g.stu_name from stu g where g.ent_no = m.ent_no and g.stu_no = m.gone_no), s.stu_name)`.as(
          'goneName',
        ),
        selectFrom('account as a').select('a.nickName').whereRef('a.userNo', '=', 'm.userNo').as('nickName'),
      ])
    return pageOf(list, ['-m.mrgNo'], { pageIndex, pageSize })
  },

  getundo: async ({ entNo, mrgNo }, context) => undoPreview(await operationOf(entNo, { mrgNo }, context), entNo, context),

  async notsame({ entNo, oneNo, otherNo }, { db }) {
    const [first = '', second = ''] = [oneNo, otherNo].toSorted()
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from stu
      where ent_no = ${entNo} and stu_no in (${first}, ${second}) and stt <> ${StudentState.deleted}`.execute(db)
    if (rows[0]?.n !== 2) throw new Fault('notFound', '这两名学生有的已合并或已不存在，请刷新')
    await db
      .insertInto('stunotsame')
      .values({ entNo, oneNo: first, otherNo: second })
      .onConflict((on) => on.doNothing())
      .execute()
    return null
  },

  merge: mergeStudents,

  async takeback({ entNo, mrgNo }, context) {
    await undoByAnybody(await operationOf(entNo, { mrgNo }, context), entNo, context)
    return null
  },
})

const isFresh = sql<boolean>`m.crt_tm > now() - make_interval(days => ${undoDays}::int)`
const undoable = sql<'0' | '1'>`case when m.stt = ${MergeState.done} and ${isFresh} then '1' else '0' end`

askBeforeUndo(duplicate.merge, async (op, entNo, context) => {
  await operationOf(entNo, { op }, context)
  await putBackAsked(context, entNo, op)
})

// Puts back, in the transaction of the undo, what history does not keep.
async function putBackAsked({ db }: Context, entNo: string, op: string) {
  const merge = await db
    .selectFrom('stumerge')
    .select(['keptNo', 'goneNo', 'moved'])
    .where('entNo', '=', entNo)
    .where(sql<SqlBool>`op = ${op}::uuid`)
    .executeTakeFirst()
  if (merge) await moveAskedBack(db, { entNo, ...merge }, merge.moved as Partial<MovedAsked>)
}

/** Returns the operation of a merge that may still be undone. */
async function operationOf(entNo: string, which: { mrgNo: string } | { op: string }, { db }: Context): Promise<string> {
  const row = await db
    .selectFrom('stumerge as m')
    .innerJoin('stu as s', (on) => on.onRef('s.entNo', '=', 'm.entNo').onRef('s.stuNo', '=', 'm.keptNo'))
    .select(['m.op', 'm.stt', isFresh.as('isFresh')])
    .where('m.entNo', '=', entNo)
    .where((one) => one.and(which))
    .executeTakeFirst()
  if (row?.stt !== MergeState.done || !row.op) throw new Fault('notFound', '没有这次合并，或已撤销')
  if (!row.isFresh) throw new Fault('notUndoable', `合并已超过 ${undoDays} 天，不能撤销`)
  return row.op
}
