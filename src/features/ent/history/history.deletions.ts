import { sql } from 'kysely'
import { permits } from '#contract/access.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import type { Context } from '#server/call/context.ts'
import { includeDescendants } from '#server/call/scope.ts'

/** Describes the deletion of an enterprise: the operation, and the enterprise whose operations hold it. */
export type Deletion = { op: string; entNo: string; entName: string }

/**
 * Finds the deletions of enterprises below one, or one of them, as far as the caller looks after enterprises there. Nobody opens the
 * operations of a deleted enterprise any more, so its deletion stands in those of every enterprise above it, and is undone from there.
 */
export async function deletionsBelow({ me, inOwnTransaction }: Context, entNo: string, op?: string): Promise<Deletion[]> {
  if (!permits(me, ent.getpage.access)) return []
  return inOwnTransaction(
    async (db) => {
      const tops = await includeDescendants({ me, db }, ent.getpage)
      const { rows } = await sql<Deletion>`select o.op, o.ent_no, e.ent_name
        from ent_tree t join operation o on o.ent_no = t.ent_no and o.call = '/ecb/ent/delete' join ent e on e.ent_no = o.ent_no
        where t.anc_no = ${entNo} and t.depth > 0 and ${op ? sql`o.op = ${op}::uuid` : sql`true`}
          and exists (select from ent_tree r where r.ent_no = o.ent_no and r.anc_no = any(${tops}))`.execute(db)
      return rows
    },
    { entNo: me.entNo },
  )
}

/** Returns the enterprise whose operations hold one that the list of another shows: a deleted one below it, or itself. */
export const placeOf = async (context: Context, entNo: string, op: string): Promise<string> =>
  (await deletionsBelow(context, entNo, op))[0]?.entNo ?? entNo
