import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { Fault } from '#server/fault.ts'
import { change, columns, found, remove, setOrder } from '#server/rows.ts'
import { serve } from '#server/serve.ts'
import { checkPlace, lockTree, type TreeTable } from '#server/tree.ts'
import { deepest, rescls, ResourceClass } from './rescls.contract.ts'
import { readTrees } from './rescls.read.ts'

const wanted = columns(ResourceClass)
const classTree: TreeTable = { table: 'rescls', key: 'clsNo', parent: 'prtNo', noun: '分类', deepest }

export const resclsHandlers = serve(rescls, {
  gettree: ({ entNo }, context) => readTrees(context, entNo),

  async create({ entNo, prtNo = null, ...facts }, { db, number }) {
    await checkPlace(db, classTree, entNo, [], prtNo)
    const clsNo = await number('CLS_NO')
    const showOrd = sql<number>`(select coalesce(max(show_ord), 0) + 10 from rescls
      where ent_no = ${entNo} and prt_no is not distinct from ${prtNo} and stt <> ${Status.deleted})`
    return db
      .insertInto('rescls')
      .values({ ...facts, entNo, clsNo, prtNo, showOrd })
      .returning(wanted)
      .executeTakeFirstOrThrow()
  },

  update: ({ entNo, clsNo, ...changes }, { db }) => change(db, 'rescls', { entNo, clsNo }, changes, wanted),

  async delete({ entNo, clsNo, ver }, { db }) {
    await lockTree(db, classTree, entNo)
    const { rows } = await sql<{ children: number; resources: number; shared: number }>`select
      (select count(*)::int from rescls where ent_no = ${entNo} and prt_no = ${clsNo} and stt <> ${Status.deleted}) as children,
      (select count(*)::int from res where ent_no = ${entNo} and cls_no = ${clsNo} and stt <> ${Status.deleted}) as resources,
      (select count(*)::int from resshr where to_ent_no = ${entNo} and cls_no = ${clsNo} and stt = '2') as shared`.execute(db)
    const { children = 0, resources = 0, shared = 0 } = rows[0] ?? {}
    const left = [children && `${children} 个下级分类`, resources + shared && `${resources + shared} 个资源`]
    const told = left.filter(Boolean).join('和')
    if (told) throw new Fault('inUse', `分类里还有 ${told}，请先移走再删除`)
    return remove(db, 'rescls', { entNo, clsNo }, ver)
  },

  async setord({ entNo, clsOrds }, { db }) {
    await lockTree(db, classTree, entNo)
    const first = db
      .selectFrom('rescls')
      .select('prtNo')
      .where('entNo', '=', entNo)
      .where('clsNo', '=', clsOrds[0]?.clsNo as string)
    const { prtNo } = found(await first.executeTakeFirst())
    const siblings = sql<boolean>`ent_no = ${entNo} and prt_no is not distinct from ${prtNo} and stt <> ${Status.deleted}`
    return setOrder(db, 'rescls', 'clsNo', siblings, clsOrds)
  },
})
