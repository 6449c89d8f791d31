import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'

export type DataType = 'unit' | 'org' | 'ent'
export type DataValue = { dataVal: string; dataType: DataType }
type Node = { no: string; name: string; unitType: string | null; parent: string | null }

// Selects the trees that people may be limited to, each as number, name, type of unit and parent.
const trees = (entNo: string) => ({
  unit: sql`select unit_no as no, unit_name as name, unit_type, prt_no as parent, show_ord from edcunit
    where ent_no = ${entNo} and stt <> ${Status.deleted}`,
  org: sql`select org_no as no, org_name as name, null as unit_type, prt_no as parent, show_ord from org
    where ent_no = ${entNo} and stt <> ${Status.deleted}`,
  ent: sql`select e.ent_no as no, e.ent_name as name, null as unit_type, case when e.prt_no = ${entNo} then null else e.prt_no end as parent, e.show_ord
    from ent e join ent_tree t on t.ent_no = e.ent_no and t.anc_no = ${entNo} and t.depth > 0 where e.stt <> ${Status.deleted}`,
})

/** Reads enterprises as those below the caller's own, and the rest in the call's own transaction. */
const reading = <T>({ db, inOwnTransaction }: Context, dataType: DataType, entNo: string, work: (db: Db) => Promise<T>) =>
  dataType === 'ent' ? inOwnTransaction(work, { rootNo: entNo }) : work(db)

/** Reads the children of a node (none: the top) with what is held of them and below them. */
export function readChildren(
  context: Context,
  entNo: string,
  { dataType, prtNo, held }: { dataType: DataType; prtNo: string | undefined; held: readonly string[] },
) {
  return reading(context, dataType, entNo, async (db) => {
    const { rows } = await sql<Node & { isHeld: boolean; isPart: boolean; isEnd: boolean }>`
      with recursive nodes as (${trees(entNo)[dataType]}),
      above as (
        select no, parent from nodes where no = any(${held})
        union select n.no, n.parent from nodes n join above a on n.no = a.parent
      )
      select n.no, n.name, n.unit_type, n.no = any(${held}) as is_held,
        exists (select from above a where a.parent = n.no) as is_part, not exists (select from nodes c where c.parent = n.no) as is_end
      from nodes n where n.parent is not distinct from ${prtNo ?? null} order by n.show_ord, n.no`.execute(db)
    return rows.map(({ no, name, unitType, isHeld, isPart, isEnd }) => ({
      dataVal: no,
      dataType,
      dataName: name,
      unitType,
      chkFlag: flagOf(isHeld),
      halfFlag: flagOf(isPart),
      endFlag: flagOf(isEnd),
    }))
  })
}

const flagOf = (is: boolean) => (is ? ('1' as const) : ('0' as const))

/** Reads the names of values; leaves out what is gone. */
export async function namedValues(context: Context, entNo: string, values: readonly DataValue[]) {
  const lists = (['unit', 'org', 'ent'] as const).map((dataType) => {
    const wanted = values.filter((one) => one.dataType === dataType).map(({ dataVal }) => dataVal)
    return reading(context, dataType, entNo, async (db) => {
      const { rows } = await sql<Node>`with nodes as (${trees(entNo)[dataType]})
        select no, name from nodes where no = any(${wanted}) order by show_ord, no`.execute(db)
      return rows.map(({ no, name }) => ({ dataVal: no, dataType, dataName: name }))
    })
  })
  return (await Promise.all(lists)).flat()
}

/** Throws missingReference for what does not exist, or not within reach. */
export async function requireValues(context: Context, entNo: string, values: readonly DataValue[]) {
  for (const dataType of ['unit', 'org', 'ent'] as const) {
    const wanted = values.filter((one) => one.dataType === dataType).map(({ dataVal }) => dataVal)
    if (wanted.length === 0) continue
    const known = await reading(context, dataType, entNo, async (db) => {
      const { rows } = await sql<{ n: number }>`with nodes as (${trees(entNo)[dataType]})
        select count(*)::int as n from nodes where no = any(${wanted})`.execute(db)
      return rows[0]?.n ?? 0
    })
    if (known < new Set(wanted).size) throw new Fault('missingReference', '所选范围有的已不存在，请刷新后再选')
  }
}

/** Counts the units, students, departments, employees and enterprises that a selection reaches, with all below it. */
export async function coverOf(context: Context, entNo: string, chosen: Record<DataType, readonly string[]>) {
  const below = (dataType: DataType) => sql`with recursive nodes as (${trees(entNo)[dataType]}),
    within as (select no from nodes where no = any(${chosen[dataType]}) union select n.no from nodes n join within w on n.parent = w.no)`
  const { db } = context
  const [units, orgs, ents] = await Promise.all([
    sql<{
      units: number
      people: number
    }>`${below('unit')} select (select count(*)::int from within) as units, (select count(*)::int
      from stu s join within w on w.no = s.unit_no where s.ent_no = ${entNo} and s.stt in ('1', '4')) as people`.execute(db),
    sql<{
      units: number
      people: number
    }>`${below('org')} select (select count(*)::int from within) as units, (select count(distinct e.emp_no)::int
      from orgemp o join within w on w.no = o.org_no join emp e using (ent_no, emp_no) where o.ent_no = ${entNo} and e.stt = ${Status.enabled}) as people`.execute(
      db,
    ),
    reading(context, 'ent', entNo, (on) =>
      sql<{ units: number }>`${below('ent')} select count(*)::int as units from within`.execute(on),
    ),
  ])
  return {
    unitCnt: units.rows[0]?.units ?? 0,
    stuCnt: units.rows[0]?.people ?? 0,
    orgCnt: orgs.rows[0]?.units ?? 0,
    empCnt: orgs.rows[0]?.people ?? 0,
    entCnt: ents.rows[0]?.units ?? 0,
  }
}
