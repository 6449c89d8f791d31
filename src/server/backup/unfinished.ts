import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExitError } from '#server/base/exit.ts'

const markOf = (dataDir: string) => join(dataDir, 'restore.unfinished')

/** Marks the data folder as belonging to a restore until `endRestore`; a kill leaves the mark. */
export const beginRestore = (dataDir: string) => writeFileSync(markOf(dataDir), '', { mode: 0o600, flush: true })

/** Answers whether a restore had begun. */
export function endRestore(dataDir: string): boolean {
  const begun = existsSync(markOf(dataDir))
  rmSync(markOf(dataDir), { force: true })
  return begun
}

/** Refuses to start where a restore was cut off: the database is empty, and a start would seed it as if it were new. */
export function refuseHalfRestored(dataDir: string) {
  if (!existsSync(markOf(dataDir))) return
  throw new ExitError(
    'halfRestored',
    `数据目录 ${dataDir} 的恢复中途断了，数据库里还没有数据。请再运行一次 npm run restore；若放弃恢复，请删除 ${markOf(dataDir)}。`,
  )
}
