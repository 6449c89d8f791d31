import { resolve } from 'node:path'
import { readIdentityProviders } from '#server/base/identityProviders.ts'
import { readAddressList } from '#server/base/addressList.ts'
import { readBucket } from '#server/store/bucket.ts'
import { isPooled, nodesOf, withParameter } from '#server/database/connections/address.ts'
import { ExitError } from '#server/base/exit.ts'
import { logLevels } from '#server/base/log.ts'

export type Env = ReturnType<typeof readEnv>

/** Reads the settings of this process from the environment; the README lists them. */
export function readEnv(env: NodeJS.ProcessEnv = process.env) {
  const port = Number(env.PORT || 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new ExitError('setting', `PORT=${env.PORT} 不是端口号，应为 1 到 65535 的整数。`)
  const drain = Number(env.DRAIN_SECONDS || 0)
  if (!(drain >= 0 && drain <= 300))
    throw new ExitError('setting', `DRAIN_SECONDS=${env.DRAIN_SECONDS} 不能用，应为 0 到 300 的秒数。`)
  const mostConnections = Number(env.MAX_CONNECTIONS || 10_000)
  if (!Number.isInteger(mostConnections) || mostConnections < 100 || mostConnections > 1_000_000)
    throw new ExitError('setting', `MAX_CONNECTIONS=${env.MAX_CONNECTIONS} 不能用，应为 100 到 1000000 的整数。`)
  if (env.LOG_LEVEL && !logLevels.includes(env.LOG_LEVEL))
    throw new ExitError('setting', `LOG_LEVEL=${env.LOG_LEVEL} 不能用，应为 ${logLevels.join('、')} 之一。`)
  return {
    port,
    drain,
    mostConnections,
    rateLimits: env.RATE_LIMITS !== '0',
    host: env.HOST || undefined,
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl: env.DATABASE_URL || undefined,
    poolUrl: readPoolUrl(env),
    readUrl: besides(env, 'DATABASE_READ_URL'),
    demo: isDemo(env.DEMO),
    secretKey: env.SECRET_KEY || undefined,
    trustedProxies: readAddressList('TRUSTED_PROXIES', env.TRUSTED_PROXIES, ['loopback', 'linklocal', 'uniquelocal']),
    metricsFrom: readAddressList('METRICS_FROM', env.METRICS_FROM),
    identityProviders: readIdentityProviders(env),
    allowInside: readAllowInside(env.ALLOW_INSIDE),
    bucket: readBucket(env),
    production: env.NODE_ENV === 'production',
    webDir: resolve(import.meta.dirname, '../../../dist/web'),
  }
}

// Reads the address of a pooler of transactions, which it is said to be by being given apart.
function readPoolUrl(env: NodeJS.ProcessEnv): string | undefined {
  const address = besides(env, 'DATABASE_POOL_URL')
  return address && !isPooled(address) ? withParameter(address, 'pgbouncer', 'true') : address
}

// Reads another way to the database than DATABASE_URL, which is refused itself when it is connected to. Throws an ExitError for what
// is no address.
function besides(env: NodeJS.ProcessEnv, name: 'DATABASE_POOL_URL' | 'DATABASE_READ_URL'): string | undefined {
  const given = env[name]
  if (!given) return undefined
  if (!env.DATABASE_URL)
    throw new ExitError('setting', `设置了 ${name}，没有设置 DATABASE_URL。两个都要写：后一个直接连接数据库。`)
  try {
    if (nodesOf(given).every((node) => /^postgres(ql)?:$/.test(new URL(node).protocol))) return given
  } catch (error) {
    if (error instanceof ExitError) throw error
  }
  throw new ExitError('setting', `${name} 的写法不正确，应为 postgres://用户名:密码@主机:端口/数据库。`)
}

// Reads the targets inside that channels may reach: the school's own mail relay, as host:port.
function readAllowInside(given = ''): string[] {
  const targets = given
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const wrong = targets.find((one) => !/^[\w.-]+:\d{1,5}$/.test(one))
  if (wrong)
    throw new ExitError('setting', `ALLOW_INSIDE 里的 ${wrong} 不能用，应为 主机:端口，用逗号隔开，如 mail.school.lan:25。`)
  return targets
}

/** Tells whether demo data are wanted, which is so unless somebody says otherwise. Throws an ExitError for anything but 0 and 1. */
function isDemo(given: string | undefined): boolean {
  if (given && !['0', '1'].includes(given))
    throw new ExitError('setting', `DEMO=${given} 不能用，应为 1（载入演示数据）或 0（正式使用）。`)
  return given !== '0'
}
