import { makeApp } from '#app/server/app.ts'
import { openServices } from './services.ts'
import type { Order } from './behindBalancer.ts'

// Opens and closes a server for every database that it is told of, in a process beside the one that tests.
const closers = new Map<number, () => Promise<void>>()

async function open({ database: url, folder }: Order): Promise<number> {
  const services = openServices({ url, folder })
  const app = await makeApp(services, { checkOutput: true, logging: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  closers.set(port, async () => {
    await app.close()
    await services.jobs.close()
    await services.database.close()
  })
  return port
}

process.on('message', (message: Order | number) => {
  const done = typeof message === 'number' ? closers.get(message)?.() : open(message)
  void done?.then((port) => process.send?.(port ?? message))
})
// Logs a failure that nobody caught, which as in the product ends no server.
process.on('unhandledRejection', (error) => console.error('nobody heard', error))
process.on('disconnect', () => process.exit(0))
