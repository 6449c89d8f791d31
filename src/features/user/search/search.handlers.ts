import { permits } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import type { Context } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { labelVisibilityOf } from '#domain/students/labelVisibility.ts'
import type { Phrase } from '#domain/search/phrase.ts'
import { clearRight, isIdNumber, maySeeIdNumbers, overall } from '#server/access/idNumberSearch.ts'
import { halfWidth } from '#server/base/search.ts'
import { readSchoolUnits } from '#domain/units/schoolUnits.ts'
import { applyScope, intersectScopes, scopeOf } from '#server/call/scope.ts'
import { allSearchKinds } from '#domain/search/searchKinds.ts'
import type { At, SearchKind } from '#domain/search/searching.ts'
import { serve } from '#server/call/serve.ts'
import { search } from '#contract/shell/search.contract.ts'
import { phrasePath, readPhrase, tellPhrase, unitsMeant } from './search.phrase.ts'
import type { Scope } from '#server/call/scope.types.ts'

export const searchHandlers = serve(search, {
  async get({ word }, context) {
    const { me, services } = context
    const { entNo } = me
    const may = (call: Call) => permits(me, call.access)
    // Looks for people by an ID number only where the caller sees such numbers.
    const mayByNumber = (kind: string) => !isIdNumber(word) || (overall.includes(kind) && maySeeIdNumbers(me, kind))
    const kinds = allSearchKinds().filter(({ call, kind }) => may(call) && mayByNumber(kind))
    // Reads all reaches before the first statement, for each may take a connection of its own.
    const reaches = new Map<Call, Scope>()
    for (const call of [...kinds.map((one) => one.call), edcunit.getlist])
      if (may(call) && !reaches.has(call)) reaches.set(call, await scopeOf(context, call, entNo))
    // Finds nobody by a number who is only seen with it hidden.
    if (isIdNumber(word))
      for (const { call, kind } of kinds)
        reaches.set(call, intersectScopes(reaches.get(call) ?? {}, await scopeOf(context, { access: [clearRight(kind)] }, entNo)))
    const sight = may(stu.getpage) ? await labelVisibilityOf(context, entNo) : {}
    return transaction(
      services.database.pool,
      { entNo },
      (db) => find(halfWidth(word), { ...context, db }, { kinds, reaches, sight }),
      {
        readOnly: true,
      },
    )
  },
})

type Found = { kind: SearchKind['kind']; hits: Awaited<ReturnType<SearchKind['byWord']>> }

async function find(
  word: string,
  context: Context,
  { kinds, reaches, sight }: { kinds: SearchKind[]; reaches: ReadonlyMap<Call, Scope>; sight: At['sight'] },
) {
  const { db, me } = context
  const { entNo } = me
  const as = reachingBy(db, reaches)
  const units = await as(edcunit.getlist, () => readSchoolUnits(db, entNo))
  const at: At = { context, entNo, sight, units }
  const phrase = await readPhrase(word, at)
  const understood = phrase && (await answerTo(phrase, at, kinds, as))
  const text = phrase?.wants === 'anybody' ? (phrase.name as string) : word
  const groups: Found[] = understood ? [understood.found] : []
  // Searches from two characters on: one letter is in almost every name.
  if ([...text].length > 1)
    for (const { kind, call, byWord } of kinds) {
      if (kind === understood?.found.kind) continue
      const hits = (await as(call, () => byWord(text, at))) ?? []
      if (hits.length > 0) groups.push({ kind, hits })
    }
  return { groups, phrase: understood ? understood.told : null }
}

type As = <T>(call: Call, work: () => Promise<T>) => Promise<T | undefined>

/** Works as far as the caller reaches by a call; returns undefined where the caller may not make it. */
function reachingBy(db: Db, reaches: ReadonlyMap<Call, Scope>): As {
  let now = JSON.stringify({})
  return async (call, work) => {
    const within = reaches.get(call)
    if (!within) return undefined
    const next = JSON.stringify(within)
    if (next !== now) await applyScope(db, within)
    now = next
    return work()
  }
}

/** Returns what a phrase finds; undefined where the caller may not search for that, or nobody has the name in it. */
async function answerTo(phrase: Phrase, at: At, kinds: SearchKind[], as: As) {
  const [first] = kinds.flatMap(({ kind, call, byPhrase }) => {
    const answer = byPhrase?.[phrase.wants]
    return answer ? [{ kind, call, answer }] : []
  })
  if (!first) return undefined
  const isOfUnits = phrase.wants === 'heads' || phrase.wants === 'teachers'
  const unitNos = isOfUnits ? await as(phrase.name ? stu.getpage : edcunit.getlist, () => unitsMeant(phrase, at)) : []
  if (!unitNos) return undefined
  const hits = (await as(first.call, () => first.answer({ ...phrase, unitNos }, at))) ?? []
  if (phrase.name && hits.length === 0) return undefined
  const told = { kind: first.kind, text: await tellPhrase(phrase, at), path: phrasePath(phrase) }
  return { found: { kind: first.kind, hits }, told }
}
