import { sql, type SqlBool } from 'kysely'
import { pinyin } from 'pinyin-pro'

/** What a keyword is looked up in: name, pinyin, initials, further words, and the last four digits of a phone. */
export function searchText(name: string, words: readonly (string | null | undefined)[] = [], phone?: string | null): string {
  const parts = [name, ...readings(name), ...words, phone?.slice(-4)]
  return parts.filter(Boolean).join(' ').toLowerCase()
}

/** How a name sounds: its pinyin without tones, read as the name of a person. */
export const soundOf = (name: string) =>
  pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', surname: 'head' }).join(' ')

/** The initials of a name in pinyin, at most 20: the help code of a department. */
export const initials = (name: string) =>
  pinyin(name, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
    .slice(0, 20)

// 曾 is zeng as a surname and ceng elsewhere: a name is found by either reading, whole or by its initials.
function readings(name: string): Set<string> {
  const bare = name.replace(/[·\s]/g, '')
  const spelt = (surname: 'head' | 'off') => pinyin(bare, { toneType: 'none', type: 'array', nonZh: 'consecutive', surname })
  return new Set(
    [spelt('head'), spelt('off')].flatMap((syllables) => [syllables.join(''), syllables.map(([letter]) => letter).join('')]),
  )
}

/**
 * Rows whose `search_text` holds the keyword, through the index from two characters on; `%` and `_` are literals.
 * `table` is the name or alias that has the columns.
 */
export function matches(table: string, keyWord: string) {
  const word = keyWord.toLowerCase()
  // By whole characters, as the database counts them: rare surnames take two code units.
  const letters = [...word]
  const pairs = letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
  const like = sql<SqlBool>`${sql.ref(`${table}.searchText`)} like ${likeOf(keyWord)}`
  return pairs.length === 0 ? like : sql<SqlBool>`${sql.ref(`${table}.search`)} @> ${pairs}::text[] and ${like}`
}

/** The pattern of what holds a keyword, in small letters; `%` and `_` are literals. */
export const likeOf = (keyWord = '') => `%${keyWord.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
