import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { updateRow, requireRow, softDelete, setOrder } from '#server/database/rows.ts'
import { searchText, withKeyword } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { lockTree } from '#server/database/tree.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'
import { payitem } from './payitem.contract.ts'
import { checkPaymentItem, type CheckedPaymentItem } from './payitem.rules.ts'
import './payitem.table.ts'

const facts = [
  ...(['payItemNo', 'entNo', 'itemName', 'theme', 'amt', 'minAmt', 'maxAmt', 'actRdx', 'period', 'pubFlag', 'onFlag'] as const),
  ...(['offFlag', 'editFlag', 'partFlag', 'partCnt', 'amtEditFlag', 'signFlag', 'mustFlag', 'showOrd', 'rem'] as const),
  ...(['stt', 'updTm', 'ver'] as const),
]

const table = { table: 'payitem' }

type Flag = '0' | '1'
type Flags = Record<'pubFlag' | 'onFlag' | 'offFlag' | 'editFlag' | 'partFlag' | 'amtEditFlag' | 'signFlag' | 'mustFlag', Flag>

const items = (db: Db, entNo: string) =>
  db
    .selectFrom('payitem as p')
    .select(facts.map((name) => `p.${name}` as const))
    .select(sql<string | null>`(select a.act_name from entact a where a.ent_no = p.ent_no and a.rdx = p.act_rdx)`.as('actName'))
    // Narrows the type to the values that the table accepts.
    .$narrowType<Flags>()
    .where('p.entNo', '=', entNo)
    .where('p.stt', '<>', Status.deleted)

const readItem = async (db: Db, entNo: string, payItemNo: string) =>
  requireRow(await items(db, entNo).where('p.payItemNo', '=', payItemNo).executeTakeFirst())

const noFlags = { onFlag: '0', offFlag: '0', partFlag: '0', amtEditFlag: '0', signFlag: '0', mustFlag: '0' }

export const payitemHandlers = serve(payitem, {
  async getlist({ entNo, theme, stt, keyWord }, { db }) {
    const rows = await items(db, entNo)
      .$if(!!theme, (list) => list.where('p.theme', '=', theme as string))
      .$if(!!stt, (list) => list.where('p.stt', '=', stt as string))
      .orderBy('p.theme')
      .orderBy('p.showOrd')
      .orderBy('p.payItemNo')
      .execute()
    const words = (row: (typeof rows)[number]) => [row.itemName, row.payItemNo, searchText(row.theme)]
    return withKeyword(rows, keyWord, words)
  },

  async create({ entNo, ...item }, { db, number }) {
    const payItemNo = await number('PAY_NO')
    await lockTree(db, table, entNo)
    await check(db, entNo, payItemNo, { ...noFlags, ...item })
    const showOrd = await nextPlace(db, entNo, item.theme)
    await db
      .insertInto('payitem')
      .values({ entNo, payItemNo, showOrd, ...item })
      .execute()
    return readItem(db, entNo, payItemNo)
  },

  async update({ entNo, payItemNo, ver, ...given }, { db }) {
    await lockTree(db, table, entNo)
    const kept = await readItem(db, entNo, payItemNo)
    if (ver !== undefined && ver !== kept.ver) throw new Fault('conflict', undefined, kept)
    const changes = { ...withoutRest(given), ...given }
    const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    await check(db, entNo, payItemNo, { ...kept, ...changed })
    const moved = given.theme !== undefined && given.theme !== kept.theme
    const showOrd = moved ? await nextPlace(db, entNo, given.theme as string) : undefined
    await updateRow(db, 'payitem', { entNo, payItemNo }, { ...changes, showOrd }, [])
    return readItem(db, entNo, payItemNo)
  },

  delete: ({ entNo, payItemNo, ver }, { db }) => softDelete(db, 'payitem', { entNo, payItemNo }, ver),

  setpayitemord: ({ entNo, payItemOrds }, { db }) =>
    setOrder(db, 'payitem', {
      keyName: 'payItemNo',
      siblings: sql`ent_no = ${entNo} and stt <> ${Status.deleted} and theme =
        (select f.theme from payitem f where f.ent_no = ${entNo} and f.pay_item_no = ${payItemOrds[0]?.payItemNo})`,
      orders: payItemOrds,
    }),
})

/** Clears the values that depend on a flag that is cleared. */
const withoutRest = ({ amtEditFlag, partFlag }: { amtEditFlag?: string | undefined; partFlag?: string | undefined }) => ({
  ...(amtEditFlag === '0' && { minAmt: null, maxAmt: null }),
  ...(partFlag === '0' && { partCnt: null }),
})

async function check(db: Db, entNo: string, payItemNo: string, item: CheckedPaymentItem) {
  const account = await db
    .selectFrom('entact')
    .select('payType')
    .where('entNo', '=', entNo)
    .where('rdx', '=', item.actRdx ?? 0)
    .where('stt', '=', Status.enabled)
    .forShare()
    .executeTakeFirst()
  const chosen = await items(db, entNo)
    .where('p.theme', '=', item.theme)
    .where('p.payItemNo', '<>', payItemNo)
    .where('p.signFlag', '=', '1')
    .where('p.mustFlag', '=', '1')
    .executeTakeFirst()
  checkPaymentItem(item, { account, chosen: chosen?.itemName })
}

// Checks that what an undo restores fits what was made and changed since.
ruleAfterUndo('payitem', async (entNo, { db }, rows) => {
  await lockTree(db, table, entNo)
  const nos = rows.map(({ key }) => key.pay_item_no ?? '')
  for (const item of await items(db, entNo).where(sql<boolean>`p.pay_item_no = any(${nos})`).execute())
    await check(db, entNo, item.payItemNo, item).catch((fault) => {
      throw fault instanceof Fault ? new Fault('notUndoable', `缴费项目“${item.itemName}”不能这样恢复：${fault.message}`) : fault
    })
})

async function nextPlace(db: Db, entNo: string, theme: string): Promise<number> {
  const { rows } = await sql<{ place: number }>`select coalesce(max(show_ord), 0)::int + 10 as place from payitem
    where ent_no = ${entNo} and theme = ${theme} and stt <> ${Status.deleted}`.execute(db)
  return rows[0]?.place ?? 10
}
