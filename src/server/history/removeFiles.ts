import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { readDatabaseCatalog } from '#server/database/databaseCatalog.ts'
import { blankHistory } from './history.ts'

/** Returns the condition that a file (as `f`) is one that another record refers to. */
export async function usedElsewhere(db: Db): Promise<RawBuilder<unknown>> {
  const { references } = await readDatabaseCatalog(db)
  const users = references
    .filter(({ to }) => to === 'file')
    .map(({ from, columns, targets }) => {
      const same = columns.map((name, i) => sql`o.${sql.ref(name)} = f.${sql.ref(targets[i] as string)}`)
      return sql`exists (select from ${sql.table(from)} o where ${sql.join(same, sql` and `)})`
    })
  return sql`(${sql.join(users, sql` or `)})`
}

/** Removes files with what history kept of them; answers their numbers, whose bytes are to go once this is committed. */
export async function removeFiles(db: Db, entNo: string, fileNos: readonly string[]): Promise<readonly string[]> {
  for (const fileNo of fileNos) {
    await db.deleteFrom('file').where('entNo', '=', entNo).where('fileNo', '=', fileNo).execute()
    await blankHistory(db, 'file', { ent_no: entNo, file_no: fileNo }, ['name', 'sha256'])
  }
  return fileNos
}

/** Removes those of the files that no record refers to any more. */
export async function removeUnusedFiles(db: Db, entNo: string, fileNos: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ fileNo: string }>`select f.file_no from file f where f.ent_no = ${entNo}
    and f.file_no = any(${fileNos}) and not ${await usedElsewhere(db)}`.execute(db)
  return removeFiles(
    db,
    entNo,
    rows.map(({ fileNo }) => fileNo),
  )
}
