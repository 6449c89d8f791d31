import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { checkKey, connectOwner, isPrepared } from '#server/process/migrate.ts'
import { openDataFolder } from '#server/process/dataFolder.ts'
import { hasCluster, runningPostgres, startPostgres } from '#server/process/postgres.ts'
import { readSecret, type Secret } from '#server/database/secret.ts'
import type { Env } from '#server/process/env.ts'
import { ExitError } from '#server/base/exit.ts'
import type { BackupJob } from './job.ts'

export type Source = { client: pg.Client; url: string; secret: Secret }

/**
 * Connects to the database that a command works on, as its owner, whether a server works on it or not. Throws an ExitError where
 * there is nothing.
 */
export async function openSource(job: BackupJob): Promise<Source> {
  const { dataDir, databaseUrl, secretKey } = job.settings
  if (!databaseUrl && !hasCluster(dataDir)) throw nothingThere(`数据目录 ${dataDir} 里`)
  const secret = readSecret(dataDir, secretKey, () => false)
  const url = databaseUrl ?? (await embeddedUrl(job, secret))
  const client = await connectOwner(url)
  job.onEnd(() => client.end())
  const filled = (await isPrepared(client)) && (await client.query('select from ent_tree limit 1')).rowCount !== 0
  if (!filled) throw nothingThere(databaseUrl ? 'DATABASE_URL 指定的数据库里' : `数据目录 ${dataDir} 里`)
  await checkKey(client, secret)
  return { client, url, secret }
}

const nothingThere = (where: string) => new ExitError('dataFolder', `${where}没有本产品的数据。`)

// Uses the PostgreSQL of a running server, which has the folder locked; otherwise starts one and stops it again.
async function embeddedUrl({ settings, onEnd }: BackupJob, secret: Secret): Promise<string> {
  const password = secret.derive('postgres')
  const unlock = lockIfFree(settings)
  if (!unlock) return adopt(settings.dataDir, password)
  onEnd(unlock)
  const postgres = await startPostgres(settings.dataDir, password)
  onEnd(() => postgres.stop())
  return postgres.url
}

function lockIfFree(settings: Env): (() => void) | undefined {
  try {
    return openDataFolder(settings)
  } catch (error) {
    if (error instanceof ExitError && error.reason === 'running') return undefined
    throw error
  }
}

// Waits for a server that may be just starting.
async function adopt(dataDir: string, password: string): Promise<string> {
  for (let waited = 0; waited < 15_000; waited += 250) {
    const url = runningPostgres(dataDir, password)
    const client = url && (await connectOwner(url).catch(() => undefined))
    if (client) {
      await client.end()
      return url
    }
    await sleep(250)
  }
  throw new ExitError('database', `数据目录 ${dataDir} 有一个服务在运行，但它的数据库没有应答。请稍后再试，或先停止服务。`)
}
