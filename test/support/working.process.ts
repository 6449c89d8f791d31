import { openServices } from './services.ts'
import { jobKinds } from '#server/call/backgroundJob.ts'
import '#domain/messages/delivery/deliveries.ts'
import '#domain/messages/delivery/routing.ts'

/** Describes what a process works off. */
export type WorkOrder = { database: string; folder: string; allowInside: string[] }

// Works off the jobs of a database, until it is killed.
process.on('message', ({ database: url, folder, allowInside }: WorkOrder) => {
  const services = openServices({ url, folder, allowInside })
  void services.jobs.work(services, jobKinds(), 0.5).then(() => process.send?.('ready'))
})
process.on('disconnect', () => process.exit(0))
