import { sql } from 'kysely'
import { tellHolder } from '#domain/messages/accountMessages.ts'
import { actions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { maskPhone } from '#contract/values/masking.ts'
import { unlockName } from '#server/auth/attempts.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { giveReason } from '#server/history/history.ts'
import { accountTable } from '#server/auth/account.table.ts'
import { hashPassword, randomPassword } from '#server/auth/password.ts'
import { impersonatorOf, mayImpersonate } from '#server/auth/impersonation.ts'
import { readRights } from '#server/call/rights.ts'
import { updateRow, requireRow, pageOf, softDelete } from '#server/database/rows.ts'
import { changeRow, insertRow } from '#server/database/tableRows.ts'
import { serve } from '#server/call/serve.ts'
import { endAllSessions } from '#server/call/session.ts'
import { issueTicket } from '#server/call/tickets.ts'
import { identitiesOf, recordSignIn } from '#server/auth/signIn.ts'
import { likeOf } from '#server/base/search.ts'
import { account } from './account.contract.ts'
import { setIdentities, tellOfIdentities } from './account.identities.ts'
import { accountOut, accounts, platformAccountColumns, lockAccount, topsOf } from './account.list.ts'
import './account.table.ts'

const kept = ['userNo', 'name', 'nickName', 'authTel', 'stt', 'ver'] as const

export const accountHandlers = serve(account, {
  async getpage({ pageIndex, pageSize, userNos = [], ...filter }, context) {
    // Reads the people and enterprises of the identities from all below the caller's, for they lie in many enterprises.
    const shown = await context.inOwnTransaction(
      (db) =>
        pageOf(accounts(db, context, filter).select(platformAccountColumns(userNos)), ['a.userNo'], { pageIndex, pageSize }),
      { rootNo: context.me.entNo },
    )
    return { ...shown, datas: shown.datas.map(accountOut) }
  },

  async getents({ keyWord = '' }, { inOwnTransaction, me }) {
    const like = likeOf(keyWord)
    const { rows } = await inOwnTransaction(
      (db) =>
        sql<{ entNo: string; entName: string; idntNo: string }>`
          select e.ent_no, e.ent_name, e.idnt_no from ent e join ent_tree t on t.ent_no = e.ent_no and t.anc_no = any(${topsOf(me)})
          where e.stt = ${Status.enabled} and (e.search_text like ${like} or lower(e.ent_name) like ${like})
          order by t.depth, e.show_ord, e.ent_no limit 50`.execute(db),
      { rootNo: me.entNo },
    )
    return rows
  },

  async create({ name, nickName, authTel = null, idnts = [] }, context) {
    const { db, number, me, services } = context
    if (idnts.length === 0 && me.entNo !== services.rootNo) throw missingIdentity()
    const [userNo, pwd] = [await number('USER_NO'), randomPassword()]
    const pwdHash = await hashPassword(pwd)
    await insertRow(db, accountTable, { userNo, name, nickName, authTel, pwdHash, pwdInitial: true }, [])
    await setIdentities(context, userNo, idnts)
    return { userNo, name, pwd }
  },

  async update({ entNo: _, userNo, ver, ...changes }, context) {
    const { db, me } = context
    if (userNo === me.userNo && changes.stt) throw ofOneself('停用')
    await lockAccount(context, db, userNo)
    const changed = await changeRow(db, accountTable, { userNo }, { ...changes, ver }, kept)
    return { ...changed, authTel: changed.authTel && maskPhone(changed.authTel) }
  },

  async delete({ userNo, ver }, context) {
    const { db, me } = context
    if (userNo === me.userNo) throw ofOneself('删除')
    await lockAccount(context, db, userNo)
    return softDelete(db, 'account', { userNo }, ver)
  },

  async setidnts({ userNo, idnts }, context) {
    await lockAccount(context, context.db, userNo)
    await tellOfIdentities(context, userNo, await setIdentities(context, userNo, idnts))
    return null
  },

  async resetpwd({ userNo }, context) {
    const { db, me } = context
    if (userNo === me.userNo) throw new Fault('invalid', '自己的密码请用“修改密码”')
    const { name } = await lockAccount(context, db, userNo)
    const pwd = randomPassword()
    const pwdHash = await hashPassword(pwd)
    await updateRow(db, 'account', { userNo }, { pwdHash, pwdInitial: true, pwdTm: sql`now()` }, [])
    await endAllSessions(db, userNo)
    await unlockName(db, name)
    await tellHolder(context, userNo, {
      evt: 'pwdreset',
      title: '你的密码被管理员重置',
      body: '如果不是你请管理员重置的，请尽快与单位的管理员联系。',
    })
    return { userNo, name, pwd }
  },

  async unlock({ userNo }, context) {
    const { name } = await lockAccount(context, context.db, userNo)
    // Raises the version, so that the record itself shows who unlocked it.
    await updateRow(context.db, 'account', { userNo }, {}, [])
    await unlockName(context.db, name)
    return null
  },

  async imitate({ userNo, idntNo, idntEntNo, reason, writeFlag }, context) {
    const { db, me, inOwnTransaction, services, origin } = context
    if (me.imitUserNo) throw new Fault('forbidden', '已在模拟登录中，请先结束')
    const { name } = await lockAccount(context, db, userNo)
    const cards = await inOwnTransaction((on) => identitiesOf(on, userNo), { rootNo: services.rootNo })
    const card = requireRow(cards.find((one) => one.idntNo === idntNo && one.entNo === idntEntNo))
    // Refuses to impersonate colleagues of one's own enterprise: what one does there would be hard to tell from one's own
    // actions.
    if (card.entNo === me.entNo) throw new Fault('notFound')
    const theirs = await inOwnTransaction((on) => readRights(on, card.entNo, card.idntVal), { entNo: card.entNo })
    await mayImpersonate(context, theirs, writeFlag !== '1')
    await giveReason(db, reason)
    await updateRow(db, 'account', { userNo }, {}, [])
    const identity = { ...card, userNo, name }
    const impersonator = impersonatorOf(context, `user:${actions.set}`, reason)
    const tokenId = await issueTicket(db, identity, { ...origin, impersonator, readOnly: writeFlag !== '1' }, me)
    await recordSignIn(context, { ...identity, way: 'imit', result: 'ok', impersonator })
    return { tokenId, url: `/login/transitPage?tokenId=${tokenId}` }
  },
})

const ofOneself = (act: string) => new Fault('invalid', `不能${act}自己的账号`)

const missingIdentity = () => invalidField('idnts', '请为账号选择身份')
