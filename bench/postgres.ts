import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#server/process/postgres.ts'

/** Starts a PostgreSQL of the measurement's own; `stop` removes it. */
export async function benchPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'campus-bench-'))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres(folder, 'bench')
  const stop = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: postgres.url, folder, stop }
}
