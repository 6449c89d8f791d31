import type pg from 'pg'
import { Fault } from './fault.ts'
import type { Session } from './session.ts'

// Who reaches the enterprises below their own (domain, 7.1): the platform's operators, and bureaus to read.
const readsBelow = new Set(['020', '060'])
const writesBelow = new Set(['060'])

/**
 * The one enterprise a call works on: the session's own, or one of its sub-tree where the identity reaches it.
 * One that is out of reach and one that does not exist answer alike.
 */
export async function enterpriseOf(pool: pg.Pool, session: Session, asked: string | undefined, writes: boolean): Promise<string> {
  if (asked === undefined || asked === session.entNo) return session.entNo
  if (!(writes ? writesBelow : readsBelow).has(session.idntNo)) throw new Fault('notFound')
  const { rowCount } = await pool.query('select 1 from ent_tree where anc_no = $1 and ent_no = $2', [session.entNo, asked])
  if (rowCount === 0) throw new Fault('notFound')
  return asked
}
