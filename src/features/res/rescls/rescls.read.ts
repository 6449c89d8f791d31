import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/context.ts'
import { treeOf } from '#server/tree.ts'

type Row = {
  entNo: string
  clsNo: string
  clsName: string
  prtNo: string | null
  subj: string | null
  stdyPrd: string | null
  showOrd: number
  stt: '1' | '2'
  ver: number
  resCnt: number
}

/** The tree of an enterprise and those of the ones above it, the nearest first; above, only classes that hold something. */
export async function readTrees({ db }: Context, entNo: string) {
  const { rows: places } = await sql<{ entNo: string; entName: string }>`select e.ent_no, e.ent_name from ent_tree t
    join ent_names e on e.ent_no = t.anc_no where t.ent_no = ${entNo} order by t.depth`.execute(db)
  const { rows } = await sql<Row>`select c.ent_no, c.cls_no, c.cls_name, c.prt_no, c.subj, c.stdy_prd, c.show_ord, c.stt, c.ver, (
      select count(*)::int from res r where r.ent_no = c.ent_no and r.cls_no = c.cls_no and r.stt = ${Status.enabled}
        and c.ent_no = ${entNo}) + (
      select count(*)::int from resshr s where s.to_ent_no = c.ent_no and s.cls_no = c.cls_no and s.stt = '2') as res_cnt
    from rescls c where c.ent_no = any(${places.map((place) => place.entNo)}) and c.stt <> ${Status.deleted}
    order by c.show_ord, c.cls_no`.execute(db)
  return places.flatMap((place) => {
    const own = rows.filter((row) => row.entNo === place.entNo)
    const items = treeOf(own, 'clsNo', 'prtNo', ({ entNo: _, ...row }, lvl) => ({ ...row, lvl }))
    return place.entNo === entNo || items.length > 0 ? [{ ...place, items }] : []
  })
}
