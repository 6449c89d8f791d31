import { sql } from 'kysely'
import { withoutScope } from '#server/call/scope.ts'
import type { Db } from '#server/database/database.ts'
import { AskedState } from './collections.contract.ts'

type Two = { entNo: string; keptNo: string; goneNo: string }

/**
 * Describes what a merge changed of which history keeps nothing, by the numbers of its rows: whom collections ask (`asked`; `todo` of
 * them had not answered), what was removed where both were asked, with its files, and the messages that moved and that were taken out of inboxes.
 */
export type MovedAsked = {
  asked: number[]
  todo: number[]
  removed: { toNo: number; hndNo: string; stuNo: string; stt: string }[]
  files: Sent[]
  told: number[]
  hidden: number[]
}

type Sent = { fileNo: string; toNo: number; clmnNo: string; byNo: string; useFlag: string }

type Pair = {
  hndNo: string
  msgNo: string | null
  goneTo: number
  goneStt: string
  keptTo: number | null
  keptStt: string | null
}

/**
 * Moves what collections ask about a pupil, and what was answered, to the record that stays; where both are asked in one, the
 * answered one stays, of two the one of the record that stays. Answers what is needed to put it back.
 */
export const moveAsked = (db: Db, two: Two): Promise<MovedAsked> =>
  withoutScope({ db }, async () => {
    const { entNo, keptNo, goneNo } = two
    const { rows } = await sql<Pair>`select g.hnd_no, h.msg_no, g.to_no::float8 as gone_to, g.stt as gone_stt,
        k.to_no::float8 as kept_to, k.stt as kept_stt
      from hndto g join hnd h using (ent_no, hnd_no) left join hndto k on k.ent_no = g.ent_no and k.hnd_no = g.hnd_no and k.stu_no = ${keptNo}
      where g.ent_no = ${entNo} and g.stu_no = ${goneNo} order by g.to_no for update of g`.execute(db)
    const isDone = (stt: string | null) => stt === AskedState.done
    const removed = rows.flatMap(({ hndNo, goneTo, goneStt, keptTo, keptStt }) => {
      if (keptTo === null || keptStt === null) return []
      const isGoneBetter = isDone(goneStt) && !isDone(keptStt)
      return [
        isGoneBetter
          ? { toNo: keptTo, hndNo, stuNo: keptNo, stt: keptStt }
          : { toNo: goneTo, hndNo, stuNo: goneNo, stt: goneStt },
      ]
    })
    const out = removed.map(({ toNo }) => toNo)
    const moving = rows.filter(({ goneTo }) => !out.includes(goneTo))
    const asked = moving.map(({ goneTo }) => goneTo)
    const { rows: files } = await sql<Sent>`select file_no, to_no::float8 as to_no, clmn_no, by_no, use_flag from ansfile
      where ent_no = ${entNo} and to_no = any(${out}::bigint[])`.execute(db)
    await sql`delete from ans where ent_no = ${entNo} and to_no = any(${out}::bigint[])`.execute(db)
    await sql`delete from hndto where ent_no = ${entNo} and to_no = any(${out}::bigint[])`.execute(db)
    await sql`update hndto set stu_no = ${keptNo} where ent_no = ${entNo} and to_no = any(${asked}::bigint[])`.execute(db)
    await sql`update ans set stu_no = ${keptNo} where ent_no = ${entNo} and to_no = any(${asked}::bigint[])`.execute(db)
    await sql`update prop set stu_no = ${keptNo} where ent_no = ${entNo} and to_no = any(${asked}::bigint[])`.execute(db)
    const todo = moving.filter(({ goneStt }) => !isDone(goneStt)).map(({ goneTo }) => goneTo)
    return {
      asked,
      todo,
      removed,
      files,
      ...(await moveTold(
        db,
        two,
        rows.flatMap(({ msgNo }) => msgNo ?? []),
      )),
    }
  })

// Moves what the guardians were told of it, so that their links open it for the record that stays.
async function moveTold(db: Db, { entNo, keptNo, goneNo }: Two, msgNos: string[]) {
  const { rows: told } = await sql<{ rcvNo: number }>`update msgto g set stu_no = ${keptNo}
    where g.ent_no = ${entNo} and g.stu_no = ${goneNo} and g.msg_no = any(${msgNos}) and not exists (select from msgto k
      where k.ent_no = g.ent_no and k.msg_no = g.msg_no and k.stu_no = ${keptNo} and k.ptr_no = g.ptr_no)
    returning g.rcv_no::float8 as rcv_no`.execute(db)
  const { rows: hidden } = await sql<{ rcvNo: number }>`update msgto r set gone_tm = now()
    where r.ent_no = ${entNo} and r.msg_no = any(${msgNos}) and r.gone_tm is null and (r.stu_no = ${goneNo}
      or r.stu_no = ${keptNo} and r.done_tm is null and exists (select from hnd h join hndto t using (ent_no, hnd_no)
        where h.ent_no = r.ent_no and h.msg_no = r.msg_no and t.stu_no = ${keptNo} and t.stt = ${AskedState.done}))
    returning r.rcv_no::float8 as rcv_no`.execute(db)
  return { told: told.map(({ rcvNo }) => rcvNo), hidden: hidden.map(({ rcvNo }) => rcvNo) }
}

/** Puts back what a merge moved, before history restores the answers themselves; what was being written of it is lost. */
export const moveAskedBack = (db: Db, { entNo, goneNo }: Two, moved: Partial<MovedAsked>) =>
  withoutScope({ db }, async () => {
    const { asked = [], todo = [], removed = [], files = [], told = [], hidden = [] } = moved
    await sql`update hndto set stu_no = ${goneNo} where ent_no = ${entNo} and to_no = any(${asked}::bigint[])`.execute(db)
    // Follows with what was answered since the merge: the rest comes back by history.
    await sql`update ans set stu_no = ${goneNo} where ent_no = ${entNo} and to_no = any(${todo}::bigint[])`.execute(db)
    await sql`update prop set stu_no = ${goneNo} where ent_no = ${entNo} and to_no = any(${todo}::bigint[])`.execute(db)
    await sql`insert into hndto (ent_no, to_no, hnd_no, stu_no, stt)
      select ${entNo}, r."toNo", r."hndNo", r."stuNo", r.stt from jsonb_to_recordset(${JSON.stringify(removed)}::jsonb)
        as r ("toNo" bigint, "hndNo" text, "stuNo" text, stt text)`.execute(db)
    await sql`insert into ansfile (ent_no, file_no, to_no, clmn_no, by_no, use_flag)
      select ${entNo}, r."fileNo", r."toNo", r."clmnNo", r."byNo", r."useFlag" from jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
        as r ("fileNo" text, "toNo" bigint, "clmnNo" text, "byNo" text, "useFlag" text)`.execute(db)
    await sql`update msgto set gone_tm = null where ent_no = ${entNo} and rcv_no = any(${hidden}::bigint[])`.execute(db)
    await sql`update msgto set stu_no = ${goneNo} where ent_no = ${entNo} and rcv_no = any(${told}::bigint[])`.execute(db)
  })
