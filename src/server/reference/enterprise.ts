import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { initials } from '#server/base/search.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { enterpriseTable } from './enterprise.table.ts'

type Named = { entNo: string; entName: string; selfNo?: string | null | undefined }

/** Returns what an enterprise is found by: initials for trees, and the words that keywords are looked up in. */
export const enterpriseSearchWords = ({ entNo, entName, selfNo = null }: Named) => ({
  helpCode: initials(entName),
  searchText: searchTextOf(enterpriseTable, { entNo, entName, selfNo }),
})

/** Gives those of an earlier release what they are found by. */
export async function nameEnterprises(db: Db, workOn: (entNo: string) => Promise<unknown>) {
  const { rows } = await sql<{ entNo: string }>`select distinct ent_no from ent_tree`.execute(db)
  for (const { entNo } of rows) {
    await workOn(entNo)
    const one = await db
      .selectFrom('ent')
      .select(['entNo', 'entName', 'selfNo'])
      .where('entNo', '=', entNo)
      .where('searchText', '=', '')
      .executeTakeFirst()
    if (one) await db.updateTable('ent').set(enterpriseSearchWords(one)).where('entNo', '=', entNo).execute()
  }
}
