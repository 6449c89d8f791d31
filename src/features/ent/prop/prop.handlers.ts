import { sql } from 'kysely'
import { removeOvertaken } from '#domain/collections/archive/proposals.ts'
import { answerFrom, heldOf, keyIn, wordsOf } from '#domain/collections/archive/held.ts'
import { ProposalState } from '#domain/collections/collections.contract.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { type Input, serve } from '#server/call/serve.ts'
import { countedNo, requireRow } from '#server/database/rows.ts'
import { giveReason, limitLooks, recordLook } from '#server/history/history.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'
import { allowUndoInParts } from '#server/history/undoPlan.ts'
import { prop } from './prop.contract.ts'
import {
  fieldOf,
  type Filter,
  fitting,
  fromProposals,
  namesFor,
  proposalColumns,
  readCounts,
  readPage,
  type Row,
} from './prop.list.ts'
import './prop.table.ts'
import { decide, type Failure, failureOf, writeArchives, type Writing } from './prop.write.ts'

type Locked = Row & { no: string; wasKey: string | null; valKey: string }

export const propHandlers = serve(prop, {
  getpage: readPage,
  getcounts: readCounts,

  async accept({ entNo, propNos, staleFlag, ...filter }, context) {
    const rows = propNos
      ? await lockNamed(context, { entNo, ...filter }, propNos)
      : await lockFitting(context, { entNo, ...filter })
    refuseDecided(rows)
    const failures: Failure[] = []
    const writings: Writing[] = []
    for (const row of rows) {
      const why = keptWhy(row, staleFlag === '1')
      if (why) failures.push(failureOf(row, why))
      else writings.push({ ...row, stored: row.val })
    }
    await giveReason(context.db, '回写')
    const done = await writeArchives(context, entNo, writings)
    await decide(context, entNo, { nos: done.written, stt: ProposalState.written })
    return answered(context, '写入', { ...done, failures: [...failures, ...done.failures] })
  },

  async reject({ entNo, propNos, word }, context) {
    refuseDecided(await lockNamed(context, { entNo }, propNos))
    await decide(context, entNo, { nos: propNos, stt: ProposalState.rejected, word })
    return null
  },

  async takeback({ entNo, propNos, allFlag }, context) {
    const named = await lockNamed(context, { entNo }, propNos)
    const rows = allFlag === '1' ? await lockOfAnswers(context, entNo, named) : named
    if (rows.some(({ stt }) => stt !== ProposalState.written))
      throw new Fault('invalid', '有的还没有写入，不能撤回，请刷新后再试')
    const isSame = await stillHeld(context, entNo, rows)
    const failures = rows.filter((row) => !isSame.has(row.propNo)).map((row) => failureOf(row, '档案写入以后又改过'))
    const writings = rows.filter((row) => isSame.has(row.propNo)).map((row) => ({ ...row, stored: row.was }))
    await giveReason(context.db, '撤回回写')
    const done = await writeArchives(context, entNo, writings)
    await decide(context, entNo, { nos: done.written, stt: ProposalState.open })
    await removeOvertaken(context.db, entNo)
    return answered(context, '撤回', { ...done, failures: [...failures, ...done.failures] })
  },

  async reveal({ entNo, propNo, side }, context) {
    const { db, me, services } = context
    requireOwn(context, entNo)
    await limitLooks(db, entNo, me.userNo)
    const { rows } = await sql<Row>`select ${proposalColumns} ${fromProposals}
      where p.ent_no = ${entNo} and p.prop_no = ${countedNo(propNo)}`.execute(db)
    const row = requireRow(rows[0])
    await recordLook(db, entNo, 'prop', { prop_no: propNo, field: row.fld })
    const field = fieldOf(row)
    const stored = side === 'now' ? row.held : row[side]
    if (!stored) return { value: null }
    const { mask: _, ...plain } = field
    const names = await namesFor(db, [row])
    const clear = field.mask === 'number' ? String(answerFrom(field, stored, services.secret)) : undefined
    return { value: clear ?? (field.mask === 'address' ? stored.replaceAll('|', '') : wordsOf(plain, stored, names(field))) }
  },
})

type Decided = { written: readonly string[]; failures: Failure[] }

/** Returns how many were written and what was not. Throws invalid with the reason where the only one that was asked for was not. */
function answered({ origin }: Context, verb: '写入' | '撤回', { written, failures }: Decided) {
  const [first, ...more] = failures
  if (written.length === 0 && first && more.length === 0)
    throw new Fault('invalid', `没有${verb}：${first.name}的${first.fldName}，${first.why}`)
  // Names no operation where nothing was written, or the page would offer to undo it.
  if (written.length === 0) delete origin.trace.op
  return { doneCnt: written.length, failures }
}

function keptWhy({ stt, isHere, owner }: Row, takesStale: boolean): string | undefined {
  if (!isHere) return owner === 'emp' ? '已离职或停用' : '已离校'
  return stt === ProposalState.stale && !takesStale ? '填写以后档案改过，请对照后单独写入' : undefined
}

function refuseDecided(rows: readonly Row[]) {
  const isDecided = ({ stt }: Row) => stt === ProposalState.written || stt === ProposalState.rejected
  if (rows.some(isDecided)) throw new Fault('invalid', '有的已经处理过，请刷新后再试')
}

async function lock({ db }: Context, entNo: string, which: ReturnType<typeof sql>): Promise<Locked[]> {
  const { rows: found } = await sql<{ propNo: string }>`select p.prop_no::text as prop_no ${fromProposals} where ${which}
    order by p.prop_no`.execute(db)
  const nos = found.map(({ propNo }) => Number(propNo))
  await sql`select from prop where ent_no = ${entNo} and prop_no = any(${nos}::bigint[]) order by prop_no for update`.execute(db)
  const { rows } = await sql<Locked>`select ${proposalColumns}, coalesce(p.ptr_no, p.stu_no, p.emp_no) as no, p.was_key, p.val_key
    ${fromProposals} where p.ent_no = ${entNo} and p.prop_no = any(${nos}::bigint[]) order by p.prop_no`.execute(db)
  return rows
}

/** Locks those that are named, of a filter where there is one too. Throws notFound where one of them is not among it. */
async function lockNamed(context: Context, filter: Filter, propNos: readonly string[]) {
  const { entNo } = filter
  requireOwn(context, entNo)
  const nos = propNos.map(countedNo)
  const rows = await lock(context, entNo, sql`${fitting(filter)} and p.prop_no = any(${nos}::bigint[])`)
  if (rows.length < propNos.length) throw new Fault('notFound')
  return rows
}

async function lockFitting(
  context: Context,
  filter: Pick<Input<typeof prop.accept>, 'entNo' | 'hndNo' | 'arcFld' | 'likeNo' | 'keyWord'>,
) {
  requireOwn(context, filter.entNo)
  if (!filter.hndNo && !filter.likeNo) throw new Fault('invalid', '请先选一次收集，再全部写入')
  const rows = await lock(context, filter.entNo, fitting({ ...filter, stt: ProposalState.open }))
  if (rows.length === 0) throw new Fault('notFound', '没有待审的回写')
  return rows
}

const lockOfAnswers = (context: Context, entNo: string, rows: readonly Row[]) =>
  lock(
    context,
    entNo,
    sql`p.ent_no = ${entNo} and p.stt = ${ProposalState.written} and p.to_no = any(${rows.map(({ toNo }) => Number(toNo))}::bigint[])`,
  )

const isStill = sql`${heldOf(keyIn)} is not distinct from p.val_key`

/** Finds those whose archive still holds what they wrote. */
async function stillHeld({ db }: Context, entNo: string, rows: readonly Locked[]): Promise<Set<string>> {
  const { rows: same } = await sql<{
    propNo: string
  }>`select p.prop_no::text as prop_no ${fromProposals} where p.ent_no = ${entNo}
    and p.prop_no = any(${rows.map(({ propNo }) => Number(propNo))}::bigint[]) and ${isStill}`.execute(db)
  return new Set(same.map(({ propNo }) => propNo))
}

allowUndoInParts(prop.accept)
ruleAfterUndo('prop', (entNo, { db }) => removeOvertaken(db, entNo))
