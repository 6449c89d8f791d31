import { permissions, permits } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import { labelVisibilityOf } from '#domain/students/labelVisibility.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { applyScope, includeDescendants } from '#server/call/scope.ts'
import { changeDescriber } from '#server/history/describeChanges.ts'
import { isScopeLimited, labelsBy, withinOf } from './history.record.ts'
import { allTables, tableOf } from '#server/database/tables.ts'
import type { Scope } from '#server/call/scope.types.ts'

const may = permissions('history')

/** Tells whether the caller sees what others did. */
export const seesAll = ({ me }: Pick<Context, 'me'>) => permits(me, may.review)

/** Tells whether the caller may undo what others did. */
export const undoesAll = ({ me }: Pick<Context, 'me'>) => permits(me, may.set)

/**
 * Lists the enterprises where the caller may undo what others did: the own one, and a deleted one (`place`) that the operations of
 * the one that was asked for show.
 */
export const undoableIn = ({ me }: Pick<Context, 'me'>, asked: string, place: string): string[] =>
  undoesAll({ me }) ? [me.entNo, ...(place === asked ? [] : [place])] : []

/** Describes what the caller reaches of each table whose records may be read, and which labels of students. */
export type Visibility = Map<string, Scope> & { sight: ReturnType<typeof labelsBy> }

/** Reads what the caller reaches of each table; must run before the first statement of the call. */
export async function visibilityOf(context: Context, entNo: string): Promise<Visibility> {
  const reaches = Object.assign(new Map<string, Scope>(), { sight: labelsBy(await labelVisibilityOf(context, entNo)) })
  const byAccess = new Map<string, Scope | undefined>()
  const isElsewhere = entNo !== context.me.entNo
  for (const { table, history } of allTables()) {
    if (!history) continue
    const { see, isOwn } = history
    if (!permits(context.me, see.access) || (isElsewhere && isOwn)) continue
    const key = `${see.access} ${see.place}`
    const within = byAccess.has(key) ? byAccess.get(key) : await withinOf(see, entNo, context)
    byAccess.set(key, within)
    if (within) reaches.set(table, within)
  }
  return reaches
}

/** Shows of a deleted enterprise itself alone, with the enterprises below the caller's; no call reads anything else of it. */
export async function visibilityOfDeleted(context: Context): Promise<Visibility> {
  await includeDescendants(context, ent.getpage)
  return Object.assign(new Map<string, Scope>([['ent', {}]]), { sight: () => '' })
}

/** Answers what tells of rows of a table, as far as the caller reaches there; nothing where its records may not be read. */
export async function describerFor(entNo: string, reaches: Visibility, context: Context) {
  const { db, services } = context
  const limited = [...reaches.values()].some(isScopeLimited)
  const describer = await changeDescriber({
    db,
    entNo,
    secret: services.secret,
    fieldsOf: (table) => tableOf(table)?.history?.fields ?? {},
    seenLabels: reaches.sight,
    isLimited: limited,
  })
  return async (table: string) => {
    const within = reaches.get(table)
    if (!within) return undefined
    if (limited) await applyScope(db, within)
    return describer
  }
}
