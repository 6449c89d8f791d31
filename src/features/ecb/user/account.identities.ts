import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { tellHolder } from '#domain/messages/accountMessages.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { asAccount } from '#server/database/sight.ts'
import { invalidField } from '#server/base/fault.ts'
import { workOn } from '#server/reference/load.ts'
import { topsOf } from './account.list.ts'

type Wanted = { entNo: string; idntVal: string }

/**
 * Makes these the identities of an account in the enterprises within reach; keeps those elsewhere. Throws invalid for one that
 * does not exist, and for two in one enterprise. Answers the enterprises in which the account gained one.
 */
export async function setIdentities({ db, inOwnTransaction, me }: Context, userNo: string, wanted: readonly Wanted[]) {
  const entNos = wanted.map(({ entNo }) => entNo)
  const people = wanted.map(({ idntVal }) => idntVal)
  const tops = topsOf(me)
  // Reads employees as those of the whole sub-tree, for they lie behind the lock of their enterprise.
  const { rows } = await inOwnTransaction(
    (on) =>
      sql<Wanted & { idntNo: string }>`
        select e.ent_no, e.emp_no as idnt_val, n.idnt_no from unnest(${entNos}::text[], ${people}::text[]) w (ent_no, emp_no)
        join ent_tree t on t.ent_no = w.ent_no and t.anc_no = any(${tops})
        join ent n on n.ent_no = w.ent_no and n.stt <> ${Status.deleted}
        join emp e on e.ent_no = w.ent_no and e.emp_no = w.emp_no and e.stt <> ${Status.deleted}`.execute(on),
    { rootNo: me.entNo },
  )
  if (rows.length < wanted.length) throw wrong('所选身份的企业或员工不存在')
  if (new Set(entNos).size < entNos.length) throw wrong('一个账号在一个企业里只能有一个身份')
  const { rows: had } = await asAccount(db, () =>
    sql<{ entNo: string }>`select i.ent_no from identity i join ent_tree t on t.ent_no = i.ent_no
      and t.anc_no = any(${tops}) where i.user_no = ${userNo}`.execute(db),
  )
  // Makes each change under the lock of its own enterprise, which keeps the history of its people.
  for (const { entNo } of had.filter((one) => !entNos.includes(one.entNo))) {
    await workOn(db, entNo)
    await sql`delete from identity where user_no = ${userNo} and ent_no = ${entNo}`.execute(db)
  }
  const given: string[] = []
  for (const identity of rows) if (await take(db, userNo, identity)) given.push(identity.entNo)
  await workOn(db, me.entNo)
  return given
}

/** Tells the holder of an account which identities it was given. */
export async function tellOfIdentities(context: Context, userNo: string, given: readonly string[]) {
  if (given.length === 0) return
  const { rows } = await sql<{
    entName: string
  }>`select ent_name from ent_name where ent_no = any(${[...given]}) order by ent_no`.execute(context.db)
  const names = rows.map(({ entName }) => `“${entName}”`).join('、')
  await tellHolder(context, userNo, { evt: 'idntnew', title: `你的账号有了${names}的身份`, body: '在右上角可以切换身份。' })
}

// Answers whether the account did not have it before.
async function take(db: Db, userNo: string, { entNo, idntVal, idntNo }: Wanted & { idntNo: string }) {
  await workOn(db, entNo)
  const taken =
    await sql`select 1 from identity where ent_no = ${entNo} and idnt_val = ${idntVal} and user_no <> ${userNo}`.execute(db)
  if (taken.rows.length > 0) throw wrong(`员工 ${idntVal} 已有别的登录账号`)
  const { rows } =
    await sql`insert into identity (user_no, idnt_no, ent_no, idnt_val) values (${userNo}, ${idntNo}, ${entNo}, ${idntVal})
    on conflict (user_no, idnt_no, ent_no) do update set idnt_val = excluded.idnt_val where identity.idnt_val <> excluded.idnt_val
    returning user_no`.execute(db)
  return rows.length > 0
}

const wrong = (message: string) => invalidField('idnts', message)
