import { sql } from 'kysely'
import type { Right } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import type { Context, Me, Services } from './context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { changeSight, withSight } from '#server/database/sight.ts'
import { Fault } from '#server/base/fault.ts'
import type { Scope } from './scope.types.ts'

type Asking = { me: Me; services: Services }

// Lists the identities that reach the enterprises below their own (docs/spec/data-scope.md#other-enterprises): operators, bureaus
// to read, and agents what is given there.
const below: Record<Call['place'], { reads: string[]; writes: string[] }> = {
  enterprise: { reads: ['020', '060'], writes: ['060'] },
  managed: { reads: ['020', '040', '060'], writes: ['040', '060'] },
  given: { reads: ['020', '040', '060'], writes: ['040', '060'] },
  platform: { reads: [], writes: [] },
  caller: { reads: [], writes: [] },
}

/**
 * Returns the one enterprise a call works on: the session's own, or one of its sub-tree where the identity and the roles reach
 * it. Throws notFound alike for one out of reach and one that does not exist, forbidden for a change of what belongs to the
 * platform, or was given from above.
 */
export async function enterpriseOf(asking: Asking, call: Call, asked: string | undefined): Promise<string> {
  const { me, services } = asking
  if (asked === undefined || asked === me.entNo) {
    // Checks each of a list of enterprises by itself.
    const isList = 'entNos' in call.input.shape
    const isOwn = call.place === 'enterprise' || call.place === 'managed'
    if (call.method === 'POST' && !isOwn && !isList && me.entNo !== services.rootNo) throw new Fault('forbidden')
    return me.entNo
  }
  await requireDescendants(asking, call, [asked])
  return asked
}

/**
 * Throws notFound for enterprises that a call of this kind does not reach: others than those below the session's own, and deleted
 * ones, which only an undo still finds.
 */
export async function requireDescendants(
  { me, services }: Asking,
  call: Pick<Call, 'place' | 'method' | 'access'>,
  entNos: readonly string[],
  isUndo = false,
) {
  const { reads, writes } = below[call.place]
  if (!(call.method === 'POST' ? writes : reads).includes(me.idntNo)) throw new Fault('notFound')
  const within = me.rights.enterprisesOf(call.access) ?? [me.entNo]
  const { rows } = await services.database.pool.query(
    `select count(distinct t.ent_no)::int as found from ent_tree t where t.anc_no = any($1) and t.ent_no = any($2) and (t.live or $5)
       and exists (select from ent_tree o where o.anc_no = $3 and o.ent_no = t.ent_no and (o.depth > 0 or $3 = $4))`,
    [within, entNos, me.entNo, services.rootNo, isUndo],
  )
  if (rows[0].found < new Set(entNos).size) throw new Fault('notFound')
}

/**
 * Throws notFound for a call on another enterprise: bureaus and operators look at these, but not into their meetings and visits
 * (docs/spec/data-scope.md#other-enterprises).
 */
export function requireOwn({ me }: Pick<Asking, 'me'>, entNo: string) {
  if (entNo !== me.entNo) throw new Fault('notFound')
}

/**
 * Returns the departments and the units, with all below them, that the roles behind a call reach in the caller's own enterprise.
 */
export async function scopeOf(
  { me, services }: { me: Pick<Me, 'entNo' | 'rights'>; services: Services },
  { access }: Pick<Call, 'access'>,
  entNo: string,
): Promise<Scope> {
  if (entNo !== me.entNo || typeof access === 'string') return {}
  const orgs = me.rights.departmentsOf(access)
  const { whole, values: units } = me.rights.reachOf(access)
  if (!orgs && whole) return {}
  const read = (db: Db) =>
    Promise.all([orgs && departmentsBelow(db, entNo, orgs), whole ? undefined : unitsAround(db, entNo, units)])
  const [departments, around] = await transaction(services.database.pool, { entNo }, read, { readOnly: true })
  return { orgs: departments, ...around }
}

// Gives a number that nothing has where all departments or units are gone, so that nothing is reached.
const listed = (numbers: readonly string[]) => numbers.join(',') || '-'

async function departmentsBelow(db: Db, entNo: string, held: readonly string[]): Promise<string> {
  const { rows } = await sql<{ orgNo: string }>`
    with recursive within as (
      select org_no from org where ent_no = ${entNo} and org_no = any(${held}) and stt <> ${Status.deleted}
      union select c.org_no from org c join within w on c.prt_no = w.org_no where c.ent_no = ${entNo} and c.stt <> ${Status.deleted}
    ) select org_no from within`.execute(db)
  return listed(rows.map(({ orgNo }) => orgNo))
}

async function unitsAround(db: Db, entNo: string, held: readonly string[]) {
  if (held.length === 0) return { units: listed([]), branches: listed([]) }
  const { rows } = await sql<{ unitNo: string; isAbove: boolean }>`
    with recursive within as (
      select unit_no from edcunit where ent_no = ${entNo} and unit_no = any(${held}) and stt <> ${Status.deleted}
      union select c.unit_no from edcunit c join within w on c.prt_no = w.unit_no where c.ent_no = ${entNo} and c.stt <> ${Status.deleted}
    ), above as (
      select prt_no from edcunit join within using (unit_no) where ent_no = ${entNo}
      union select p.prt_no from edcunit p join above a on p.unit_no = a.prt_no where p.ent_no = ${entNo}
    ) select unit_no, false as is_above from within
      union all select prt_no, true from above where prt_no is not null and prt_no not in (select unit_no from within)`.execute(
    db,
  )
  const within = rows.filter(({ isAbove }) => !isAbove)
  return { units: listed(within.map(({ unitNo }) => unitNo)), branches: listed(rows.map(({ unitNo }) => unitNo)) }
}

/** Lets what follows in a transaction see and change what a call reaches (none: everything of the enterprise). */
export const applyScope = (db: Db, { orgs = '', units = '', branches = '' }: Scope = {}) =>
  changeSight(db, { orgs, units, branches })

/** Tells whether a unit is among those that a call's roles reach, not above them. */
export const reachesUnit = ({ units }: Scope, unitNo: string) => !units || units.split(',').includes(unitNo)

/** Tells whether a right is held for a unit: not every role that reaches the unit has to grant the right. */
export const holdsIn = async (asking: Asking, right: Right, entNo: string, unitNo: string) =>
  asking.me.rights.has(right) && reachesUnit(await scopeOf(asking, { access: [right] }, entNo), unitNo)

const kinds = ['orgs', 'units', 'branches'] as const

/** Returns what lies within both scopes. */
export function intersectScopes(one: Scope, other: Scope): Scope {
  const common = (kind: (typeof kinds)[number]) => {
    const [left, right] = [one[kind], other[kind]]
    return left && right ? listed(left.split(',').filter((no) => right.split(',').includes(no))) : left || right
  }
  return Object.fromEntries(kinds.map((kind) => [kind, common(kind)]))
}

/** Tells whether one scope lies within the other. */
export const isScopeWithin = (one: Scope, other: Scope) =>
  kinds.every((kind) => (intersectScopes(one, other)[kind] || '') === (one[kind] || ''))

/**
 * Works without the third lock, for rules that hold in the whole enterprise (nobody else has this number). The result must not be
 * shown to the caller. What it throws leaves the lock as it was before.
 */
export const withoutScope = <T>({ db }: Pick<Context, 'db'>, work: () => Promise<T>): Promise<T> => withScope(db, {}, work)

/** Works within a transaction with what a call reaches, and comes back to what was reached before. */
export const withScope = <T>(db: Db, { orgs = '', units = '', branches = '' }: Scope, work: () => Promise<T>): Promise<T> =>
  withSight(db, { orgs, units, branches }, work)

/** Lets the reads of this transaction see the enterprises within the caller's reach; answers those on top of it. */
export async function includeDescendants({ me, db }: Pick<Context, 'me' | 'db'>, call: Call): Promise<string[]> {
  // Shows who has what belongs to the platform for the enterprises that the caller assigns it to.
  const { reads } = below[call.place === 'platform' ? 'given' : call.place]
  if (!reads.includes(me.idntNo)) return [me.entNo]
  await changeSight(db, { rootNo: me.entNo })
  return me.rights.enterprisesOf(call.access) ?? [me.entNo]
}
