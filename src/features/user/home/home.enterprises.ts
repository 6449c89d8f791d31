import { sql, type SqlBool } from 'kysely'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { Status } from '#contract/fields.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { includeDescendants } from '#server/call/scope.ts'
import { readAsCall } from './home.read.ts'

/** Reads the enterprises (as `e`, also deleted ones) that the list of enterprises shows to the caller. */
export const readEnterprises = <T>(context: Context, read: (db: Db, within: ReturnType<typeof sql<SqlBool>>) => Promise<T>) =>
  readAsCall(context, ent.getpage, async (db, entNo) => {
    const tops = await includeDescendants({ me: context.me, db }, ent.getpage)
    const below = (ancNos: string[]) => sql`e.ent_no in (select t.ent_no from ent_tree t where t.anc_no = any(${ancNos}))`
    return read(db, sql<SqlBool>`(${below([entNo])} and (e.ent_no = ${entNo} or ${below(tops)}))`)
  })

/** Counts the enterprises in a state. */
export const enterprisesIn = (context: Context, stt: string): Promise<number> =>
  readEnterprises(context, async (db, within) => {
    const { rows } = await sql<{
      cnt: number
    }>`select count(*)::int as cnt from ent e where e.stt = ${stt} and e.stt <> ${Status.deleted}
      and ${within}`.execute(db)
    return rows[0]?.cnt ?? 0
  })
