import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { pinyin } from 'pinyin-pro'

type Text = string | null | undefined

/** Builds the text that keywords are looked up in: name, pinyin, initials, further words, and the last four digits of a phone. */
export function searchText(name: string, words: readonly Text[] = [], phone?: Text): string {
  const parts = [name, ...readings(name), ...words, phone?.slice(-4)]
  return parts.filter(Boolean).join(' ').toLowerCase()
}

/** Returns the pinyin of a name without tones, read as the name of a person. */
export const soundOf = (name: string) =>
  pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', surname: 'head' }).join(' ')

/** Returns the initials of a name in pinyin, at most 20: the help code of a department. */
export const initials = (name: string) =>
  pinyin(name, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
    .slice(0, 20)

// Returns both readings of a name, whole and by initials: 曾 is zeng as a surname and ceng elsewhere.
function readings(name: string): Set<string> {
  const bare = name.replace(/[·\s]/g, '')
  const spelt = (surname: 'head' | 'off') => pinyin(bare, { toneType: 'none', type: 'array', nonZh: 'consecutive', surname })
  return new Set(
    [spelt('head'), spelt('off')].flatMap((syllables) => [syllables.join(''), syllables.map(([letter]) => letter).join('')]),
  )
}

/**
 * Selects rows whose `search_text` holds the keyword, or one of several spellings of it, through the index from two characters
 * on; `%` and `_` are literals. `table` is the name or alias that has the columns.
 */
export function matches(table: string, ...spellings: readonly [string, ...string[]]) {
  const like = either(spellings.map((word) => sql<SqlBool>`${sql.ref(`${table}.searchText`)} like ${likeOf(word)}`))
  const pairs = spellings.map(pairsOf)
  if (pairs.some(({ length }) => length === 0)) return like
  // Separates the pairs from the patterns: behind the lock of rows only the pairs may be looked up in the index.
  const held = either(pairs.map((some) => sql<SqlBool>`${sql.ref(`${table}.search`)} @> ${some}::text[]`))
  return sql<SqlBool>`${held} and ${like}`
}

// Splits by whole characters, as the database counts them: rare surnames take two code units.
function pairsOf(word: string): string[] {
  const letters = [...word.toLowerCase()]
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
}

const either = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length === 1 ? (conditions[0] as RawBuilder<SqlBool>) : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

/** Returns a name as it was typed, and without the spaces between its characters, which are mostly decoration. */
export function spellingsOfName(typed: string): [string, ...string[]] {
  const word = typed.replace(/\s+/g, ' ')
  const joined = word.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
  return joined === word ? [word] : [joined, word]
}

/** Converts letters and digits of full width, as input methods type them, to the stored half width. */
export const halfWidth = (typed: string) =>
  typed.replace(/[０-９Ａ-Ｚａ-ｚ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))

/** Keeps what is called by a keyword, of lists that are short enough to be read whole: by name, pinyin, initials or another word. */
export function withKeyword<Row>(
  rows: Row[],
  keyWord: string | undefined,
  named: (row: Row) => readonly Text[],
  phone?: (row: Row) => Text,
) {
  if (!keyWord) return rows
  const word = halfWidth(keyWord).toLowerCase()
  return rows.filter((row) => {
    const [name, ...words] = named(row)
    return searchText(name ?? '', words, phone?.(row)).includes(word)
  })
}

/** Returns the LIKE pattern of a keyword, in small letters; `%` and `_` are literals. */
export const likeOf = (keyWord = '') => `%${keyWord.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
