import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Database, type Db, transaction } from '#server/database/database.ts'
import { createFile } from '#server/base/lock.ts'
import { log } from '#server/base/log.ts'

/** Describes since when nothing leaves, and why; null where all may leave. */
export type Pause = { pauseTm: string; pauseWhy: string } | null

/** Watches whether this is the installation that last sent something: a restored, copied or rolled back one sends nothing. */
export type OutwardWatch = {
  /** Tells whether messages may leave, and keeps them from it where the database is not the one that this folder belongs to. */
  mayLeave(): Promise<boolean>
  /** Notes in the transaction that claims a lot that it is about to leave; the answer notes it beside the key, after the commit. */
  noteLot(db: Db): Promise<() => void>
}

const words = {
  moved: '数据库是复制或搬来的',
  older: '数据库比上次发送消息时旧，像是恢复过',
}

/** Opens the watch over a data folder, where the number of the installation and the time of its newest lot stand. */
export function openOutwardWatch(dataDir: string, database: Database): OutwardWatch {
  const numberPath = join(dataDir, 'installation')
  const lotPath = join(dataDir, 'newest-lot')
  const numberOf = () => {
    const kept = read(numberPath)
    if (kept) return kept
    const made = randomUUID()
    return createFile(numberPath, made, 0o600) ? made : read(numberPath)
  }
  return {
    async mayLeave() {
      const install = numberOf()
      return transaction(database.sidePool, {}, async (db) => {
        const { rows } = await sql<{ install: string | null; lastTm: string | null; isPaused: boolean }>`
          select install, (extract(epoch from last_tm) * 1000)::bigint::text as last_tm, pause_tm is not null as is_paused from outward`.execute(
          db,
        )
        const [state] = rows
        if (!state || state.isPaused) return false
        // Takes the first folder that sends for the right one.
        if (state.install === null) await sql`update outward set install = ${install}`.execute(db)
        const isMoved = state.install !== null && state.install !== install
        const isOlder = Number(read(lotPath) || 0) > Number(state.lastTm ?? 0)
        if (!isMoved && !isOlder) return true
        await pauseOutward(db, isMoved ? words.moved : words.older)
        return false
      })
    },
    async noteLot(db) {
      const { rows } = await sql<{ at: string }>`update outward set last_tm = clock_timestamp()
        returning (extract(epoch from last_tm) * 1000)::bigint::text as at`.execute(db)
      return () => {
        writeFileSync(`${lotPath}.new`, rows[0]?.at ?? '', { mode: 0o600 })
        renameSync(`${lotPath}.new`, lotPath)
      }
    },
  }
}

/** Keeps everything from leaving until an operator releases it. */
export async function pauseOutward(db: Db, why: string) {
  await sql`update outward set pause_tm = now(), pause_why = ${why} where pause_tm is null`.execute(db)
  log.warn({ event: 'nothing leaves', why })
}

/** Lets messages leave again, from the folder that sends next. */
export const releaseOutward = (db: Db) =>
  sql`update outward set pause_tm = null, pause_why = null, install = null, last_tm = clock_timestamp()`.execute(db)

/** Reads since when nothing leaves, and why. */
export async function readPause(db: Db): Promise<Pause> {
  const { rows } = await sql<{
    pauseTm: string
    pauseWhy: string
  }>`select pause_tm, pause_why from outward where pause_tm is not null`.execute(db)
  return rows[0] ?? null
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return ''
  }
}
