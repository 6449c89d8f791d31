import type pg from 'pg'
import { log } from '#server/base/log.ts'

/** Describes a copy of the database that follows it, to read what may be a little older. */
export type Replica = {
  /** Gives its address, for a process that this server starts. */
  url: string
  pool: pg.Pool
  /** Tells whether it holds all that was committed ten seconds ago. */
  isFresh(): boolean
  /** Reads nothing from it until it has been asked again. */
  giveUp(): void
  close(): Promise<void>
}

/** Says how old what is read from a replica may be, in milliseconds. */
export const mostBehind = 10_000

// Asks both so often how far they are, in milliseconds.
const beat = 2_000

/**
 * Follows how far a replica is behind: it holds what the database had written at a moment once it has replayed that place of the log.
 * Asks the database itself, for a replica that hears nothing more does not know what it lacks.
 */
export function followReplica(url: string, pool: pg.Pool, primary: pg.Pool): Replica {
  let places: { at: number; place: string }[] = []
  let freshAt = Number.NEGATIVE_INFINITY
  let wasFresh: boolean | undefined
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const isFresh = () => performance.now() - freshAt < mostBehind

  async function ask() {
    const at = performance.now()
    const written = await primary.query<{ place: string }>('select pg_current_wal_lsn()::text as place')
    places = [...places.filter((one) => at - one.at < mostBehind), { at, place: written.rows[0]?.place ?? '' }]
    const { rows } = await pool.query<{ reached: number }>(
      `select count(*)::int as reached from unnest($1::pg_lsn[]) place
        where place <= case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end`,
      [places.map(({ place }) => place)],
    )
    // Knows of the places in their order: the database only ever writes further.
    freshAt = places[(rows[0]?.reached ?? 0) - 1]?.at ?? freshAt
  }

  async function follow() {
    await ask().catch(() => {})
    if (isOver) return
    if (isFresh() !== wasFresh) log.info({ event: 'replica', fresh: isFresh() })
    wasFresh = isFresh()
    timer = setTimeout(() => void follow(), beat).unref()
  }

  void follow()
  return {
    url,
    pool,
    isFresh,
    giveUp: () => void (freshAt = Number.NEGATIVE_INFINITY),
    async close() {
      isOver = true
      clearTimeout(timer)
      await pool.end()
    },
  }
}
