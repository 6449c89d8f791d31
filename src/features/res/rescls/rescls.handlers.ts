import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { updateRow, contractColumns, requireRow, setOrder } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { checkPlace, lockTree, placeSiblings, putInOrder, type TreeTable } from '#server/database/tree.ts'
import { deleteClass } from './rescls.delete.ts'
import { classDepthLimit, rescls, ResourceClass } from './rescls.contract.ts'
import { readClassTree } from './rescls.read.ts'
import './rescls.table.ts'

const wanted = contractColumns(ResourceClass)
const classTree: TreeTable = { table: 'rescls', key: 'clsNo', parent: 'prtNo', noun: '分类', deepest: classDepthLimit }

export const resclsHandlers = serve(rescls, {
  gettree: ({ entNo, scope }, context) => readClassTree(context, entNo, scope),

  async create({ entNo, prtNo = null, ...facts }, { db, number }) {
    await checkPlace(db, classTree, entNo, { nodes: [], to: prtNo })
    const clsNo = await number('CLS_NO')
    const showOrd = sql<number>`(select coalesce(max(show_ord), 0) + 10 from rescls where ${siblings(entNo, prtNo)})`
    const row = { ...facts, entNo, clsNo, prtNo, showOrd }
    return shown(await db.insertInto('rescls').values(row).returning(wanted).executeTakeFirstOrThrow())
  },

  async update({ entNo, clsNo, befNo, ...changes }, { db }) {
    const { prtNo } = changes
    if (prtNo !== undefined) await checkPlace(db, classTree, entNo, { nodes: [clsNo], to: prtNo })
    const changed = await updateRow(db, 'rescls', { entNo, clsNo }, changes, wanted)
    if (prtNo === undefined) return shown(changed)
    await placeBefore(db, entNo, { prtNo, clsNo, befNo })
    return shown(await updateRow(db, 'rescls', { entNo, clsNo }, {}, wanted))
  },

  async delete(input, context) {
    await lockTree(context.db, classTree, input.entNo)
    return deleteClass(context, input)
  },

  async setord({ entNo, clsOrds }, { db }) {
    await lockTree(db, classTree, entNo)
    const first = db
      .selectFrom('rescls')
      .select('prtNo')
      .where('entNo', '=', entNo)
      .where('clsNo', '=', clsOrds[0]?.clsNo as string)
    const { prtNo } = requireRow(await first.executeTakeFirst())
    return setOrder(db, 'rescls', { keyName: 'clsNo', siblings: siblings(entNo, prtNo), orders: clsOrds })
  },
})

const siblings = (entNo: string, prtNo: string | null) =>
  sql<boolean>`ent_no = ${entNo} and prt_no is not distinct from ${prtNo} and stt <> ${Status.deleted}`

async function placeBefore(
  db: Db,
  entNo: string,
  { prtNo, clsNo, befNo }: { prtNo: string | null; clsNo: string; befNo: string | undefined },
) {
  const { rows } = await sql<{ clsNo: string }>`select cls_no from rescls
    where ${siblings(entNo, prtNo)} and cls_no <> ${clsNo} order by show_ord, cls_no`.execute(db)
  const others = rows.map((row) => row.clsNo)
  await putInOrder(db, classTree, entNo, placeSiblings(others, [clsNo], befNo))
}

// Casts the state: a live class is in use or not.
const shown = <Row extends { stt: string }>(row: Row) => ({ ...row, stt: row.stt as '1' | '2' })
