import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { endAllSessions } from '#server/call/session.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import { workOn } from '#server/reference/load.ts'
import { type Held, heldIdentities } from '#domain/accounts/heldIdentities.ts'
import { type AccountRow, findAccounts, isAdministrator } from '#server/auth/accounts.ts'
import { proveHolder } from '#server/auth/passwordEntry.ts'

const notOneself = () => new Fault('forbidden', '模拟登录时不能改动对方的账号')

type Shown = { name: string; pwd: string }

/**
 * Finds another account of the caller by its password, which counts like a sign-in. Throws wrongPassword, locked and busy as that
 * does; invalid for one's own account, for an initial password, and for an administrator, who needs a code as well.
 */
async function findJoinable(context: Context, { name, pwd }: Shown): Promise<AccountRow> {
  const { me, inOwnTransaction, services } = context
  if (me.imitUserNo) throw notOneself()
  const accounts = await inOwnTransaction((db) => findAccounts(db, name))
  const others = accounts.filter(({ userNo }) => userNo !== me.userNo)
  if (accounts.length > 0 && others.length === 0) throw invalidField('name', '这就是现在登录的账号')
  const fitting = await proveHolder(context, name, pwd, others)
  const [account] = fitting
  if (!account || fitting.length > 1) throw invalidField('name', '这个手机有几个账号，请填登录账号')
  if (account.pwdInitial) throw invalidField('name', '这个账号的初始密码还没有改过，请先用它登录并修改密码')
  if (await inOwnTransaction((db) => isAdministrator(db, account.userNo), { rootNo: services.rootNo }))
    throw invalidField('name', '管理员的账号合并时还要短信验证码，这里还没有开通短信，不能合并')
  return account
}

/** Tells what would be joined: the account, who made it and when, and its identities. Throws as findJoinable does. */
export async function previewJoin(shown: Shown, context: Context) {
  const { userNo, name, nickName } = await findJoinable(context, shown)
  const { rows } = await context.inOwnTransaction((db) =>
    sql<{ crtName: string | null; crtTm: string }>`select a.crt_tm,
      (select o.nick_name from account o where o.user_no = a.crt_user) as crt_name
      from account a where a.user_no = ${userNo}`.execute(db),
  )
  const [made] = rows
  const idnts = await heldIdentities(context, userNo)
  return { userNo, name, nickName, crtName: made?.crtName ?? null, crtTm: requireRow(made).crtTm, idnts }
}

/**
 * Joins another account of the caller to the one they are signed in with: its identities and drafts come over, and its password,
 * login name, sessions and tickets end. Each enterprise keeps it in its history. Throws as findJoinable does, and invalid where
 * both are somebody in the same enterprise.
 */
export async function joinAccount(shown: Shown, context: Context) {
  const { me, inOwnTransaction } = context
  const { userNo, pwdHash } = await findJoinable(context, shown)
  const idnts = await heldIdentities(context, userNo)
  const own = await heldIdentities(context, me.userNo)
  const twice = idnts.find((one) => own.some(({ idntNo, entNo }) => one.idntNo === idntNo && one.entNo === entNo))
  if (twice) throw invalidField('name', `两个账号在“${twice.entName}”都有${twice.idntName}的身份，不能合并`)
  return inOwnTransaction(
    async (db) => {
      const { rows } = await sql`update account set stt = ${Status.deleted}, pwd_hash = '', auth_tel = null
      where user_no = ${userNo} and pwd_hash = ${pwdHash} and stt = ${Status.enabled} returning 1`.execute(db)
      if (rows.length === 0) throw new Fault('wrongPassword')
      for (const { idntNo, entNo } of idnts) {
        await workOn(db, entNo)
        await sql`update identity set user_no = ${me.userNo}
        where user_no = ${userNo} and idnt_no = ${idntNo} and ent_no = ${entNo}`.execute(db)
        await sql`update draft d set user_no = ${me.userNo} where d.user_no = ${userNo} and d.ent_no = ${entNo}
        and not exists (select from draft o where o.ent_no = d.ent_no and o.user_no = ${me.userNo} and o.name = d.name)`.execute(
          db,
        )
      }
      await endAllSessions(db, userNo)
      await workOn(db, me.entNo)
      return null
    },
    { entNo: me.entNo },
  )
}

type Left = Omit<Held, 'entNo'> & { idntEntNo: string }

/**
 * Gives up an identity; the enterprise may certify the person anew. Throws notFound for one that the caller does not hold, and
 * invalid for the one in use and for the last with which they can sign in.
 */
export async function leaveIdentity({ idntNo, idntEntNo: entNo, idntVal }: Left, context: Context) {
  const { me, inOwnTransaction } = context
  if (me.imitUserNo) throw notOneself()
  const own = await heldIdentities(context, me.userNo)
  const left = requireRow(own.find((one) => one.idntNo === idntNo && one.entNo === entNo && one.idntVal === idntVal))
  if (left.entNo === me.entNo && left.idntNo === me.idntNo)
    throw new Fault('invalid', '正在使用的身份不能解除，请先切换到别的身份')
  return inOwnTransaction((db) => dropIdentity(db, me.userNo, left), { entNo })
}

async function dropIdentity(db: Db, userNo: string, { idntNo, entNo, idntVal }: Held) {
  await sql`delete from identity where user_no = ${userNo} and idnt_no = ${idntNo} and ent_no = ${entNo}`.execute(db)
  await sql`update emp set auth_flag = '0' where ent_no = ${entNo} and emp_no = ${idntVal}`.execute(db)
  await sql`update ptr set auth_flag = '0' where ent_no = ${entNo} and ptr_no = ${idntVal}`.execute(db)
  return null
}

/**
 * Changes the phone that the caller signs in with, after their password, which counts like a sign-in. Throws wrongOldPassword for
 * a wrong one, locked and busy as a sign-in does.
 */
export async function changeLoginPhone({ authTel, pwd }: { authTel: string; pwd: string }, context: Context) {
  const { me, inOwnTransaction } = context
  if (me.imitUserNo) throw notOneself()
  const accounts = await inOwnTransaction((db) => findAccounts(db, me.userNo))
  await proveHolder(context, me.userNo, pwd, accounts).catch((fault: unknown) => {
    throw fault instanceof Fault && fault.code === 'wrongPassword' ? invalidField('pwd', '密码不正确') : fault
  })
  return inOwnTransaction(
    async (db) => {
      await sql`update account set auth_tel = ${authTel} where user_no = ${me.userNo} and auth_tel is distinct from ${authTel}`.execute(
        db,
      )
      return null
    },
    { entNo: me.entNo },
  )
}
