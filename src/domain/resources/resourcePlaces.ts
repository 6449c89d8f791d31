import { sql } from 'kysely'
import { ResourceScope } from './resources.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'

type ResourceScope = (typeof ResourceScope)[keyof typeof ResourceScope]
export type ResourcePlace = { scope: ResourceScope; entNo: string; entName: string }
type Above = { entNo: string; entName: string; idntNo: string }

// Reads an enterprise and those above it, the nearest first; skips what is not in use there.
async function lineOf({ db }: Pick<Context, 'db'>, entNo: string): Promise<[Above, ...Above[]]> {
  const { rows } = await sql<Above>`select n.ent_no, n.ent_name, n.idnt_no from ent_tree t join ent_name n on n.ent_no = t.anc_no
    where t.ent_no = ${entNo} and (n.live or t.depth = 0) order by t.depth`.execute(db)
  // Relies on every enterprise standing in its own line.
  return rows as [Above, ...Above[]]
}

const isBureau = ({ idntNo }: Above) => idntNo === '020'
const at = (scope: ResourceScope, { entNo, entName }: Above): ResourcePlace => ({ scope, entNo, entName })

/** Lists where an enterprise finds resources: its own tree, that of the nearest bureau above it, and the public one. */
export async function resourcePlacesOf(context: Pick<Context, 'db' | 'services'>, entNo: string): Promise<ResourcePlace[]> {
  const [own, ...above] = await lineOf(context, entNo)
  const bureau = above.find(isBureau)
  const root = above.find((one) => one.entNo === context.services.rootNo)
  return [
    at(ResourceScope.own, own),
    ...(bureau ? [at(ResourceScope.bureau, bureau)] : []),
    ...(root ? [at(ResourceScope.everybody, root)] : []),
  ]
}

/**
 * Lists where an enterprise may share its resources, and whether they are reviewed there. A bureau shares with those below it in
 * its own tree, and the platform with everybody.
 */
export async function sharesOf(context: Pick<Context, 'db' | 'services'>, entNo: string) {
  const line = await lineOf(context, entNo)
  const bureau = isBureau(line[0]) ? line[0] : line.find(isBureau)
  const root = line.find((one) => one.entNo === context.services.rootNo)
  const places = [...(bureau ? [at(ResourceScope.bureau, bureau)] : []), ...(root ? [at(ResourceScope.everybody, root)] : [])]
  return places.map((place) => ({ ...place, revwFlag: place.entNo === entNo ? ('0' as const) : ('1' as const) }))
}

/** Returns the place of a scope among those where the enterprise finds resources; undefined where it has none. */
export async function resourcePlaceOf(context: Pick<Context, 'db' | 'services'>, entNo: string, scope: ResourceScope) {
  const places = await resourcePlacesOf(context, entNo)
  return places.find((place) => place.scope === scope)
}

/** Returns the place that a resource is shared in by a scope. Throws for one that the enterprise does not have. */
export async function shareIn(
  context: Pick<Context, 'db' | 'services'>,
  entNo: string,
  scope: ResourceScope,
): Promise<ResourcePlace> {
  const shares = await sharesOf(context, entNo)
  const place = shares.find((one) => one.scope === scope)
  if (!place) throw new Fault('invalid', scope === ResourceScope.bureau ? '上级没有教育局，不能共享到本区' : '这里不能共享到公共')
  return place
}
