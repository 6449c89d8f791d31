import { sql, type SqlBool } from 'kysely'
import { pinyin } from 'pinyin-pro'

/** What a keyword is looked up in: name, pinyin, initials, further words, and the last four digits of a phone. */
export function searchText(name: string, words: readonly (string | null | undefined)[] = [], phone?: string | null): string {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' })
  const parts = [name, syllables.join(''), syllables.map(([letter]) => letter).join(''), ...words, phone?.slice(-4)]
  return parts.filter(Boolean).join(' ').toLowerCase()
}

/**
 * Rows whose `search_text` holds the keyword, through the index from two characters on; `%` and `_` are literals.
 * `table` is the name or alias that has the columns.
 */
export function matches(table: string, keyWord: string) {
  const word = keyWord.toLowerCase()
  const pairs = Array.from({ length: Math.max(0, word.length - 1) }, (_, i) => word.slice(i, i + 2))
  const like = sql<SqlBool>`${sql.ref(`${table}.searchText`)} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`
  return pairs.length === 0 ? like : sql<SqlBool>`${sql.ref(`${table}.search`)} @> ${pairs}::text[] and ${like}`
}
