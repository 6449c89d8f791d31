import { openServices } from '../../test/support/services.ts'
import { makeApp } from '#app/server/app.ts'
import { openMetrics } from '#server/http/metrics.ts'
import { RightsCache, rightsFrom } from '#server/call/rights.ts'
import { routes } from '#app/server/routes.ts'

// Serves the product as in production, log and metrics included, for one measurement.
const [, , url = '', folder = '', mode] = process.argv
// Skips the check of rights, to measure its cost.
if (mode === 'unchecked') {
  const all = rightsFrom({ given: [], roles: [], exceptions: [] })
  RightsCache.prototype.get = async () => all
  for (const { call } of routes) if (typeof call.access !== 'string') call.access = 'session'
}
const services = openServices({ url, folder })
const metrics = mode === 'uncounted' ? undefined : openMetrics(services, [])
const app = await makeApp(services, { checkOutput: false, logging: true, metrics })
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (app.server.address() as { port: number }).port })

const rss = () => process.memoryUsage.rss()
let peak = 0
let watching: NodeJS.Timeout | undefined
process.on('message', (word) => {
  clearInterval(watching)
  if (word === 'watch') {
    peak = rss()
    watching = setInterval(() => {
      peak = Math.max(peak, rss())
    }, 20)
  }
  process.send?.({ cpu: process.cpuUsage(), rss: rss(), peak })
})
process.on('disconnect', () => process.exit(0))
