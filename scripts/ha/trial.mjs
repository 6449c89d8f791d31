// Starts what deploy/ha/ describes on this machine, to try it: npm run ha. Ends all of it with Ctrl-C.
import { makeDebian13 } from './debian13.mjs'
import { install } from '../prepare.mjs'

// Ends by itself at any moment, also while it starts: what was started ends with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(0))
install({ everything: true })
if (!makeDebian13()) process.exit(1)
const { startCluster } = await import('./cluster.mjs')
const cluster = await startCluster().catch(({ message }) => {
  console.error(message)
  process.exit(1)
})
const { direct, pooled, replica, nodes } = cluster.urls
const lines = [
  '',
  '两个 PostgreSQL 已启动，一个领导，一个同步跟随。另开一个窗口启动本产品：',
  '',
  `DATABASE_URL='${direct}' DATABASE_POOL_URL='${pooled}' DATABASE_READ_URL='${replica}' npm start`,
  '',
  `不经过 HAProxy：DATABASE_URL='${nodes}?target_session_attrs=read-write'`,
  '按 Ctrl-C 结束，数据不保留。',
  '',
]
process.stdout.write(lines.join('\n'))
