import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#server/process/postgres.ts'

/** Starts a PostgreSQL of the measurement's own; `stop` removes it. */
export async function benchPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'campus-bench-'))
  const { stop, ...postgres } = await keptPostgres(folder)
  return {
    ...postgres,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the PostgreSQL of a folder, which stays. */
export async function keptPostgres(folder: string) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  const { url, stop } = await startPostgres(folder, 'bench')
  return { url, folder, stop }
}

// Counts ticks of a hundredth of a second, as Linux does on every machine that this product is built for.
const tick = 10_000

/** Returns the microseconds of CPU that the PostgreSQL of a folder has used so far, with all its connections, also those that ended. */
export function cpuOfPostgres(folder: string): number {
  const postmaster = readFileSync(join(folder, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[0]
  let ticks = 0
  for (const pid of readdirSync('/proc')) {
    const fields = statOf(pid)
    if (!fields) continue
    // Names by their places: parent 1, user 11, system 12, and of children that ended 13 and 14 (counted after the name).
    if (pid === postmaster) ticks += sum(fields.slice(11, 15))
    else if (fields[1] === postmaster) ticks += sum(fields.slice(11, 13))
  }
  return ticks * tick
}

const sum = (values: string[]) => values.reduce((total, value) => total + Number(value), 0)

function statOf(pid: string): string[] | undefined {
  if (!/^\d+$/.test(pid)) return undefined
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // Ended in between.
    return undefined
  }
}
