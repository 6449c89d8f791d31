import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'

/** Names an identity: of which kind, where, and whose number it is there. */
export type Held = { idntNo: string; entNo: string; idntVal: string }

/** Lists the identities of an account, guardians' too, with who gave each and since when; the oldest first. */
export async function heldIdentities({ inOwnTransaction, services }: Context, userNo: string) {
  const { rows } = await inOwnTransaction(
    (db) =>
      sql<Held & { idntName: string; entName: string; idntValName: string | null; givenName: string | null; givenTm: string }>`
        select i.idnt_no, i.ent_no, i.idnt_val, e.ent_name, coalesce(d.chn_name, '家长') as idnt_name,
          coalesce(p.emp_name, g.ptr_name) as idnt_val_name, i.crt_tm as given_tm,
          (select a.nick_name from account a where a.user_no = i.crt_user) as given_name
        from identity i join ent e using (ent_no)
        left join info d on d.type_code = 'IDNT' and d.info_no = i.idnt_no
        left join emp p on p.ent_no = i.ent_no and p.emp_no = i.idnt_val
        left join ptr g on g.ent_no = i.ent_no and g.ptr_no = i.idnt_val
        where i.user_no = ${userNo} order by i.crt_tm, i.idnt_no, i.ent_no`.execute(db),
    { rootNo: services.rootNo },
  )
  return rows
}
