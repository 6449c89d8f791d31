import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { takenField } from '#server/base/fault.ts'
import { updateRow, contractColumns, requireRow, softDelete, setOrder } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { checkPlace, lockTree, placeSiblings, treeOf } from '#server/database/tree.ts'
import { isBuiltIn, mdl, Module } from './mdl.contract.ts'
import { checkChange, checkDelete, checkFacts, checkGroup, moduleTree } from './mdl.rules.ts'
import './mdl.table.ts'

const wanted = contractColumns(Module.omit({ fixFlag: true }))

const fixed = <Row extends { mdlCode: string }>(row: Row) => ({
  ...row,
  fixFlag: isBuiltIn(row.mdlCode) ? ('1' as const) : ('0' as const),
})

// Sorts action codes, once each, as rights are compared and shown.
const inOrder = (func: string | null | undefined) => [...new Set(func ? func.split(',') : [])].sort().join(',')

export const mdlHandlers = serve(mdl, {
  async gettree({ tmlType, stt }, { db }) {
    const rows = await db
      .selectFrom('mdl')
      .select(wanted)
      .where('tmlType', '=', tmlType)
      .where('stt', stt ? '=' : '<>', stt ?? Status.deleted)
      .orderBy('showOrd')
      .orderBy('mdlCode')
      .execute()
    return treeOf(rows, 'mdlCode', 'prtCode', (row, lvl) => ({ ...fixed(row), code: row.mdlCode, name: row.mdlName, lvl }))
  },

  async create({ entNo, func, ...given }, { db }) {
    const { tmlType, mdlCode, prtCode = null } = given
    // Keeps no actions of a group, on which nothing is granted.
    const module = { ...given, prtCode, url: given.url ?? null, func: given.url ? inOrder(func) : '' }
    await checkPlace(db, moduleTree(tmlType), entNo, { nodes: [], to: prtCode })
    await checkGroup(db, prtCode)
    await checkFacts(db, module)
    const showOrd = sql<number>`(select coalesce(max(show_ord), 0) + 10 from mdl
      where tml_type = ${tmlType} and prt_code is not distinct from ${prtCode} and stt <> ${Status.deleted})`
    // Keeps a code with its module for good: powers that were granted on it would come back to life.
    const made = await db
      .insertInto('mdl')
      .values({ ...module, showOrd })
      .onConflict((conflict) => conflict.doNothing())
      .returning(wanted)
      .executeTakeFirst()
    if (!made) throw taken(mdlCode)
    // Gives every module to the platform itself.
    await db.insertInto('entmdl').values({ entNo, mdlCode }).execute()
    return fixed(made)
  },

  async update({ entNo, mdlCode, ver, ...given }, { db }) {
    await lockTree(db, { table: 'mdl' }, entNo)
    const before = requireRow(
      await db
        .selectFrom('mdl')
        .select(wanted)
        .where('mdlCode', '=', mdlCode)
        .where('stt', '<>', Status.deleted)
        .executeTakeFirst(),
    )
    const changes = { ...given, func: given.func === undefined ? undefined : inOrder(given.func) }
    const stated = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const after = { ...before, ...stated }
    await checkChange(db, before, after)
    await checkFacts(db, after)
    return fixed(await updateRow(db, 'mdl', { mdlCode }, { ...changes, ver }, wanted))
  },

  async delete({ entNo, mdlCode, ver }, { db, inOwnTransaction, services: { rootNo } }) {
    await lockTree(db, { table: 'mdl' }, entNo)
    await checkDelete(db, (count) => inOwnTransaction(count, { rootNo }), mdlCode, rootNo)
    await db.deleteFrom('entmdl').where('entNo', '=', entNo).where('mdlCode', '=', mdlCode).execute()
    return softDelete(db, 'mdl', { mdlCode }, ver)
  },

  async setmdlord({ entNo, prtCode = null, mdlOrds }, { db }) {
    await lockTree(db, { table: 'mdl' }, entNo)
    const first = db
      .selectFrom('mdl')
      .select('tmlType')
      .where('mdlCode', '=', mdlOrds[0]?.mdlCode as string)
    const { tmlType } = requireRow(await first.executeTakeFirst())
    const siblings = sql<boolean>`tml_type = ${tmlType} and prt_code is not distinct from ${prtCode} and stt <> ${Status.deleted}`
    return setOrder(db, 'mdl', { keyName: 'mdlCode', siblings, orders: mdlOrds })
  },

  async updateprtmdl({ entNo, prtCode = null, mdlCodes, befNo }, { db }) {
    const first = db
      .selectFrom('mdl')
      .select('tmlType')
      .where('mdlCode', '=', mdlCodes[0] as string)
    const { tmlType } = requireRow(await first.executeTakeFirst())
    await checkPlace(db, moduleTree(tmlType), entNo, { nodes: mdlCodes, to: prtCode })
    await checkGroup(db, prtCode)
    await db.updateTable('mdl').set({ prtCode }).where('mdlCode', 'in', mdlCodes).execute()
    const others = await db
      .selectFrom('mdl')
      .select('mdlCode')
      .where(sql<boolean>`tml_type = ${tmlType} and prt_code is not distinct from ${prtCode} and stt <> ${Status.deleted}`)
      .where('mdlCode', 'not in', mdlCodes)
      .orderBy('showOrd')
      .orderBy('mdlCode')
      .execute()
    const order = placeSiblings(
      others.map(({ mdlCode }) => mdlCode),
      mdlCodes,
      befNo,
    )
    await sql`update mdl set show_ord = place * 10 from unnest(${order}::text[]) with ordinality w (no, place)
      where mdl_code = w.no and show_ord <> place * 10`.execute(db)
    return null
  },
})

function taken(mdlCode: string) {
  const message = `模块编码“${mdlCode}”已被使用，删除过的编码也不能再用`
  return takenField('mdlCode', message)
}
