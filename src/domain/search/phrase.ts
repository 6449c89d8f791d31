import { isBareNumber } from '#domain/units/gradeSpelling.ts'
import type { GradeWords } from '#domain/units/gradeWords.ts'
import { commonWords, namesOfLabel, type Said, type StudentFilter, type Wants } from './phraseWords.ts'

/**
 * Describes a phrase as it is understood. `name` is of a student, where children are wanted of a guardian; `relts`: only these
 * relations.
 */
export type Phrase = {
  wants: Wants
  of: Partial<StudentFilter>
  name?: string
  relts?: readonly string[]
  phone: boolean
}

/**
 * Describes the words that one school has of its own: its grades and classes, and the labels that the caller may see, by code.
 */
export type Vocabulary = {
  units: Pick<GradeWords, 'gradeCalled' | 'classCalled' | 'gradeOf'>
  labels: ReadonlyMap<string, string>
}

type Unit = { grade: string } | { class: string } | { classOfGrade: string }
type Word = Said | Unit | { name: string }
type Edge = { end: number; said: Word }

const longestUnit = 14
const longestName = 8
// Requires one of these characters: 803 or 三 alone may be anything.
const looksLikeUnit = /[级班届初高职小中大]/
const looksLikeName = /^([\p{Script=Han}·]{2,8}|[a-z]{2,8})$/u

/** Removes from a phrase what carries no meaning in any place. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,,。、?!]/g, '')

/** Understands a phrase as a whole; undefined where any part of it is left over, or says two things of one. */
export function parsePhrase(given: string, vocabulary: Vocabulary): Phrase | undefined {
  const text = plain(given)
  if (text.length < 2 || text.length > 40) return undefined
  for (const reading of readingsOf(edgesOf(text, vocabulary))) {
    const meant = meaningOf(reading, vocabulary)
    if (meant) return meant
  }
  return undefined
}

/** Tells whether a text may be a phrase at all, so that the words of the school are worth reading. */
export const mayNameUnit = (text: string) => looksLikeUnit.test(plain(text))

// Lists every word that begins at each place; what holds none of the known words may be a name.
function edgesOf(text: string, { units, labels }: Vocabulary): Edge[][] {
  const own = new Map([...labels].flatMap(([code, name]) => namesOfLabel(code, name.toLowerCase()).map((word) => [word, code])))
  const known = Array.from({ length: text.length }, (_, start) => {
    const found: Edge[] = []
    for (let end = start + 1; end <= text.length; end++) {
      const word = text.slice(start, end)
      const said = commonWords.get(word)
      if (said) found.push({ end, said })
      const label = own.get(word)
      if (label !== undefined) found.push({ end, said: { of: { wts: label } } })
      if (end - start <= longestUnit) found.push(...unitsIn(word, units).map((one) => ({ end, said: one })))
    }
    return found
  })
  return known.map((edges, start) => [...edges, ...namesAt(text, start, known)])
}

function namesAt(text: string, start: number, known: Edge[][]): Edge[] {
  const names: Edge[] = []
  for (let end = start + 1; end <= Math.min(text.length, start + longestName); end++) {
    // Treats as a word of its own 年级 and 家长, but not 高一, which begins a name, too, and 男, which ends one.
    const isOwn = known.slice(start, end).some((edges, i) => edges.some((one) => one.end <= end && isWord(one, start + i)))
    if (isOwn) break
    const name = text.slice(start, end)
    if (looksLikeName.test(name)) names.push({ end, said: { name } })
  }
  return names
}

const isWord = ({ end, said }: Edge, start: number) =>
  said === 'nothing' || end - start > ('grade' in said || 'class' in said ? 2 : 'short' in said ? 1 : 0)

function unitsIn(word: string, units: Vocabulary['units']): Unit[] {
  if (!looksLikeUnit.test(word)) return []
  const grade = units.gradeCalled(word)
  if (grade !== undefined) return [{ grade }]
  const own = units.classCalled(word)
  if (own !== undefined) return [{ class: own }]
  return word.endsWith('班') && isBareNumber(word) ? [{ classOfGrade: word }] : []
}

// Lists the topics of a word: a phrase holds at most one word for each.
const topicsOf = (said: Word): string[] =>
  said === 'nothing' ? [] : Object.entries(said).flatMap(([key, value]) => (key === 'of' ? Object.keys(value) : [key]))

/** Describes the beginning of a reading: up to where, its words, how it was cut, and the words of it that mean something. */
type Begun = { end: number; words: Word[]; cuts: number[]; meaning: string }

// Limits the beginnings that are looked at: what can be cut in more ways is no phrase that a person types.
const mostBegun = 5000

/**
 * Yields the ways to cut a text into words of which no two have the same topic, the cheapest first, and among those of one cost the
 * one with the shortest first words. Beginnings that differ only in words without meaning count as one.
 */
function* readingsOf(edges: Edge[][]): Generator<Word[]> {
  const byCost: Begun[][] = [[{ end: 0, words: [], cuts: [], meaning: '' }]]
  let looked = 0
  for (let cost = 0; cost < byCost.length; cost++) {
    const begun = (byCost[cost] ?? []).sort((one, other) => compareCuts(one.cuts, other.cuts))
    const known = new Set<string>()
    for (const one of begun) {
      const same = `${one.end} ${one.meaning}`
      if (known.has(same)) continue
      known.add(same)
      if (++looked > mostBegun) return
      if (one.end === edges.length) yield one.words
      else continueReading(one, edges, (next, step) => (byCost[cost + step] ??= []).push(next))
    }
  }
}

function continueReading({ end, words, cuts, meaning }: Begun, edges: Edge[][], add: (next: Begun, step: number) => void) {
  const said = new Set(words.flatMap(topicsOf))
  for (const [at, edge] of (edges[end] ?? []).entries()) {
    if (topicsOf(edge.said).some((topic) => said.has(topic))) continue
    const meant = edge.said === 'nothing' ? meaning : `${meaning} ${end}.${at}`
    add({ end: edge.end, words: [...words, edge.said], cuts: [...cuts, at], meaning: meant }, costOf(edge.said))
  }
}

function compareCuts(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((cut, i) => cut !== other[i])
  return at < 0 ? one.length - other.length : (one[at] ?? 0) - (other[at] ?? -1)
}

const nameIn = (said: Word | undefined) => (typeof said === 'object' && 'name' in said ? said.name : undefined)

// Prefers the least text left over as a name, then the fewest words.
const costOf = (said: Word) => 1 + 100 * (nameIn(said)?.length ?? 0)

function meaningOf(reading: Word[], { units }: Vocabulary): Phrase | undefined {
  const all = Object.assign({}, ...reading.filter((said) => said !== 'nothing')) as Partial<
    Record<'grade' | 'class' | 'classOfGrade' | 'name', string>
  > & { wants?: Wants; relts?: readonly string[]; phone?: true; child?: true; short?: true }
  const unitNo = unitOf(all, units)
  if (unitNo === null || (all.short && all.name)) return undefined
  const parts = reading.flatMap((said) => (typeof said === 'object' && 'of' in said && said.of ? [said.of] : []))
  const of: Partial<StudentFilter> = Object.assign({}, ...parts, unitNo && { unitNo })
  const { name, relts, phone = false } = all
  const isColleague = all.wants === 'teachers' && reading.some((said, i) => nameIn(said) && isTeachers(reading[i + 1]))
  const wants = isColleague ? 'colleague' : (all.wants ?? (!name ? 'students' : all.child ? 'children' : 'anybody'))
  const isOfNamed = wants === 'anybody' && !phone && Object.keys(of).length > 0
  const phrase = { wants: isOfNamed ? ('students' as const) : wants, of, phone, ...(name && { name }), ...(relts && { relts }) }
  return makesSense(phrase, all.child === true) ? phrase : undefined
}

const isTeachers = (said: Word | undefined) => typeof said === 'object' && 'wants' in said && said.wants === 'teachers'

/** Returns the one unit that grades and classes together name; null where they contradict each other. */
function unitOf(
  said: { grade?: string; class?: string; classOfGrade?: string },
  units: Vocabulary['units'],
): string | null | undefined {
  const { grade, class: own, classOfGrade: end } = said
  if (own && end) return null
  if (own) return grade === undefined || units.gradeOf(own) === grade ? own : null
  if (end === undefined) return grade
  return (grade !== undefined && units.classCalled(end, grade)) || null
}

// Tells whether a combination can be asked; all others are searched for as a keyword.
function makesSense({ wants, of, name, phone }: Phrase, isChild: boolean): boolean {
  const said = Object.keys(of)
  const only = (...allowed: string[]) => said.every((key) => allowed.includes(key))
  if (isChild && wants !== 'children' && wants !== 'students') return false
  switch (wants) {
    case 'students':
      return said.length > 0 && !phone
    case 'anybody':
      return said.length === 0 && phone
    case 'colleague':
      return said.length === 0
    case 'guardians':
      return only('unitNo', 'sex') && (name !== undefined || of.unitNo !== undefined)
    case 'children':
      return only('sex') && name !== undefined
    default:
      return only('unitNo') && (name !== undefined || of.unitNo !== undefined)
  }
}
