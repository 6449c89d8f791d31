import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { createFile } from '#server/base/lock.ts'
import { connectOwner, lockDatabase } from '#server/process/migrate.ts'
import { mayNotCreateRoles } from '#server/process/roles.ts'
import { openDataFolder } from '#server/process/dataFolder.ts'
import { hasCluster, startPostgres } from '#server/process/postgres.ts'
import { makeSecret, readSecret, type Secret } from '#server/database/secret.ts'
import type { Env } from '#server/process/env.ts'
import { ExitError } from '#server/base/exit.ts'
import { countText, type BackupJob } from './job.ts'
import type { Manifest } from './manifest.ts'
import { beginRestore, endRestore } from './unfinished.ts'

type RestoreTarget = { client: pg.Client; url: string; secret: Secret }

/** Connects to the database to restore into. Throws an ExitError for anything that prevents it. */
export async function openTarget(key: string, manifest: Manifest, job: BackupJob): Promise<RestoreTarget> {
  const { settings, onEnd } = job
  onEnd(openDataFolder(settings))
  const secret = checkKey(key, settings)
  const url = settings.databaseUrl ?? (await startEmbedded(secret, job))
  const client = await connectOwner(url)
  onEnd(() => client.end())
  onEnd(await lockDatabase(url))
  await checkEmpty(client, manifest, settings)
  const { rows } = await client.query('select rolsuper or rolcreaterole as may from pg_roles where rolname = current_user')
  if (!rows[0].may) throw mayNotCreateRoles()
  claim(key, settings)
  return { client, url, secret }
}

function checkKey(key: string, { dataDir, databaseUrl, secretKey }: Env): Secret {
  const secret = makeSecret(key)
  if (secretKey !== undefined) {
    if (secretKey !== key)
      throw new ExitError('secretKey', 'SECRET_KEY 和备份里的密钥不是同一把。请不设置它，或改成备份时的密钥。')
    return secret
  }
  const there = existsSync(join(dataDir, 'secret.key'))
  // Returns no key where the database exists, for another one could not open it either.
  if (!there && (databaseUrl || !hasCluster(dataDir))) return secret
  if (readSecret(dataDir, undefined, () => false).fingerprint !== secret.fingerprint)
    throw new ExitError(
      'secretKey',
      `数据目录 ${dataDir} 里已有另一把密钥 secret.key，恢复不会替换它。请用 DATA_DIR 指定一个空的目录。`,
    )
  return secret
}

// Starts the embedded PostgreSQL, whose password comes from the key; a new one cannot fail any more.
async function startEmbedded(secret: Secret, { settings, onEnd }: BackupJob): Promise<string> {
  if (!hasCluster(settings.dataDir)) claim(secret.key, settings)
  const postgres = await startPostgres(settings.dataDir, secret.derive('postgres'))
  onEnd(() => postgres.stop())
  return postgres.url
}

/** Writes the key, first of all. */
function claim(key: string, { dataDir, secretKey }: Env) {
  beginRestore(dataDir)
  if (secretKey === undefined) createFile(join(dataDir, 'secret.key'), key, 0o600)
}

/** Checks the tree of the enterprises' numbers, which row-level security does not hide from an owner. */
async function checkEmpty(client: pg.Client, { migrations }: Manifest, { dataDir }: Env) {
  const there = async (table: string) =>
    (await client.query('select to_regclass($1) is not null as there', [`public.${table}`])).rows[0].there as boolean
  if (await there('ent_tree')) {
    const { rows } = await client.query('select count(distinct ent_no)::int as count from ent_tree')
    if (rows[0].count > 0) throw notEmpty(rows[0].count, endRestore(dataDir))
  }
  if (!(await there('kysely_migration'))) return
  const { rows } = await client.query('select name from kysely_migration order by name')
  if (rows.some(({ name }, i) => name !== migrations[i]))
    throw new ExitError(
      'notEmpty',
      '目标数据库里没有数据，但它的结构比备份新。请换一个新建的数据库，或一个空的数据目录（DATA_DIR）。',
    )
}

// Recognises a finished restore by any enterprise, since all rows are written in one transaction.
function notEmpty(count: number, begun: boolean) {
  return new ExitError(
    'notEmpty',
    begun
      ? '上一次恢复已经把数据写完，不必再恢复。请直接运行 npm start。'
      : `目标不是空的，已有 ${countText(count)} 个企业，恢复不会覆盖它们。请用 DATA_DIR 指定一个空的目录，或用 DATABASE_URL 指定一个新建的数据库。`,
  )
}
