import { sql, type SqlBool } from 'kysely'
import { permissions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { maskPhone } from '#contract/values/masking.ts'
import { countedName } from '#server/auth/attempts.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { asAccount } from '#server/database/sight.ts'
import { Fault } from '#server/base/fault.ts'
import { platformParameter } from '#server/reference/parameterValues.ts'
import { halfWidth, matches } from '#server/base/search.ts'

const may = permissions('user')

/** Lists the enterprises on top of what an operator reaches. */
export const topsOf = ({ rights, entNo }: Context['me']) => rights.enterprisesOf(may.view) ?? [entNo]

const reachesAll = ({ me, services }: Context) => me.entNo === services.rootNo && !me.rights.enterprisesOf(may.view)
const below = ({ me }: Context) => sql`select t.ent_no from ent_tree t where t.anc_no = any(${topsOf(me)})`

/** Selects the accounts that an operator sees: all from the platform itself, those with an identity below from a part of it. */
const withinReach = (context: Context) =>
  reachesAll(context)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`exists (select from identity i where i.user_no = a.user_no and i.ent_no in (${below(context)}))`

/**
 * Locks an account until the end. Throws notFound for one that is missing or out of reach. One that has an identity outside too
 * is nobody's in a part of the platform: its password would open the rest.
 */
export async function lockAccount(context: Context, db: Db, userNo: string) {
  const isWhole = reachesAll(context)
    ? sql`true`
    : sql`not exists (select from identity o where o.user_no = a.user_no and o.ent_no not in (${below(context)}))`
  // Looks at the identities everywhere: one that stayed unseen would make the account look like one of this part.
  const { rows } = await asAccount(db, () =>
    sql<{ name: string; nickName: string }>`select a.name, a.nick_name from account a
      where a.user_no = ${userNo} and a.stt <> ${Status.deleted} and ${withinReach(context)} and ${isWhole} for no key update`.execute(
      db,
    ),
  )
  const [account] = rows
  if (!account) throw new Fault('notFound')
  return account
}

type Filter = { idntNo?: string | undefined; stt?: string | undefined; keyWord?: string | undefined }

/** Selects accounts within reach that match a filter; phones are found whole or by the last four digits. */
export function accounts(db: Db, context: Context, { idntNo, stt, keyWord }: Filter) {
  const word = halfWidth(keyWord ?? '')
  return db
    .selectFrom('account as a')
    .where('a.stt', stt ? '=' : '<>', stt ?? Status.deleted)
    .where(withinReach(context))
    .$if(!!idntNo, (list) =>
      list.where(sql<SqlBool>`exists (select from identity i where i.user_no = a.user_no and i.idnt_no = ${idntNo})`),
    )
    .$if(word !== '', (list) =>
      list.where(sql<SqlBool>`(${matches('a', word)} or a.auth_tel = ${word} or right(a.auth_tel, 4) = ${word})`),
    )
}

/** Selects what a list adds: identities, the last sign-in, whether wrong passwords lock it. */
export const platformAccountColumns = (userNos: readonly string[]) =>
  [
    'a.userNo',
    'a.name',
    'a.nickName',
    'a.authTel',
    'a.pwdInitial',
    'a.stt',
    'a.ver',
    sql<Taken[]>`(select coalesce(json_agg(json_build_object('idntNo', i.idnt_no, 'idntName', d.chn_name, 'entNo', i.ent_no,
        'entName', e.ent_name, 'idntVal', i.idnt_val, 'idntValName', p.emp_name) order by i.idnt_no, i.ent_no), '[]')
      from identity i join ent e using (ent_no) join emp p on p.ent_no = i.ent_no and p.emp_no = i.idnt_val
      join info d on d.type_code = 'IDNT' and d.info_no = i.idnt_no where i.user_no = a.user_no)`.as('idnts'),
    sql<string | null>`(select max(l.at) from login_log l where l.user_no = a.user_no and l.result = 'ok')`.as('lastTm'),
    sql<boolean>`lower(a.name) in (select ${countedName} from login_fail where (who like 'name:%' or who like 'known:%')
      and wrong >= ${sql.raw(platformParameter('LGN_FAIL_MAX'))} and until_tm > now())`.as('locked'),
    sql<boolean>`a.user_no = any(${userNos})`.as('chosen'),
  ] as const

type Taken = { idntNo: string; idntName: string; entNo: string; entName: string; idntVal: string; idntValName: string }

const flagOf = (is: boolean) => (is ? ('1' as const) : ('0' as const))

type Row = { authTel: string | null; pwdInitial: boolean; locked: boolean; chosen: boolean }

/** Returns a listed account as the answer: the phone masked. */
export const accountOut = <R extends Row>({ authTel, pwdInitial, locked, chosen, ...row }: R) => ({
  ...row,
  authTel: authTel && maskPhone(authTel),
  pwdFlag: flagOf(pwdInitial),
  lockFlag: flagOf(locked),
  chkFlag: flagOf(chosen),
})
