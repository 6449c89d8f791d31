import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from './database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'

export type Branch<Node> = Node & { items: Branch<Node>[] }

/** Nests rows under their parents, in the order they came, children in `items`; a row whose parent is not among them is a root. */
export function treeOf<Row extends Record<string, unknown>, Node extends object>(
  rows: readonly Row[],
  key: keyof Row,
  parent: keyof Row,
  nodeOf: (row: Row, level: number) => Node,
): Branch<Node>[] {
  const known = new Set(rows.map((row) => row[key]))
  const children = Map.groupBy<unknown, Row>(rows, (row) => (known.has(row[parent]) ? row[parent] : undefined))
  const grow = (at: unknown, level: number): Branch<Node>[] =>
    (children.get(at) ?? []).map((row) => ({ ...nodeOf(row, level), items: grow(row[key], level + 1) }))
  return grow(undefined, 1)
}

/** Describes a tree in a table: its key and parent columns, the name of a node, and its greatest depth. */
export type TreeTable = {
  table: 'org' | 'mdl' | 'edcunit' | 'rescls'
  key: 'orgNo' | 'mdlCode' | 'unitNo' | 'clsNo'
  parent: 'prtNo' | 'prtCode'
  noun: string
  deepest: number
  /** Selects the rows of this tree, where they are not all of the enterprise's. */
  among?: RawBuilder<boolean>
}

/** Lets nobody else change the shape of an enterprise's tree until this transaction ends. */
export const lockTree = (db: Db, { table }: { table: string }, entNo: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${entNo}`}, 0))`.execute(db)

/**
 * Locks the tree and checks that `nodes` (none: a new one) may come under `to` (null: the top). Throws invalid for a cycle, a
 * tree that is too deep, or a parent that is no live node, notFound for missing nodes.
 */
export async function checkPlace(
  db: Db,
  tree: TreeTable,
  entNo: string,
  { nodes, to }: { nodes: readonly string[]; to: string | null },
) {
  const { table, key, parent, noun, deepest, among = sql<boolean>`ent_no = ${entNo}` } = tree
  await lockTree(db, tree, entNo)
  const [of, no, up] = [sql.table(table), sql.ref(key), sql.ref(parent)]
  const { rows } = await sql<{ levels: number; target: boolean; above: string[]; found: number }>`
    with recursive up as (
      select ${no} as no, ${up} as above, 1 as lvl from ${of} where ${among} and ${no} = ${to} and stt <> ${Status.deleted}
      union all select p.${no}, p.${up}, lvl + 1 from ${of} p join up on p.${no} = up.above where ${among} and lvl < 100
    ), down as (
      select ${no} as no, 1 as lvl from ${of} where ${among} and ${no} = any(${nodes}) and stt <> ${Status.deleted}
      union all select c.${no}, lvl + 1 from ${of} c join down on c.${up} = down.no
        where ${among} and c.stt <> ${Status.deleted} and lvl < 100
    )
    select (select count(*) from up)::int + coalesce((select max(lvl) from down), 1)::int as levels,
      exists (select from up) as target, array(select no from up) as above,
      (select count(*) from down where lvl = 1)::int as found`.execute(db)
  const { levels, target, above, found } = rows[0] as (typeof rows)[0]
  const wrongParent = (message: string) => invalidField(parent, message)
  if (to !== null && !target) throw wrongParent(`上级${noun}不存在`)
  if (found < nodes.length) throw new Fault('notFound')
  if (nodes.some((one) => above.includes(one))) throw wrongParent(`不能把${noun}移到它自己或它的下级之下`)
  if (levels > deepest) throw wrongParent(`${noun}最多 ${deepest} 级，移到这里会有 ${levels} 级`)
}

/**
 * Returns the order of siblings in which `moved` come before one of the others, or last. Throws changedOrder where that one is
 * gone.
 */
export function placeSiblings(others: readonly string[], moved: readonly string[], before: string | undefined): string[] {
  const at = before === undefined ? others.length : others.indexOf(before)
  if (at < 0) throw new Fault('changedOrder')
  return others.toSpliced(at, 0, ...moved)
}

/** Gives siblings their places in this order. */
export const putInOrder = (db: Db, { table, key }: Pick<TreeTable, 'table' | 'key'>, entNo: string, nos: readonly string[]) =>
  sql`update ${sql.table(table)} set show_ord = place * 10 from unnest(${nos}::text[]) with ordinality w (no, place)
    where ent_no = ${entNo} and ${sql.ref(key)} = w.no and show_ord <> place * 10`.execute(db)
