import type { Services } from '#server/call/context.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { openOutwardWatch } from '#server/database/outwardWatch.ts'
import { makeSecret } from '#server/database/secret.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { openErasedList } from '#server/store/erasedList.ts'
import { openFiles } from '#server/store/files.ts'
import { rootNo, testKey } from './world.ts'

/** Opens what a server works with, on a database and a folder, as the product does without settings; `more` replaces parts of it. */
export function openServices({
  url,
  folder,
  ...more
}: { url: string; folder: string } & Partial<Services>): Services & { database: Database } {
  const database = openDatabase(url)
  return {
    database,
    secret: makeSecret(testKey),
    files: openFiles(folder),
    rootNo,
    identityProviders: { publicUrl: '' },
    jobs: openJobs(database),
    outward: openOutwardWatch(folder, database),
    erased: openErasedList(folder),
    allowInside: [],
    ...more,
  }
}
