import { demoAccounts, demoPassword } from '#features/common/user/demoAccounts.contract.ts'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeApp } from './app.ts'
import { refuseHalfRestored } from '#server/backup/unfinished.ts'
import { jobsOf } from './hourlyJob.ts'
import { openOutwardWatch } from '#server/database/outwardWatch.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { withLoginOf } from '#server/database/connections/address.ts'
import { checkPool } from '#server/database/connections/connection.ts'
import { openDatabase } from '#server/database/database.ts'
import { openErasedList } from '#server/store/erasedList.ts'
import { openFiles } from '#server/store/files.ts'
import { forAllEnterprises } from '#server/access/forAllEnterprises.ts'
import { repeatErasures } from '#features/ent/erasure/erasure.repeat.ts'
import { isDiskFull, isUnreachable } from '#server/base/fault.ts'
import { noSpace } from '#server/base/lock.ts'
import { readSpace } from '#server/store/space.ts'
import { describeError, log } from '#server/base/log.ts'
import { usualConnections } from '#server/http/connections.ts'
import { openMetrics } from '#server/http/metrics.ts'
import { usualRates } from '#server/http/rateLimits.ts'
import { connectOwner, isPrepared, lockDatabase, prepareDatabase } from '#server/process/migrate.ts'
import { databaseElsewhere } from '#server/process/clusterLocation.ts'
import { openDataFolder } from '#server/process/dataFolder.ts'
import { hasCluster, startPostgres } from '#server/process/postgres.ts'
import { searchNotice } from '#server/process/searchFunctions.ts'
import { keepDemoFiles } from './demo/files/demoFiles.ts'
import { refuseDemoData, seedDatabase, type Welcome } from './seed.ts'
import { readSecret, type Secret } from '#server/database/secret.ts'
import { readEnv, type Env } from '#server/process/env.ts'
import { exitCodes, ExitError } from '#server/base/exit.ts'

const everywhere = '0.0.0.0'

/** Holds what has been opened so far, closed in the reverse order. */
const closers: (() => unknown)[] = []
let closing: Promise<void> | undefined
let leaving = false

// Ignores a second signal: a terminal may send one twice, by itself and through npm.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void closeAll().then(() => process.exit(0)))
process.on('unhandledRejection', (error) => log.error({ event: 'unhandled', ...describeError(error) }))
process.on('uncaughtException', (error) => {
  if (!closing) log.error({ event: 'uncaught', ...describeError(error) })
  void closeAll().then(() => process.exit(exitCodes.unexpected))
})

try {
  await start(readEnv())
} catch (error) {
  // Reports no failure after a signal during the start, which closes what the start works with.
  if (!closing) void closeAll().then(() => fail(error))
}

async function start(settings: Env) {
  // Locks the folder for one server of an embedded database; processes on one DATABASE_URL share the folder with its key and
  // files.
  closers.push(openDataFolder(settings))
  refuseHalfRestored(settings.dataDir)
  await probePort(settings)
  const { url, secret } = await openPostgres(settings)
  const { address, notice, rootNo, welcome } = await prepare(url, secret, settings)
  const database = openDatabase(address, {
    poolUrl: settings.poolUrl && withLoginOf(address, settings.poolUrl),
    readUrl: settings.readUrl && withLoginOf(address, settings.readUrl),
  })
  closers.push(() => database.close())
  if (settings.databaseUrl) await checkPool(settings.poolUrl ? 'DATABASE_POOL_URL' : 'DATABASE_URL', database.sidePool)
  const services = {
    database,
    secret,
    files: openFiles(settings.dataDir, settings.bucket),
    rootNo,
    identityProviders: settings.identityProviders,
    jobs: openJobs(database),
    outward: openOutwardWatch(settings.dataDir, database),
    erased: openErasedList(settings.dataDir),
    allowInside: settings.allowInside,
  }
  closers.push(() => services.jobs.close())
  // Erases again before anybody reads what a backup brought back.
  if (services.erased.read().length > 0) await forAllEnterprises(services, 'erasures', repeatErasures)
  if (welcome.demo) await keepDemoFiles(services.files)
  const metrics = openMetrics(services, settings.metricsFrom)
  const webDir = existsSync(settings.webDir) ? settings.webDir : undefined
  const app = await makeApp(services, {
    webDir,
    checkOutput: !settings.production,
    trustedProxies: settings.trustedProxies,
    logging: true,
    metrics,
    rates: settings.rateLimits ? usualRates : undefined,
    connections: { ...usualConnections, most: settings.mostConnections },
    leaving: () => leaving,
  })
  closers.push(drainOf(app, settings.drain))
  // Shows demo data, whose passwords are published, to this machine alone unless told otherwise.
  const host = settings.host ?? (welcome.demo ? '127.0.0.1' : everywhere)
  await app.listen({ port: settings.port, host }).catch((error: unknown) => {
    throw portFault(error, settings.port, host)
  })
  closers.push(await services.jobs.work(services, jobsOf(metrics.clockDone)))
  const { port } = app.server.address() as { port: number }
  greet(port, welcome, settings)
  if (notice) process.stdout.write(`${notice}\n\n`)
}

async function openPostgres({ databaseUrl, dataDir, secretKey }: Env): Promise<{ url: string; secret: Secret }> {
  if (databaseUrl) {
    const owner = await connectOwner(databaseUrl)
    const prepared = await isPrepared(owner).finally(() => owner.end())
    return { url: databaseUrl, secret: readSecret(dataDir, secretKey, () => !prepared) }
  }
  const secret = readSecret(dataDir, secretKey, () => !hasCluster(dataDir))
  const starting = startPostgres(dataDir, secret.derive('postgres'))
  closers.push(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => {},
    ),
  )
  return { url: (await starting).url, secret }
}

// Prepares the database once: of several processes that start on it the others wait.
async function prepare(url: string, secret: Secret, settings: Env) {
  const owner = await connectOwner(url)
  let unlock: (() => Promise<void>) | undefined
  try {
    unlock = await lockDatabase(url)
    const { databaseUrl, dataDir, demo } = settings
    if (!demo) await refuseDemoData(owner, databaseUrl ? 'DATABASE_URL 指定的数据库' : `数据目录 ${dataDir} `)
    const address = await prepareDatabase(owner, url, secret)
    const notice = await searchNotice(owner)
    if (notice) log.warn({ event: 'searches without their indexes', notice })
    return { address, notice, ...(await seedDatabase(url, secret, demo, showPassword)) }
  } finally {
    await unlock?.()
    await owner.end()
  }
}

function probePort({ port, host = everywhere }: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(portFault(error, port, host)))
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

function portFault(error: unknown, port: number, host: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new ExitError('port', `端口 ${port} 已被占用。请停止占用它的程序，或用 PORT 指定另一个端口。`)
  if (code === 'EACCES') return new ExitError('port', `没有权限使用端口 ${port}。请用 PORT 指定 1024 以上的端口。`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ExitError('setting', `HOST=${host} 不是本机的地址。请改正它，或不设置 HOST。`)
  return error
}

/**
 * Ends the server after the requests under way; connections without one, as browsers keep open, do not hold it up. For so many
 * seconds before it still takes requests, and says that it is leaving: a balancer sends new ones elsewhere meanwhile.
 */
function drainOf(app: Awaited<ReturnType<typeof makeApp>>, seconds: number): () => Promise<void> {
  let underWay = 0
  let ending = false
  const cut = () => ending && underWay === 0 && app.server.closeAllConnections()
  app.server.on('request', (_, response) => {
    underWay++
    response.once('close', () => {
      underWay--
      cut()
    })
  })
  return async () => {
    leaving = true
    await sleep(seconds * 1000)
    ending = true
    const closed = app.close()
    cut()
    await closed
  }
}

function showPassword({ account, password }: Welcome) {
  if (password) process.stdout.write(`\n首个账号 ${account}，初始密码 ${password}（只显示这一次，首次登录须修改）\n`)
}

function greet(port: number, welcome: Welcome, { dataDir, databaseUrl, host }: Env) {
  const lines = ['', `智慧校园学校平台已启动：http://localhost:${port}/`]
  const elsewhere = databaseUrl ? undefined : databaseElsewhere(dataDir)
  if (elsewhere)
    lines.push(`注意：数据库不在数据目录 ${dataDir} 里，在 ${elsewhere}。只复制数据目录会丢掉全部数据，备份请用 npm run backup。`)
  if (welcome.demo) lines.push(`演示账号：${demoAccounts.map(({ name }) => name).join(' ')}，密码均为 ${demoPassword}`)
  if (welcome.demo && !host)
    lines.push('这是演示，只能在本机打开；要给别人看，请设置 HOST=0.0.0.0。正式使用请用另一个 DATA_DIR 和 DEMO=0。')
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

function closeAll(): Promise<void> {
  closing ??= closeInTurn()
  return closing
}

async function closeInTurn() {
  for (let close = closers.pop(); close; close = closers.pop()) {
    try {
      await close()
    } catch (error) {
      log.error({ event: 'closing', ...describeError(error) })
    }
  }
}

// Tells whether there was no room to start in: the embedded database says so in a file that found no room either.
function isForSpace(error: unknown): boolean {
  if (isDiskFull(error)) return true
  // Reads the settings only after an error that comes later than reading them, which may be what failed.
  if (!(error instanceof ExitError && error.reason === 'database')) return false
  const { dataDir, databaseUrl } = readEnv()
  return !databaseUrl && readSpace([dataDir, join(dataDir, 'pg18')]).state === 'full'
}

// Says in a sentence that the database went away, or became a replica, while a start worked on it.
function lostDatabase(error: unknown): ExitError {
  const { code, message } = error as { code?: string; message: string }
  return new ExitError('database', `启动时数据库断开了（${code ?? message}）。请等它恢复后再启动，没做完的会接着做。`)
}

function fail(error: unknown) {
  const told = isForSpace(error) ? noSpace(readEnv().dataDir) : isUnreachable(error) ? lostDatabase(error) : error
  if (told instanceof ExitError) {
    process.stderr.write(`${told.message}\n`)
    process.exit(exitCodes[told.reason])
  }
  log.error({ event: 'start failed', ...describeError(error) })
  process.stderr.write('启动失败，原因见日志。\n')
  process.exit(exitCodes.unexpected)
}
