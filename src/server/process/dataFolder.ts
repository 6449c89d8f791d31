import { existsSync } from 'node:fs'
import { openFolder } from '#server/base/lock.ts'
import { refuseForeignFolder } from './clusterLocation.ts'
import type { Env } from './env.ts'

/**
 * Makes a data folder where there is none and locks it, or only looks at it where processes share it; answers what unlocks it.
 * Throws an ExitError, and leaves everything as it was, where the data could not be kept there.
 */
export function openDataFolder({ dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>): () => void {
  const check = () => databaseUrl === undefined && refuseForeignFolder(dataDir)
  // Makes nothing where nothing could be kept; of a folder in use it says that first.
  if (!existsSync(dataDir)) check()
  const unlock = openFolder(dataDir, { shared: databaseUrl !== undefined })
  try {
    check()
    return unlock
  } catch (error) {
    unlock()
    throw error
  }
}
