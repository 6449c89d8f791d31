import { blockingCpuBudget, pointsBelowAim, shiftBudget } from '../test/support/budgets.ts'
import { startDemo } from './pages/demoServer.ts'
import { timeInteractions } from './pages/interactions.ts'
import { lighthousePages } from './pages/lighthouse.ts'

// Prints what Lighthouse says of the sign-in, the first page and a list, how soon rows are seen, and what clicks and keys take.
// Fails where points, jumping or the CPU of blocking pass what test/support/budgets.ts allows; milliseconds are only printed.
const demo = await startDemo()
const failed: string[] = []
try {
  for (const { what, device, points, aim, cpu, shift } of await lighthousePages(demo.url)) {
    if (points < aim - pointsBelowAim) failed.push(`${what}：${points} 分`)
    if (shift > shiftBudget) failed.push(`${what}：跳动 ${shift.toFixed(3)}`)
    if (device === 'desktop' && cpu > blockingCpuBudget) failed.push(`${what}：阻塞的 CPU ${Math.round(cpu)} 毫秒`)
  }
  await timeInteractions(demo.url)
} finally {
  await demo.stop()
}
for (const one of failed) console.log(`超过限度：${one}`)
process.exitCode = failed.length > 0 ? 1 : 0
