// Plans of names live in every connection: 14 connections with 300 of them take some 100 MB of PostgreSQL at most.
const mostNames = 300
const mostCounted = 5_000
const usesBeforeName = 5

// Answers other columns once a migration adds one, which a kept plan refuses.
const answersAnyColumn = /(?:\bselect|\breturning|[.,])\s*\*/i

// Searches by words: whether an index of words or the order of a list is the quicker way depends on the word, so each is planned.
const searches = /@>|\blike\b/i

// Counts by more than the columns of one table: whether to join or to look up depends on how many the enterprise has.
const joinedCounts = /^\s*select count\(\*\)[^]*(?:\bjoin\b|\bexists\b|\bis null\b)/i

const isPlannedEachTime = (text: string) => [answersAnyColumn, searches, joinedCounts].some((kind) => kind.test(text))

/**
 * Gives statements that are asked again and again a name, under which a connection parses and plans them once. A plan belongs to the
 * role that it was made for, so each `role` has names of its own. Texts that values make (lists of words) are asked once and never
 * get one, nor do searches and counts that join.
 */
export function nameStatements(): (text: string, role: string) => string | undefined {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text, role) => {
    const key = `${role} ${text}`
    const known = names.get(key)
    if (known || names.size === mostNames) return known
    const count = (uses.get(key) ?? 0) + 1
    if (count < usesBeforeName || isPlannedEachTime(text)) {
      if (uses.size === mostCounted) uses.clear()
      uses.set(key, count)
      return undefined
    }
    uses.delete(key)
    const name = `s${names.size}`
    names.set(key, name)
    return name
  }
}
