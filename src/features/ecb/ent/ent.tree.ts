import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import { forEachEnterprise } from '#domain/enterprises/forEachEnterprise.ts'
import { lockTree, placeSiblings } from '#server/database/tree.ts'
import { enterpriseDepthLimit } from './ent.contract.ts'
import { checkIdentity } from './ent.rules.ts'

const wrongParent = (message: string) => invalidField('prtNo', message)

/** Reads the enterprises of one parent, in their order; the transaction sees them all. */
const siblingsOf = (db: Db, prtNo: string) =>
  db
    .selectFrom('ent')
    .select(['entNo', 'entName', 'idntNo', 'showOrd'])
    .where('prtNo', '=', prtNo)
    .where('stt', '<>', Status.deleted)
    .orderBy('showOrd')
    .orderBy('entNo')
    .execute()

type Order = { entNo: string; showOrd: number }

/** Orders all children of one parent. Throws changedOrder for a list that is no longer the whole of them. */
export async function orderEnterprises(context: Context, prtNo: string, orders: readonly Order[]) {
  const { db } = context
  await lockTree(db, { table: 'ent' }, '')
  const now = new Map((await siblingsOf(db, prtNo)).map(({ entNo, showOrd }) => [entNo, showOrd]))
  const known = orders.every(({ entNo }) => now.has(entNo)) && new Set(orders.map(({ entNo }) => entNo)).size === now.size
  if (!known) throw new Fault('changedOrder')
  const moved = orders.filter(({ entNo, showOrd }) => now.get(entNo) !== showOrd)
  await place(context, moved)
}

async function place(context: Context, orders: readonly Order[]) {
  const places = new Map(orders.map(({ entNo, showOrd }) => [entNo, showOrd]))
  await forEachEnterprise(context, [...places.keys()], (entNo) =>
    context.db
      .updateTable('ent')
      .set({ showOrd: places.get(entNo) as number })
      .where('entNo', '=', entNo)
      .execute(),
  )
}

/** Moves enterprises, with all that is below them, under another one. Throws invalid where that may not hold them. */
export async function moveEnterprises(context: Context, prtNo: string, entNos: readonly string[], befNo?: string) {
  const { db } = context
  const [above, moved, siblings] = [await parentOf(db, prtNo), await readEnterpriseNodes(db, entNos), await siblingsOf(db, prtNo)]
  await checkMove(db, above, moved)
  const others = siblings.filter(({ entNo }) => !entNos.includes(entNo))
  for (const one of moved) {
    await checkIdentity(db, above, one)
    if (others.some(({ entName, idntNo }) => entName === one.entName && idntNo === one.idntNo))
      throw wrongParent(`“${above.entName}”下面已有同名的“${one.entName}”，请先改名`)
  }
  await forEachEnterprise(context, entNos, (entNo) => db.updateTable('ent').set({ prtNo }).where('entNo', '=', entNo).execute())
  const inOrder = placeSiblings(
    others.map(({ entNo }) => entNo),
    entNos,
    befNo,
  )
  const now = new Map(siblings.map(({ entNo, showOrd }) => [entNo, showOrd]))
  const orders = inOrder.map((entNo, i) => ({ entNo, showOrd: (i + 1) * 10 }))
  await place(
    context,
    orders.filter(({ entNo, showOrd }) => now.get(entNo) !== showOrd),
  )
}

type Node = { entNo: string; entName: string; idntNo: string; height: number; lvl: number }

const node = sql`e.ent_no, e.ent_name, e.idnt_no, (select count(*)::int from ent_tree t where t.ent_no = e.ent_no) as lvl,
  (select max(t.depth) + 1 from ent_tree t join ent c on c.ent_no = t.ent_no and c.stt <> ${Status.deleted} where t.anc_no = e.ent_no) as height`

/** Reads enterprises as nodes of the tree. Throws notFound for missing and deleted ones. */
export async function readEnterpriseNodes(db: Db, entNos: readonly string[]): Promise<Node[]> {
  const { rows } =
    await sql<Node>`select ${node} from ent e where e.ent_no = any(${entNos}) and e.stt <> ${Status.deleted}`.execute(db)
  if (rows.length < entNos.length) throw new Fault('notFound')
  return rows
}

/** Returns a new parent, locked in its place until the transaction ends. Throws notFound where there is none. */
export async function parentOf(db: Db, entNo: string): Promise<Node> {
  // Moves of the whole platform go one after the other, or two of them together could make a circle.
  await lockTree(db, { table: 'ent' }, '')
  return requireRow((await readEnterpriseNodes(db, [entNo]))[0])
}

/** Throws invalid where something that takes so many levels would lie too deep under an enterprise. */
export function checkDepth({ lvl }: Node, height: number) {
  if (lvl + height > enterpriseDepthLimit)
    throw wrongParent(`企业最多 ${enterpriseDepthLimit} 级，放在这里会有 ${lvl + height} 级`)
}

async function checkMove(db: Db, above: Node, moved: readonly Node[]) {
  const { rows } = await sql<{ entNo: string }>`select anc_no as ent_no from ent_tree where ent_no = ${above.entNo}`.execute(db)
  const upward = new Set(rows.map(({ entNo }) => entNo))
  const circle = moved.find(({ entNo }) => upward.has(entNo))
  if (circle) throw wrongParent(`不能把“${circle.entName}”移到它自己或它的下级之下`)
  checkDepth(above, Math.max(...moved.map(({ height }) => height)))
}
