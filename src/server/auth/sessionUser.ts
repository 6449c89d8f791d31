import { sql } from 'kysely'
import { maskPhone } from '#contract/values/masking.ts'
import { hasVerifiedTel, isAdministrator } from './accounts.ts'
import { avatarLink } from './avatar.ts'
import type { Services } from '#server/call/context.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import { transaction } from '#server/database/database.ts'
import { fileLink } from '#server/files/links.ts'
import { noPassword } from './password.ts'
import type { Rights } from '#server/call/rights.ts'
import type { SessionIdentity, Session } from '#server/call/session.types.ts'

type Row = {
  nickName: string
  avatar: string | null
  introduction: string | null
  authTel: string | null
  pwdInitial: boolean
  isVerified: boolean
  isUnset: boolean
  idntName: string
  idntValName: string
  entName: string
  entLogo: string | null
  imitName: string | null
}

/** Returns the signed-in user as the sign-in and `/user/user/get` answer it, flat (docs/spec/sign-in.md#the-sessions-user). */
export async function sessionUser(
  { database, secret, rootNo }: Services,
  identity: SessionIdentity & Pick<Session, 'imitUserNo' | 'readOnly' | 'initial'>,
  rights: Rights,
  token: string,
) {
  const { userNo, name, idntNo, idntVal, entNo, imitUserNo, readOnly, initial } = identity
  const { row, strong, days } = await transaction(
    database.pool,
    { entNo, rootNo },
    async (db) => {
      const reading = sql<Row>`
        select a.nick_name, a.avatar, a.introduction, a.auth_tel, a.pwd_initial,
          ${hasVerifiedTel} as is_verified, a.pwd_hash = ${noPassword} as is_unset, i.chn_name as idnt_name, e.ent_name, e.ent_logo,
          p.emp_name as idnt_val_name, (select o.nick_name from account o where o.user_no = ${imitUserNo}) as imit_name
        from account a
        join ent e on e.ent_no = ${entNo}
        join emp p on p.ent_no = e.ent_no and p.emp_no = ${idntVal}
        join info i on i.type_code = 'IDNT' and i.info_no = ${idntNo}
        where a.user_no = ${userNo}`.execute(db)
      const [{ rows }, strong, isAdmin, days] = await Promise.all([
        reading,
        readParameter(db, entNo, 'PWD_STRONG'),
        isAdministrator(db, userNo),
        readParameter(db, entNo, 'PWD_DAYS'),
      ])
      return { row: rows[0] as Row, strong: isAdmin || strong === '1', days }
    },
    { readOnly: true },
  )
  const { pwdInitial, authTel, isVerified, isUnset, ...facts } = row
  return {
    ...facts,
    avatar: avatarLink(secret, facts.avatar),
    entLogo: facts.entLogo && fileLink(secret, entNo, facts.entLogo),
    token,
    no: userNo,
    name,
    idntNo,
    idntVal,
    entNo,
    authTel: authTel && maskPhone(authTel),
    telFlag: flagOf(isVerified),
    roles: rights.roles.map(({ roleNo }) => roleNo),
    roleslist: rights.roles,
    imitUserNo,
    readFlag: flagOf(readOnly),
    pwdFlag: flagOf(initial),
    noPwdFlag: flagOf(isUnset),
    pwdNote: initial ? noteOf({ isUnset, pwdInitial, days: Number(days) }) : null,
    strongFlag: flagOf(strong),
    mdllist: rights.modules,
  }
}

const flagOf = (is: boolean) => (is ? ('1' as const) : ('0' as const))

function noteOf({ isUnset, pwdInitial, days }: { isUnset: boolean; pwdInitial: boolean; days: number }): string {
  if (isUnset) return unsetNote
  return pwdInitial ? initialNote : oldNote(days)
}

const unsetNote = '别人设的密码已经失效，请设一个自己的密码，才能继续使用。'
const initialNote = '初始密码须先修改，才能继续使用。'
const oldNote = (days: number) => `密码已超过${days > 0 ? ` ${days} 天没有修改` : '有效期'}，须先修改，才能继续使用。`
