import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { canSendCodes, sendCode } from '#domain/channels/sendCode.ts'
import { heldIdentities } from '#domain/accounts/heldIdentities.ts'
import { type AccountRow, findAccounts, verifiedTelsOf } from '#server/auth/accounts.ts'
import { administratorsOf } from '#server/auth/codes/codeEntry.ts'
import { checkBeforeCode, makeCode, tryCode, useCode } from '#server/auth/codes/phoneCodes.ts'
import { proveBy, rightOnes } from '#server/auth/passwordEntry.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { describeError, log } from '#server/base/log.ts'
import type { Context } from '#server/call/context.ts'
import { endAllSessions } from '#server/call/session.ts'
import { requireRow } from '#server/database/rows.ts'
import { workOn } from '#server/reference/load.ts'
import { notOneself } from './user.identities.ts'

type Shown = { name: string; pwd?: string | undefined; code?: string | undefined }

const wrongCode = '验证码不对，或已过期'
// Says the same whichever of both was wrong.
const wrongOfBoth = '密码或验证码不对，或验证码已过期'

/**
 * Sends a code to the phone that another account has verified, for its holder to join it. Answers the same for every name, and
 * without waiting, since only a verified phone has anything to wait for. Throws tooMany as makeCode does.
 */
export async function sendJoinCode({ name }: Pick<Shown, 'name'>, context: Context) {
  const { me, inOwnTransaction, services, origin } = context
  if (me.imitUserNo) throw notOneself()
  const [found] = await verifiedTels(context, name)
  const key = { authTel: found?.authTel ?? `of ${name}`, purpose: 'join' as const, userNo: me.userNo }
  await inOwnTransaction((db) => checkBeforeCode(db, services.secret, key, origin.address))
  const code = await inOwnTransaction((db) => makeCode(db, services.secret, key, origin.address))
  if (found)
    void sendCode(services, { authTel: found.authTel, code, userNos: [found.userNo] }).catch((error: unknown) =>
      log.warn({ event: 'code not sent', outcome: describeError(error).error }),
    )
  return null
}

const verifiedTels = ({ inOwnTransaction, me }: Context, name: string) =>
  inOwnTransaction(async (db) => {
    const accounts = await findAccounts(db, name)
    const others = accounts.filter(({ userNo }) => userNo !== me.userNo)
    return verifiedTelsOf(
      db,
      others.map(({ userNo }) => userNo),
    )
  })

type Joinable = { account: AccountRow; codeNo: number | undefined }

/**
 * Finds another account of the caller by its password, or by a code to the phone that it has verified, which count like a sign-in;
 * that of an administrator by both. Throws wrongPassword, locked and busy as a sign-in does; invalid for one's own account, for an
 * initial password, and where something is missing.
 */
async function findJoinable(context: Context, { name, pwd, code }: Shown): Promise<Joinable> {
  const { me, inOwnTransaction } = context
  if (me.imitUserNo) throw notOneself()
  if (!pwd && !code) throw invalidField('pwd', '请填写它的密码，或短信验证码')
  const accounts = await inOwnTransaction((db) => findAccounts(db, name))
  const others = accounts.filter(({ userNo }) => userNo !== me.userNo)
  if (accounts.length > 0 && others.length === 0) throw invalidField('name', '这就是现在登录的账号')
  let codeNo: number | undefined
  const fitting = await proveBy(context, name, others, async (open) => {
    const known = pwd ? await rightOnes(name, pwd, open) : open
    if (!code) return known
    const coded = await codedOnes(context, code, open)
    codeNo = coded.codeNo
    return known.filter(({ userNo }) => coded.userNos.includes(userNo))
  }).catch((fault: unknown) => {
    if (!code || !(fault instanceof Fault) || fault.code !== 'wrongPassword') throw fault
    throw invalidField('code', pwd ? wrongOfBoth : wrongCode)
  })
  const [account] = fitting
  if (!account || fitting.length > 1) throw invalidField('name', '这个手机有几个账号，请填登录账号')
  if (account.pwdInitial) throw invalidField('name', '这个账号的初始密码还没有改过，请先用它登录并修改密码')
  const isAdministrator = (await administratorsOf(context, [account])).has(account.userNo)
  if (isAdministrator && !code) throw invalidField('code', await codeMissing(context))
  if (isAdministrator && !pwd) throw invalidField('pwd', '管理员的账号合并时，验证码以外还要它的密码')
  return { account, codeNo }
}

async function codeMissing({ inOwnTransaction, services }: Context): Promise<string> {
  const leave = await inOwnTransaction(canSendCodes, { rootNo: services.rootNo })
  return leave ? '管理员的账号合并时，密码以外还要短信验证码' : '管理员的账号合并时还要短信验证码，这里还没有开通短信，不能合并'
}

// Tries the code once, for the one phone that these accounts may have verified.
async function codedOnes({ me, inOwnTransaction, services }: Context, code: string, open: readonly AccountRow[]) {
  const verified = await inOwnTransaction((db) =>
    verifiedTelsOf(
      db,
      open.map(({ userNo }) => userNo),
    ),
  )
  const authTel = verified[0]?.authTel
  if (!authTel) return { codeNo: undefined, userNos: [] }
  const key = { authTel, purpose: 'join' as const, userNo: me.userNo }
  const codeNo = await inOwnTransaction((db) => tryCode(db, services.secret, key, code))
  return { codeNo, userNos: codeNo === undefined ? [] : verified.map(({ userNo }) => userNo) }
}

/** Tells what would be joined: the account, who made it and when, and its identities. Throws as findJoinable does. */
export async function previewJoin(shown: Shown, context: Context) {
  const {
    account: { userNo, name, nickName },
  } = await findJoinable(context, shown)
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
  const {
    account: { userNo, pwdHash },
    codeNo,
  } = await findJoinable(context, shown)
  const idnts = await heldIdentities(context, userNo)
  const own = await heldIdentities(context, me.userNo)
  const twice = idnts.find((one) => own.some(({ idntNo, entNo }) => one.idntNo === idntNo && one.entNo === entNo))
  if (twice) throw invalidField('name', `两个账号在“${twice.entName}”都有${twice.idntName}的身份，不能合并`)
  return inOwnTransaction(
    async (db) => {
      if (codeNo !== undefined && !(await useCode(db, codeNo))) throw invalidField('code', wrongCode)
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
