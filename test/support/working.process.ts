import { openOutwardWatch } from '#server/database/outwardWatch.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { jobKinds } from '#server/call/backgroundJob.ts'
import '#domain/messages/deliveries.ts'
import '#domain/messages/routing.ts'
import { openDatabase } from '#server/database/database.ts'
import { openFiles } from '#server/store/files.ts'
import { makeSecret } from '#server/database/secret.ts'
import { rootNo, testKey } from './world.ts'

/** Describes what a process works off. */
export type WorkOrder = { database: string; folder: string; allowInside: string[] }

// Works off the jobs of a database, until it is killed.
process.on('message', ({ database: url, folder, allowInside }: WorkOrder) => {
  const database = openDatabase(url)
  const services = {
    database,
    secret: makeSecret(testKey),
    files: openFiles(folder),
    rootNo,
    identityProviders: { publicUrl: '' },
    jobs: openJobs(database),
    outward: openOutwardWatch(folder, database),
    allowInside,
  }
  void services.jobs.work(services, jobKinds(), 0.5).then(() => process.send?.('ready'))
})
process.on('disconnect', () => process.exit(0))
