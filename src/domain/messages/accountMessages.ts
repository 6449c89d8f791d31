import { sql } from 'kysely'
import { signin } from '#contract/shell/signin.contract.ts'
import type { Context } from '#server/call/context.ts'
import { asAccount } from '#server/database/sight.ts'
import type { Db } from '#server/database/database.ts'
import { deviceName, isSameDevice } from '#server/auth/clientName.ts'
import { onSignIn } from '#server/auth/signIn.ts'
import { withMinutes } from '#contract/values/day.ts'
import { type Told, tellingIn, tellOfEvent, tellPeople } from './events.ts'

type AccountNews = Pick<Told, 'title' | 'body'> & { evt: 'idntnew' | 'pwdreset' | 'newclient' }

const identitiesIn = async (db: Db, userNo: string) =>
  (
    await sql<{
      entNo: string
      idntVal: string
    }>`select i.ent_no, i.idnt_val from identity i join ent_tree t on t.ent_no = i.ent_no
      and t.anc_no = i.ent_no and t.live where i.user_no = ${userNo} order by i.ent_no`.execute(db)
  ).rows

/** Tells the holder of an account of what was done with it, in each enterprise that they work in. */
export async function tellHolder(context: Context, userNo: string, news: AccountNews) {
  for (const { entNo, idntVal } of await asAccount(context.db, () => identitiesIn(context.db, userNo)))
    await tellOfEvent(context, { ...news, entNo, empNos: [idntVal], about: { type: 'own', no: userNo } })
}

/** Compares with the sign-ins of so long ago: whoever uses a browser once a term is not told each time. */
const remembered = sql`interval '180 days'`

/** Tells somebody who signs in with a browser or device that was not used before, unless they never signed in at all. */
onSignIn(async ({ inOwnTransaction, services, origin, afterCommit }, { userNo }) => {
  const { clients, now } = await inOwnTransaction(
    async (db) => {
      const { rows } = await sql<{ clients: { client: string; isLate: boolean }[] | null; now: string }>`select now() as now, (
          select jsonb_agg(jsonb_build_object('client', client, 'isLate', last < now() - ${remembered})) from (
            select client, max(at) as last from login_log where user_no = ${userNo} and result = 'ok' and imit_user_no is null
            group by client) used) as clients`.execute(db)
      return { clients: rows[0]?.clients ?? [], now: rows[0]?.now ?? '' }
    },
    { entNo: '' },
  )
  // Leaves out who never signed in at all.
  const isNew = clients.length > 0 && !clients.some(({ client, isLate }) => !isLate && isSameDevice(client, origin.client))
  if (!isNew) return
  const told = {
    evt: 'newclient' as const,
    title: `你的账号在新的设备上登录：${deviceName(origin.client)}`,
    body: `- 时间：${withMinutes(now)}\n- 地址：${origin.address}\n\n如果不是你本人，请立即修改密码，并在“我的会话”里让它下线。`,
    about: { type: 'signin', no: userNo },
  }
  afterCommit(() => tellOfOwnAct({ inOwnTransaction, services }, { userNo, call: signin.login.path }, told))
})

type Outside = Pick<Context, 'inOwnTransaction' | 'services'>

/** Tells the holder of an account of what they did without being signed in: if it was somebody else, they learn of it. */
export async function tellOfOwnAct(
  { inOwnTransaction, services }: Outside,
  { userNo, call }: { userNo: string; call: string },
  news: Omit<Told, 'entNo' | 'empNos'>,
) {
  for (const { entNo, idntVal } of await inOwnTransaction((db) => identitiesIn(db, userNo), { entNo: '' }))
    await tellingIn(services, { entNo, call, userNo }, (teller) => tellPeople(teller, { ...news, entNo, empNos: [idntVal] }))
}
