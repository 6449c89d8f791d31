import type { Context } from '#server/call/context.ts'
import { accountTable } from '#server/auth/account.table.ts'
import { keptAvatar } from '#server/auth/avatar.ts'
import { transaction } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { fileLink } from '#server/files/links.ts'
import { readOwnPhoto } from '#domain/people/ownPhoto.ts'
import { checkOwnPicture } from '#server/files/ownPicture.ts'
import { requireRow } from '#server/database/rows.ts'
import { changeRow } from '#server/database/tableRows.ts'
import { ruleAfterUndo } from '#server/history/undo.ts'
import { mostAvatar } from '#contract/shell/user.contract.ts'

const notOneself = () => new Fault('forbidden', '模拟登录时不能修改对方的资料')

// Records a change of one's own account in one's own enterprise, whichever the call names.
async function changeOwn({ me, inOwnTransaction }: Context, changes: { nickName?: string; avatar?: string | null }) {
  if (me.imitUserNo) throw notOneself()
  await inOwnTransaction((db) => changeRow(db, accountTable, { userNo: me.userNo }, changes, []), { entNo: me.entNo })
  return null
}

export const changeNickName = ({ nickName }: { nickName: string }, context: Context) => changeOwn(context, { nickName })

/** Changes the avatar; null removes it. */
export async function changeAvatar({ avatar: fileNo }: { avatar: string | null }, context: Context) {
  const { me, inOwnTransaction } = context
  const { entNo, userNo } = me
  if (fileNo === null) return changeOwn(context, { avatar: null })
  const use = { field: 'avatar', name: '头像', mostKb: mostAvatar }
  await inOwnTransaction((db) => checkOwnPicture(db, { entNo, fileNo, userNo }, use), { entNo })
  return changeOwn(context, { avatar: keptAvatar(entNo, fileNo) })
}

/**
 * Returns the ID photo of the caller, as an employee of the enterprise they work in. Throws notFound where the caller is none.
 */
export async function ownPhoto({ me, services }: Context) {
  const { entNo, idntVal } = me
  const read = await transaction(services.database.pool, { entNo }, (db) => readOwnPhoto(db, entNo, idntVal), { readOnly: true })
  const { cardPht, ...handed } = requireRow(read)
  return { ...handed, cardPht: cardPht && fileLink(services.secret, entNo, cardPht) }
}

ruleAfterUndo('account', async (_, { me }, rows) => {
  if (me.imitUserNo && rows.some(({ key }) => key.user_no === me.userNo)) throw notOneself()
})
