import { sql } from 'kysely'
import { maskPhone } from '#contract/masking.ts'
import type { Services } from './context.ts'
import { transaction } from './database.ts'
import type { Rights } from './rights.ts'
import type { Identity } from './session.ts'

type Row = {
  nickName: string
  avatar: string | null
  introduction: string | null
  authTel: string | null
  pwdInitial: boolean
  idntName: string
  entName: string
  entLogo: string | null
}

/** The signed-in user as the sign-in and `/user/user/get` answer it, flat (specification, section 3). */
export async function sessionUser({ database }: Services, identity: Identity, rights: Rights, token: string) {
  const { userNo, name, idntNo, idntVal, entNo } = identity
  const row = await transaction(
    database.pool,
    { entNo },
    async (db) => {
      const { rows } = await sql<Row>`
        select a.nick_name, a.avatar, a.introduction, a.auth_tel, a.pwd_initial, i.chn_name as idnt_name, e.ent_name, e.ent_logo
        from account a
        join ent e on e.ent_no = ${entNo}
        join info i on i.type_code = 'IDNT' and i.info_no = ${idntNo}
        where a.user_no = ${userNo}`.execute(db)
      return rows[0] as Row
    },
    { readOnly: true },
  )
  const { pwdInitial, authTel, ...facts } = row
  return {
    ...facts,
    token,
    no: userNo,
    name,
    idntNo,
    idntVal,
    entNo,
    authTel: authTel && maskPhone(authTel),
    roles: rights.roles.map(({ roleNo }) => roleNo),
    roleslist: rights.roles,
    imitUserNo: null,
    pwdFlag: pwdInitial ? ('1' as const) : ('0' as const),
    mdllist: rights.modules,
  }
}
