// Runs everything that checks the sources without running the product, all at once: npm run check.
import { runChecks } from './checks.mjs'
import { install } from './prepare.mjs'

const began = Date.now()
const failed = await runChecks(install({ everything: true }))
const seconds = ((Date.now() - began) / 1000).toFixed(0)
console.log(
  failed.length > 0 ? `\n没有通过：${failed.map(({ name }) => name).join('、')}（${seconds} 秒）` : `\n都通过（${seconds} 秒）`,
)
process.exitCode = failed.length > 0 ? 1 : 0
