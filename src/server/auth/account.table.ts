import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { defineTable } from '#server/database/tables.ts'

export const accountTable = defineTable('account', {
  word: '账号',
  key: 'userNo',
  name: 'nickName',
  search: { words: ['name', 'userNo'] },
})

const atOnce = 5000

/** Gives accounts of an earlier release what they are found by. */
export async function nameAccounts(db: Db) {
  const rows = await db
    .selectFrom('account')
    .select(['userNo', 'name', 'nickName'])
    .where('searchText', '=', '')
    .limit(atOnce)
    .execute()
  if (rows.length === 0) return
  const named = rows.map((row) => ({ user_no: row.userNo, search_text: searchTextOf(accountTable, row) }))
  await sql`update account a set search_text = n.search_text
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) n (user_no text, search_text text) where a.user_no = n.user_no`.execute(
    db,
  )
  if (rows.length === atOnce) await nameAccounts(db)
}
