import type { Db } from '#server/database/database.ts'
import { sql } from 'kysely'

/** Returns the rows that the table does not have yet, told by their key. */
export async function missingRows<R extends Record<string, unknown>>(
  db: Db,
  table: 'infotype' | 'info' | 'codegnrt' | 'pbcrole' | 'mdl' | 'pwr' | 'pbccfg' | 'billtype',
  key: (keyof R & string)[],
  rows: R[],
): Promise<R[]> {
  const columns = sql.join(
    key.map((name) => sql.ref(name)),
    sql` || '/' || `,
  )
  const { rows: there } = await sql<{ id: string }>`select ${columns} as id from ${sql.table(table)}`.execute(db)
  const known = new Set(there.map(({ id }) => id))
  return rows.filter((row) => !known.has(key.map((name) => row[name]).join('/')))
}
