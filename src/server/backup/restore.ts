import { listMigrations, prepareDatabase } from '#server/process/migrate.ts'
import { build } from '#server/base/build.ts'
import { ExitError } from '#server/base/exit.ts'
import { openBackup } from './check.ts'
import type { BackupJob } from './job.ts'
import { loadBackup } from './load.ts'
import type { Manifest } from './manifest.ts'
import { refuseDifferingFiles, placeFiles } from './restoreFiles.ts'
import { openTarget } from './target.ts'
import { endRestore } from './unfinished.ts'
import { describe } from './verify.ts'

/** Puts a backup into an empty database and data folder; everything that could refuse is asked before anything is written. */
export async function restoreBackup(path: string, job: BackupJob) {
  job.say('正在检查备份文件……')
  const backup = await openBackup(path, job)
  const { manifest, size, key } = backup
  checkVersion(manifest)
  const { settings } = job
  await refuseDifferingFiles(backup, settings)
  const { client, url, secret } = await openTarget(key, manifest, job)
  job.say('正在写入数据……')
  // Writes files first, so that no row is ever without its file.
  await placeFiles(backup, settings)
  for (const table of await loadBackup(client, backup)) job.warn(`注意：备份里的表 ${table} 不属于本产品，没有恢复。`)
  endRestore(settings.dataDir)
  await prepareDatabase(client, url, secret)
  // Sends nothing that the backup still had to send, whatever folder it is put into (docs/spec/channels.md#pause).
  await client.query(`update outward set pause_tm = now(), pause_why = '从备份恢复'`)
  job.say('恢复完成，每张表都和备份核对一致。现在可以运行 npm start。')
  for (const line of describe(manifest, size)) job.say(line)
}

function checkVersion({ product, migrations }: Manifest) {
  const unknown = migrations.find((name, i) => name !== listMigrations()[i])
  if (isNewer(product, build.version))
    throw new ExitError('backupVersion', `这份备份是 ${product} 版的产品做的，本产品是 ${build.version}。请先升级本产品再恢复。`)
  if (unknown)
    throw new ExitError(
      'backupVersion',
      `这份备份里有本产品（${build.version}）不认得的数据结构 ${unknown}，是更新的产品做的。请先升级本产品再恢复。`,
    )
}

function isNewer(one: string, other: string): boolean {
  const numbers = (version: string) => (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number)
  const [a, b] = [numbers(one), numbers(other)]
  const differs = a.findIndex((part, i) => part !== b[i])
  return differs !== -1 && (a[differs] ?? 0) > (b[differs] ?? 0)
}
