import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { ResourceScope, ShareState } from '#domain/resources/resources.contract.ts'
import { resourcePlaceOf } from '#domain/resources/resourcePlaces.ts'
import type { Context } from '#server/call/context.ts'
import { type Branch, treeOf } from '#server/database/tree.ts'
import type { ClassNode } from './rescls.contract.ts'

type Row = Omit<ClassNode, 'items' | 'lvl' | 'ttlCnt'>
type Counted = Row & { lvl: number }

/** Reads the tree of a scope, each class with how many resources the enterprise may open in it. */
export async function readClassTree(context: Context, entNo: string, scope: ClassScope): Promise<ClassNode[]> {
  const place = await resourcePlaceOf(context, entNo, scope)
  if (!place) return []
  // Includes an enterprise's own resources, which stand in its tree without being shared.
  const own = sql`r.ent_no = ${entNo} and r.cls_no = c.cls_no`
  const shared = sql`r.to_ent_no = c.ent_no and r.to_cls_no = c.cls_no and r.shr_stt = ${ShareState.shared}`
  const here = scope === ResourceScope.own ? sql`(${own} or r.ent_no <> ${entNo} and ${shared})` : shared
  const { rows } = await sql<Row>`select c.cls_no, c.cls_name, c.prt_no, c.subj, c.stdy_prd, c.show_ord, c.stt, c.ver,
      (select count(*)::int from res r where r.stt = ${Status.enabled} and ${here}) as res_cnt
    from rescls c where c.ent_no = ${place.entNo} and c.stt <> ${Status.deleted} order by c.show_ord, c.cls_no`.execute(
    context.db,
  )
  const tree = treeOf(rows, 'clsNo', 'prtNo', (row, lvl): Counted => ({ ...row, lvl })).map(withTotals)
  return scope === ResourceScope.own ? tree : tree.flatMap(inUse)
}
type ClassScope = (typeof ResourceScope)[keyof typeof ResourceScope]

function withTotals({ items, ...node }: Branch<Counted>): ClassNode {
  const below = items.map(withTotals)
  return { ...node, ttlCnt: below.reduce((sum, { ttlCnt }) => sum + ttlCnt, node.resCnt), items: below }
}

// Keeps of the trees above only what leads to resources.
const inUse = (node: ClassNode): ClassNode[] => (node.ttlCnt > 0 ? [{ ...node, items: node.items.flatMap(inUse) }] : [])
