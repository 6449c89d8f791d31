import { permissions, permits } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import { sightOf } from '#domain/students/labelVisibility.ts'
import { reachIn } from '#server/call/scope.ts'
import { tellerOf } from '#server/history/describeChanges.ts'
import { isLimited, labelsBy, withinOf } from './history.record.ts'
import { toldTables } from './history.tables.ts'
import type { Within } from '#server/call/within.ts'

const may = permissions('history')

/** Whether the caller sees what others did. */
export const seesAll = ({ me }: Pick<Context, 'me'>) => permits(me, may.review)

/** Whether the caller takes back what others did. */
export const undoesAll = ({ me }: Pick<Context, 'me'>) => permits(me, may.set)

/** What the caller reaches of each table whose records may be read, and which labels of students. */
export type Reaches = Map<string, Within> & { sight: ReturnType<typeof labelsBy> }

/** What the caller reaches of each table; the first statement of the call may not have run yet. */
export async function reachesOf(context: Context, entNo: string): Promise<Reaches> {
  const reaches = Object.assign(new Map<string, Within>(), { sight: labelsBy(await sightOf(context, entNo)) })
  const byAccess = new Map<string, Within | undefined>()
  const isElsewhere = entNo !== context.me.entNo
  for (const [table, { see, isOwn }] of Object.entries(toldTables)) {
    if (!permits(context.me, see.access) || (isElsewhere && isOwn)) continue
    const key = `${see.access} ${see.place}`
    const within = byAccess.has(key) ? byAccess.get(key) : await withinOf(see, entNo, context)
    byAccess.set(key, within)
    if (within) reaches.set(table, within)
  }
  return reaches
}

/** Answers what tells of rows of a table, as far as the caller reaches there; nothing where its records may not be read. */
export async function tellerFor(entNo: string, reaches: Reaches, context: Context) {
  const { db, services } = context
  const limited = [...reaches.values()].some(isLimited)
  const teller = await tellerOf({
    db,
    entNo,
    secret: services.secret,
    fieldsOf: (table) => toldTables[table]?.fields ?? {},
    seenLabels: reaches.sight,
    isLimited: limited,
  })
  return async (table: string) => {
    const within = reaches.get(table)
    if (!within) return undefined
    if (limited) await reachIn(db, within)
    return teller
  }
}
