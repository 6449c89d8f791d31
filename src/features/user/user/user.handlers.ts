import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import { hashPassword, verifyPassword } from '#server/auth/password.ts'
import { Fault, complaint } from '#server/base/fault.ts'
import { serve } from '#server/call/serve.ts'
import { endAllSessions, endSession, issueSession, wayOn } from '#server/call/session.ts'
import { identitiesOf, openSession, recordSignIn, shownCards } from '#server/auth/signIn.ts'
import { sessionUser } from '#server/auth/sessionUser.ts'
import { beginAttempt, failAttempt, forgiveAttempts, tallyOf } from '#server/auth/attempts.ts'
import { user } from '#contract/shell/user.contract.ts'
import { heldIdentities } from '#domain/accounts/heldIdentities.ts'
import { checkNewPassword } from '#domain/accounts/newPassword.ts'
import { changeLoginPhone, leaveIdentity } from './user.identities.ts'
import { joinAccount, previewJoin, sendJoinCode } from './user.join.ts'
import { setFirstPassword } from './user.password.ts'
import { sendTelCode, verifyTel } from './user.tel.ts'
import { changeAvatar, changeNickName, ownPhoto } from './user.own.ts'

export const userHandlers = serve(user, {
  get: (_, { me, services, origin }) => sessionUser(services, me, me.rights, origin.token as string),

  async updatepwd({ oldPwd, newPwd }, context) {
    const { me, inOwnTransaction, origin } = context
    if (me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能修改密码')
    await checkNewPassword({ oldPwd, newPwd }, context, { ...me, entNos: [me.entNo] })
    // Records a change of one's own password in one's own enterprise, whichever the call names.
    const own = { entNo: me.entNo }
    const tally = await inOwnTransaction((db) => tallyOf(db, me.name, [me.userNo], origin.address))
    await inOwnTransaction((db) => beginAttempt(db, tally))
    const account = await inOwnTransaction((db) =>
      db.selectFrom('account').select('pwdHash').where('userNo', '=', me.userNo).executeTakeFirstOrThrow(),
    )
    if (!(await verifyPassword(account.pwdHash, oldPwd))) {
      await inOwnTransaction((db) => failAttempt(db, [tally]))
      throw wrongOldPassword()
    }
    const pwdHash = await hashPassword(newPwd)
    return inOwnTransaction(async (db) => {
      await forgiveAttempts(db, tally)
      const own = db
        .updateTable('account')
        .set({ pwdHash, pwdInitial: false, pwdTm: sql<string>`now()` })
        .where('userNo', '=', me.userNo)
      // Keeps a password that somebody else has set meanwhile.
      const { numUpdatedRows } = await own.where('pwdHash', '=', account.pwdHash).executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw wrongOldPassword()
      await endAllSessions(db, me.userNo)
      const proof = { pwdHash, pwdInitial: false }
      const { token, tokenId } = await issueSession(db, me, proof, { way: 'pwd', ...origin, casHash: me.casHash ?? null })
      return { token, tokenId }
    }, own)
  },

  setpwd: setFirstPassword,

  updatenickname: changeNickName,

  updateavatar: changeAvatar,

  getphoto: (_, context) => ownPhoto(context),

  async getidnts(_, { me, inOwnTransaction, services }) {
    return shownCards(services, await inOwnTransaction((db) => identitiesOf(db, me.userNo), { rootNo: services.rootNo }))
  },

  getownidnts: (_, context) => heldIdentities(context, context.me.userNo),

  sendjoincode: sendJoinCode,
  previewjoin: previewJoin,

  join: joinAccount,

  leave: leaveIdentity,

  updatetel: changeLoginPhone,

  sendtelcode: (_, context) => sendTelCode(context),

  verifytel: verifyTel,

  async switch({ idntVal, idntNo, entNo }, context) {
    const { me, inOwnTransaction, services, origin } = context
    if (me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能切换身份')
    const cards = await inOwnTransaction((db) => identitiesOf(db, me.userNo), { rootNo: services.rootNo })
    const entry = await inOwnTransaction((db) => entryOf(db, idntNo))
    const card = requireRow(cards.find((one) => one.idntVal === idntVal && one.idntNo === idntNo && one.entNo === entNo))
    const identity = { ...card, userNo: me.userNo, name: me.name }
    const { tokens } = await openSession(
      context,
      identity,
      { pwdInitial: me.initial },
      { way: wayOn(me.way, 'switch'), ...origin, casHash: me.casHash ?? null },
    )
    await inOwnTransaction((db) => endSession(db, me))
    await recordSignIn(context, { ...identity, way: 'switch', result: 'ok' })
    return { accessToken: tokens.token, tokenId: tokens.tokenId, url: withTokenId(entry, tokens.tokenId) }
  },
})

/** Returns the entry page of an identity's platform. Throws notOpen for one that is out of use, or that there is none of. */
async function entryOf(db: Db, idntNo: string): Promise<string> {
  const row = await db
    .selectFrom('info')
    .select(['charClmn', 'stt'])
    .where('typeCode', '=', 'IDNT')
    .where('infoNo', '=', idntNo)
    .executeTakeFirst()
  if (row?.stt !== Status.enabled) throw new Fault('notOpen')
  return row.charClmn ?? '/login/transitPage'
}

const withTokenId = (entry: string, tokenId: string) => `${entry}${entry.includes('?') ? '&' : '?'}tokenId=${tokenId}`

const wrongOldPassword = () => new Fault('wrongOldPassword', undefined, complaint('oldPwd', '旧密码不正确'))
