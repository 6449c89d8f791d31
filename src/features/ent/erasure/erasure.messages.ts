import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { eraseHistory } from '#server/history/history.ts'
import type { ErasedKind } from './erasure.contract.ts'
import { erasedName, erasedParts } from './erasure.parts.ts'

type Person = { entNo: string; ersKind: ErasedKind; idntVal: string }

/**
 * Takes a person out of messages: what waits to leave, the name among those whom a message was written to, what they began to answer,
 * and out of what the product wrote by itself. What people wrote stays as they wrote it: they recall or delete it.
 */
export async function eraseFromMessages(db: Db, person: Person) {
  const { entNo, ersKind, idntVal } = person
  const { own, by } = erasedParts[ersKind]
  await sql`delete from dlv d using msgto t where d.ent_no = ${entNo} and t.ent_no = d.ent_no and t.rcv_no = d.rcv_no
    and t.${sql.ref(by)} = ${idntVal}`.execute(db)
  const { rows: written } = await sql<{ msgNo: string }>`update msg set scope = (
      select jsonb_agg(case when part ->> 'no' = ${idntVal} then part || jsonb_build_object('name', ${erasedName}::text) else part end
        order by place) from jsonb_array_elements(scope) with ordinality parts (part, place))
    where ent_no = ${entNo} and scope @> ${JSON.stringify([{ kind: own, no: idntVal }])}::jsonb returning msg_no`.execute(db)
  const { rows: told } = await sql<{ msgNo: string }>`with known as (
      select ${sql.ref(`${own}_name`)} as name from ${sql.table(own)} where ent_no = ${entNo} and ${sql.ref(by)} = ${idntVal}),
    -- A namesake keeps what was told of them: then only what was sent about this person is changed.
    alone as (select name from known where not exists (select from ${sql.table(own)} o where o.ent_no = ${entNo}
      and ${sql.ref(`o.${by}`)} <> ${idntVal} and ${sql.ref(`o.${own}_name`)} = known.name))
    update msg m set title = replace(title, name, ${erasedName}), body = replace(body, name, ${erasedName}) from known
    where m.ent_no = ${entNo} and m.evt is not null and (position(name in title) > 0 or position(name in body) > 0)
      and (exists (select from alone) or exists (select from msgto t where t.ent_no = m.ent_no and t.msg_no = m.msg_no
        and ${sql.ref(`t.${by}`)} = ${idntVal}))
    returning m.msg_no`.execute(db)
  // Asks about the child again, whose answer goes with whoever wrote it.
  await sql`update hndto t set stt = '1' from ans a where t.ent_no = ${entNo} and a.ent_no = t.ent_no and a.to_no = t.to_no
    and a.by_ptr_no = ${idntVal} and a.stt = '1'`.execute(db)
  await sql`update hndto set drafts = drafts - ${idntVal}::text, back_why = null
    where ent_no = ${entNo} and drafts ? ${idntVal}`.execute(db)
  for (const { msgNo } of [...written, ...told]) await eraseHistory(db, 'msg', 'msg_no', msgNo)
}
