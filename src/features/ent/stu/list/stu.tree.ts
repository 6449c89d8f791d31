import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import type { Db } from '#server/database/database.ts'
import { initials } from '#server/base/search.ts'
import { type Branch, treeOf } from '#server/database/tree.ts'

type Unit = {
  unitNo: string
  prtNo: string | null
  unitName: string
  unitType: string
  stt: string
  grdtFlag: '0' | '1'
  cnt: number
}

/**
 * Reads the units that the caller reaches, with what lies above them, and how many students on the roll each has with all below
 * it.
 */
export async function readStudentPlaces(db: Db, entNo: string) {
  const { rows } = await sql<Unit>`
    select u.unit_no, u.prt_no, u.unit_name, u.unit_type, u.stt, u.grdt_flag, coalesce(c.cnt, 0)::int as cnt
    from edcunit u left join (
      select unit_no, sum(cnt) as cnt from stu_cnt where ent_no = ${entNo} and stt in (${sql.join(onRoll)}) group by unit_no
    ) c using (unit_no)
    where u.ent_no = ${entNo} and u.stt <> ${Status.deleted} order by u.show_ord, u.unit_no`.execute(db)
  return treeOf(rows, 'unitNo', 'prtNo', ({ prtNo: _, ...unit }) => ({ ...unit, helpCode: initials(unit.unitName) })).map(summed)
}

function summed<Node extends Branch<{ cnt: number }>>(node: Node): Node {
  const items = node.items.map(summed)
  return { ...node, items, cnt: items.reduce((sum, { cnt }) => sum + cnt, node.cnt) }
}
