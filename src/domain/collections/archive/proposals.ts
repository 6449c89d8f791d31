import { type SqlBool, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import type { Db } from '#server/database/database.ts'
import { ProposalState } from '../collections.contract.ts'
import { heldOf, keyIn } from './held.ts'

/** Selects the state of a proposal `p` with its archives: an open one is stale once the archive holds something else than it did. */
export const liveState = sql<'1' | '2' | '3' | '4'>`case when p.stt = ${ProposalState.open}
  and ${heldOf(keyIn)} is distinct from p.was_key then ${ProposalState.stale} else p.stt end`

/** Tests whether the pupil or the employee of a proposal is still there. */
export const isLive = sql<SqlBool>`coalesce(${isOnRoll}, e.stt = ${Status.enabled}, false)`

/**
 * Removes open proposals of answers that were given back or changed since, as an undo or a withdrawal may open them again.
 */
export const removeOvertaken = (db: Db, entNo: string) =>
  sql`delete from prop p where p.ent_no = ${entNo} and p.stt = ${ProposalState.open} and (
    exists (select from prop n where n.ent_no = p.ent_no and n.to_no = p.to_no and n.clmn_no = p.clmn_no
      and n.stt = ${ProposalState.open} and n.prop_no > p.prop_no)
    or not exists (select from ans a where a.ent_no = p.ent_no and a.to_no = p.to_no and a.stt = ${Status.enabled}))`.execute(db)
