import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { Status } from '#contract/fields.ts'
import { ResourceScope, ShareState } from '#domain/resources/resources.contract.ts'
import { requireClass } from '#domain/resources/resourceClasses.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { workOn } from '#server/reference/load.ts'
import { updateRow } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import type { res } from '../res.contract.ts'
import { shareIn } from '#domain/resources/resourcePlaces.ts'
import { tellSharers, tellShareReviewers } from './res.messages.ts'
import { lockResource } from './res.reach.ts'

const alone = { scope: ResourceScope.own, toEntNo: null, toClsNo: null, shrStt: ShareState.none, answer: null }

/** Returns what sharing by a scope makes of a resource: it waits for a review, or stands in the own tree at once. */
export async function sharing(
  context: Context,
  entNo: string,
  clsNo: string,
  scope: Input<typeof res.create>['scope'] = ResourceScope.own,
) {
  if (scope === ResourceScope.own) return alone
  const { entNo: toEntNo } = await shareIn(context, entNo, scope)
  const isOwn = toEntNo === entNo
  const shrStt = isOwn ? ShareState.shared : ShareState.waiting
  return { scope, toEntNo, toClsNo: isOwn ? clsNo : null, shrStt, answer: null }
}

/** Shares a resource with those beyond the own enterprise, or takes it back. */
export async function setScope(context: Context, { entNo, resNo, ver, scope }: Input<typeof res.setscope>) {
  const held = await lockResource(context, { entNo, resNo })
  const isSo = scope === held.scope && held.shrStt !== ShareState.refused
  const changes = isSo ? {} : await sharing(context, entNo, held.clsNo, scope)
  const changed = await updateRow(context.db, 'res', { entNo, resNo }, { ver, ...changes }, ['resNo', 'shrStt', 'ver'])
  if (!isSo) await tellShareReviewers(context, { entNo, resNo })
  return changed
}

/** Takes what waits into a class of the own tree: from then on everybody below sees it. */
export async function approveShares(context: Context, { entNo, resNos, clsNo, ver }: Input<typeof res.setpass>) {
  await requireClass(context.db, entNo, clsNo)
  const to = { toClsNo: clsNo, shrStt: ShareState.shared, answer: null }
  const isSame = ver === undefined ? sql<SqlBool>`true` : sql<SqlBool>`ver = ${ver}`
  const owners = await review(context, entNo, { resNos, to, open: sql<SqlBool>`shr_stt = ${ShareState.waiting} and ${isSame}` })
  await tellSharers(context, owners, resNos)
}

/** Refuses what waits, or takes what was shared off again. */
export async function rejectShares(context: Context, { entNo, resNos, answer }: Input<typeof res.setreject>) {
  const owners = await review(context, entNo, {
    resNos,
    to: { shrStt: ShareState.refused, answer },
    open: sql<SqlBool>`shr_stt in (${ShareState.waiting}, ${ShareState.shared})`,
  })
  await tellSharers(context, owners, resNos, answer)
}

// Changes what others offer under their numbers: the policy shows that it is offered here. Answers whose resources they are.
async function review(
  { db }: Context,
  entNo: string,
  { resNos, to, open }: { resNos: string[]; to: Record<string, unknown>; open: RawBuilder<SqlBool> },
) {
  const { rows } = await sql<{ entNo: string; resNo: string }>`select ent_no, res_no from res
    where to_ent_no = ${entNo} and ent_no <> ${entNo} and res_no = any(${resNos}) and stt = ${Status.enabled}`.execute(db)
  if (rows.length < resNos.length) throw new Fault('notFound', '有的资源已被撤回或删除，请刷新后再审核')
  const set = sql.join(Object.entries(to).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
  let done = 0n
  for (const [owner, some] of Map.groupBy(rows, (row) => row.entNo)) {
    await workOn(db, owner)
    const { numAffectedRows } = await sql`update res set ${set} where ent_no = ${owner} and to_ent_no = ${entNo}
      and res_no = any(${some.map(({ resNo }) => resNo)}) and stt = ${Status.enabled} and ${open}`.execute(db)
    done += numAffectedRows ?? 0n
  }
  await workOn(db, entNo)
  if (done !== BigInt(resNos.length)) throw new Fault('changedOrder', '有的资源已有人审核或又有改动，请刷新后再看')
  return [...new Set(rows.map((row) => row.entNo))]
}
