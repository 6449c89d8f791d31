import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import type { Services } from '#server/call/context.ts'
import { describeError, log } from '#server/base/log.ts'
import { limitConcurrency } from '#server/base/limitConcurrency.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { insertMany } from '#server/database/rows.ts'
import { checkAllUnits } from './checkUnits.ts'
import { pairsAcross, pairsWithin } from './duplicates.ts'
import { mendKeptCounts } from './keptCounts.ts'

/**
 * Names what is worked out of a school's students and kept until something changes (db/migrations/0029_check_results.sql): what
 * the rules find in each unit, possible duplicates, and whether what is counted ahead is right.
 */
export type ResultKind = 'units' | 'pairs' | 'counts'

/** Describes a kept result: when it was made (null: never), and whether something changed since then. */
export type ResultState = { entNo: string; madeTm: string | null; isStale: boolean }

/**
 * Describes the wanted results. `rootNo`: the bureau through which the enterprises are seen, whose own pairs lie across schools;
 * `isAside`: the answer does not wait for a large school's first result.
 */
type Wanted = { kind: ResultKind; entNos: readonly string[]; rootNo?: string | undefined; isAside?: boolean }

// Limits the students of what is worked out before an answer: so many take some 100 ms, half a million many seconds.
const mostAtOnce = 5000

// Keeps more days than a month has.
const daysKept = 70

// Limits the pairs of one statement.
const portion = 10_000

const bureau = '020'

// Works out one at a time, for each takes a core of the database.
const inTurn = limitConcurrency(1, 10_000)
const running = new Map<string, Promise<void>>()

/**
 * Works out again what is stale, before it answers where that takes a moment or a school has no result yet, otherwise afterwards;
 * answers what is kept then of each.
 */
export async function renewResults(services: Services, wanted: Wanted): Promise<Map<string, ResultState>> {
  const before = await readStates(services, wanted)
  const stale = before.filter(({ isStale }) => isStale)
  const size = stale.reduce((sum, { stuCnt }) => sum + stuCnt, 0)
  const isFirst = wanted.entNos.length === 1 && stale[0]?.madeTm === null && !wanted.isAside
  const works = stale.map(({ entNo }) => renew(services, entNo, wanted.kind))
  const waits = size <= mostAtOnce || isFirst
  if (waits) await Promise.all(works)
  else for (const work of works) work.catch(logFailure)
  const after = waits && stale.length > 0 ? await readStates(services, wanted) : before
  return new Map(after.map((state) => [state.entNo, state]))
}

const logFailure = (error: unknown) => log.error({ event: 'check results', ...describeError(error) })

/** Works out again what is stale of an enterprise with students, whatever its size: the hourly work. */
export async function renewAllResults(services: Services, entNo: string) {
  for (const kind of ['counts', 'units', 'pairs'] as const) {
    const [state] = await readStates(services, { kind, entNos: [entNo] })
    if (state?.isStale && state.stuCnt > 0) await renew(services, entNo, kind)
  }
}

function renew(services: Services, entNo: string, kind: ResultKind): Promise<void> {
  const key = `${kind} ${entNo}`
  const under = running.get(key)
  if (under) return under
  const work = inTurn(() => makeResult(services, entNo, kind)).finally(() => running.delete(key))
  running.set(key, work)
  return work
}

async function makeResult(services: Services, entNo: string, kind: ResultKind) {
  const isAcross = kind === 'pairs' && (await isBureau(services, entNo))
  const sight = { entNo, ...(isAcross && { rootNo: entNo }) }
  const work = async (db: Db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`check ${kind} ${entNo}`}, 0))`.execute(db)
    // Another process may have made it meanwhile.
    const [state] = await statesIn(db, { kind, entNos: [entNo] })
    if (!state?.isStale) return
    const { rows } = await sql<{ snap: string }>`select pg_current_snapshot()::text as snap`.execute(db)
    const cnt = await makers[kind](services, db, entNo, isAcross)
    await sql`insert into chkrun (ent_no, kind, made_tm, cnt, snap)
      values (${entNo}, ${kind}, now(), ${cnt}, ${rows[0]?.snap}::pg_snapshot)
      on conflict (ent_no, kind) do update set made_tm = excluded.made_tm, cnt = excluded.cnt, snap = excluded.snap`.execute(db)
  }
  await transaction(services.database.sidePool, sight, work, { time: 'long' })
}

const makers: Record<ResultKind, (services: Services, db: Db, entNo: string, isAcross: boolean) => Promise<number>> = {
  units: ({ secret }, db, entNo) => checkAllUnits(db, entNo, secret),
  async pairs({ secret }, db, entNo, isAcross) {
    const pairs = isAcross ? await pairsAcross(db, entNo, secret) : await pairsWithin(db, entNo, secret)
    await sql`delete from chkpair where ent_no = ${entNo}`.execute(db)
    for (let at = 0; at < pairs.length; at += portion)
      await insertMany(
        db,
        'chkpair',
        pairs.slice(at, at + portion).map((pair) => ({ entNo, ...pair })),
      )
    return pairs.length
  },
  async counts(_, db, entNo) {
    const differing = await mendKeptCounts(db, entNo)
    const tables = Object.keys(differing)
    if (tables.length > 0) log.warn({ event: 'kept counts differed', ent: entNo, ...differing })
    // Keeps the days that the home page compares with.
    await sql`delete from stu_day where ent_no = ${entNo} and day < current_date - ${daysKept}::int`.execute(db)
    return tables.length
  },
}

const isBureau = (services: Services, entNo: string) =>
  transaction(
    services.database.sidePool,
    { entNo },
    async (db) => {
      const row = await db.selectFrom('ent').select('idntNo').where('entNo', '=', entNo).executeTakeFirst()
      return row?.idntNo === bureau
    },
    { readOnly: true },
  )

type SizedState = ResultState & { stuCnt: number }

async function readStates({ database }: Services, { rootNo, ...wanted }: Wanted): Promise<SizedState[]> {
  const entNo = rootNo ?? wanted.entNos[0] ?? ''
  return transaction(database.sidePool, { entNo, rootNo: rootNo ?? entNo }, (db) => statesIn(db, wanted), { readOnly: true })
}

/**
 * Reads what is kept. Stale is what is older than a day, or has not seen an operation of the enterprise or, for what lies across
 * schools, of one below it. Looks no further back than an hour before it was made: nothing takes that long to commit.
 */
async function statesIn(db: Db, { kind, entNos }: Omit<Wanted, 'rootNo'>): Promise<SizedState[]> {
  const isAbove = sql`exists (select from ent e where e.ent_no = w.ent_no and e.idnt_no = ${bureau})`
  const theirs = sql`(select t.ent_no from ent_tree t where t.anc_no = w.ent_no and (t.depth = 0 or ${isAbove}))`
  const { rows } = await sql<SizedState>`
    select w.ent_no, r.made_tm, coalesce((select sum(c.cnt)::int from stu_cnt c where c.ent_no in ${theirs} and c.stt <> ${Status.deleted}), 0) as stu_cnt,
      r.made_tm is null or r.made_tm < now() - interval '1 day' or ${kind} <> 'counts' and exists (
        select from operation o where o.ent_no in ${theirs} and not o.is_look and o.at > r.made_tm - interval '1 hour'
          and not pg_visible_in_snapshot(o.xid, r.snap)) as is_stale
    from unnest(${entNos}::text[]) w (ent_no) left join chkrun r on r.ent_no = w.ent_no and r.kind = ${kind}`.execute(db)
  return rows
}
