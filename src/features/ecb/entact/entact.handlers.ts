import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { maskAccount } from '#contract/values/masking.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField, takenField } from '#server/base/fault.ts'
import { updateRow, contractColumns, requireRow, softDelete } from '#server/database/rows.ts'
import { searchText, withKeyword } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { fileLink } from '#server/files/links.ts'
import { checkOwnPicture } from '#server/files/ownPicture.ts'
import { wasPictureOf } from '#server/history/history.ts'
import { lockTree } from '#server/database/tree.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'
import { entact, PaymentAccount, PayType } from './entact.contract.ts'
import './entact.table.ts'

const wanted = contractColumns(PaymentAccount)

const accounts = (db: Db, entNo: string) =>
  db.selectFrom('entact').select(wanted).where('entNo', '=', entNo).where('stt', '<>', Status.deleted)

type Shown = { entNo: string; actNo: string; logoPath: string | null }

// Shows an account as it is answered: its number masked, a link to its picture.
const shown = <Row extends Shown>({ services }: Context, row: Row) => ({
  ...row,
  actNo: maskAccount(row.actNo),
  logoPath: row.logoPath && fileLink(services.secret, row.entNo, row.logoPath),
})

type Facts = { rdx: number; payType: string; actNo: string; opnBank?: string | null | undefined }

export const entactHandlers = serve(entact, {
  async getlist({ entNo, stt, keyWord }, context) {
    const { db } = context
    const rows = await accounts(db, entNo)
      .$if(!!stt, (list) => list.where('stt', '=', stt as string))
      .orderBy('rdx')
      .execute()
    // Finds a masked number whole or by its tail alone, which the list shows.
    const words = ({ actName, actNo, opnBank }: (typeof rows)[number]) => [
      actName,
      searchText(opnBank ?? ''),
      actNo === keyWord ? actNo : null,
    ]
    return withKeyword(rows, keyWord, words, ({ actNo }) => actNo).map((row) => shown(context, row))
  },

  async create({ entNo, ...facts }, context) {
    const { db, me } = context
    await lockTree(db, { table: 'entact' }, entNo)
    const { rows } = await sql<{
      rdx: number
    }>`select coalesce(max(rdx), 0)::int + 1 as rdx from entact where ent_no = ${entNo}`.execute(db)
    const rdx = rows[0]?.rdx ?? 1
    await check(db, entNo, { rdx, ...facts })
    await checkPicture(db, { entNo, rdx, fileNo: facts.logoPath }, me.userNo)
    const made = await db
      .insertInto('entact')
      .values({ entNo, rdx, ...facts })
      .returning(wanted)
      .executeTakeFirstOrThrow()
    return shown(context, made)
  },

  async update({ entNo, rdx, ver, ...changes }, context) {
    const { db, me } = context
    await lockTree(db, { table: 'entact' }, entNo)
    const kept = requireRow(await accounts(db, entNo).where('rdx', '=', rdx).forNoKeyUpdate().executeTakeFirst())
    // Compares the version itself: the record in a conflict is masked as well.
    if (ver !== undefined && ver !== kept.ver) throw new Fault('conflict', undefined, shown(context, kept))
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    await check(db, entNo, { ...kept, ...given })
    await checkPicture(db, { entNo, rdx, fileNo: changes.logoPath }, me.userNo)
    if (changes.stt === Status.disabled) await refuseUsed(db, entNo, rdx, '停用')
    if (changes.payType === PayType.cash && kept.payType !== PayType.cash) await refuseOnline(db, entNo, rdx)
    return shown(context, await updateRow(db, 'entact', { entNo, rdx }, changes, wanted))
  },

  async delete({ entNo, rdx, ver }, context) {
    const { db } = context
    const kept = requireRow(await accounts(db, entNo).where('rdx', '=', rdx).forNoKeyUpdate().executeTakeFirst())
    if (ver !== undefined && ver !== kept.ver) throw new Fault('conflict', undefined, shown(context, kept))
    await refuseUsed(db, entNo, rdx, '删除')
    return softDelete(db, 'entact', { entNo, rdx })
  },
})

async function check(db: Db, entNo: string, { rdx, payType, actNo, opnBank }: Facts) {
  if (payType === PayType.bank && !opnBank) throw invalidField('opnBank', '银行对公账户要填写开户行')
  const other = await accounts(db, entNo)
    .where('payType', '=', payType)
    .where('actNo', '=', actNo)
    .where('rdx', '<>', rdx)
    .executeTakeFirst()
  if (!other) return
  const message = `这个账号已登记为序号 ${other.rdx} 的“${other.actName}”，请核对账号`
  throw takenField('actNo', message)
}

// Throws for what is no picture that its user has just uploaded, or that the account had before.
async function checkPicture(
  db: Db,
  { entNo, rdx, fileNo }: { entNo: string; rdx: number; fileNo?: string | null | undefined },
  userNo: string,
) {
  if (!fileNo) return
  const before = { table: 'entact', column: 'logo_path', key: { ent_no: entNo, rdx } }
  if (await wasPictureOf(db, { entNo, fileNo }, before)) return
  await checkOwnPicture(db, { entNo, fileNo, userNo }, { field: 'logoPath', name: '图片', mostKb: 500 })
}

const itemsOf = (db: Db, entNo: string, rdx: number) =>
  db
    .selectFrom('payitem')
    .select('itemName')
    .where('entNo', '=', entNo)
    .where('actRdx', '=', rdx)
    .where('stt', '<>', Status.deleted)
    .orderBy('payItemNo')

async function refuseUsed(db: Db, entNo: string, rdx: number, verb: string) {
  const items = await itemsOf(db, entNo, rdx).execute()
  if (items.length > 0) throw new Fault('inUse', `缴费项目${namesOf(items)}在用这个账户，换成别的账户后才能${verb}`)
}

async function refuseOnline(db: Db, entNo: string, rdx: number) {
  const items = await itemsOf(db, entNo, rdx).where('onFlag', '=', '1').execute()
  if (items.length > 0) throw invalidField('payType', `缴费项目${namesOf(items)}只能线上缴费，它的账户不能是现金`)
}

// Checks the items again, which may have begun to use an account since the undone change.
ruleAfterUndo('entact', async (entNo, { db }, rows) => {
  for (const { key } of rows)
    await checkUse(db, entNo, Number(key.rdx)).catch((fault) => {
      throw fault instanceof Fault ? new Fault('notUndoable', fault.message) : fault
    })
})

async function checkUse(db: Db, entNo: string, rdx: number) {
  const account = await accounts(db, entNo).where('rdx', '=', rdx).executeTakeFirst()
  if (account?.stt !== Status.enabled) await refuseUsed(db, entNo, rdx, '撤销')
  else if (account.payType === PayType.cash) await refuseOnline(db, entNo, rdx)
}

function namesOf(items: readonly { itemName: string }[]): string {
  const names = items.slice(0, 3).map(({ itemName }) => `“${itemName}”`)
  return names.join('、') + (items.length > 3 ? `等 ${items.length} 项` : '')
}
