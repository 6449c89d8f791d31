import { sql, type SqlBool } from 'kysely'
import { fileKinds } from '#contract/fileTypes.ts'
import { Status } from '#contract/fields.ts'
import { ResourceScope, ShareState } from '#domain/resources/resources.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { fileLink } from '#server/files/links.ts'
import { isPicture } from '#server/store/pictures.ts'
import { pageOf } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import type { Secret } from '#server/database/secret.ts'
import type { Input } from '#server/call/serve.ts'
import type { res } from './res.contract.ts'
import { placeNosOf } from './res.marks.ts'
import { type ResourcePlace, resourcePlacesOf } from '#domain/resources/resourcePlaces.ts'
import { mayOpenResource, mayChangeResource } from './share/res.reach.ts'

type ResourceFilter = Omit<Input<typeof res.export>, 'resNos'> & { resNos?: string[] | undefined }
type At = Pick<Context, 'db' | 'me' | 'services'>

/** Selects resources `r` in their newest versions, with the marks of an account; without columns. */
export const resources = (db: Db, entNo: string, userNo: string) =>
  db
    .selectFrom('res as r')
    .innerJoin('resver as v', (on) =>
      on.onRef('v.entNo', '=', 'r.entNo').onRef('v.resNo', '=', 'r.resNo').onRef('v.verNo', '=', 'r.verNo'),
    )
    .innerJoin('rescnt as n', (on) => on.onRef('n.entNo', '=', 'r.entNo').onRef('n.resNo', '=', 'r.resNo'))
    .innerJoin('entName as o', 'o.entNo', 'r.entNo')
    .leftJoin('resmark as k', (on) =>
      on
        .on('k.entNo', '=', entNo)
        .on('k.userNo', '=', userNo)
        .onRef('k.ofEntNo', '=', 'r.entNo')
        .onRef('k.resNo', '=', 'r.resNo'),
    )

/** Tells whether a resource stands in a tree by its own class; otherwise by the one that the reviewer gave it. */
const byOwnClass = (entNo: string, place: ResourcePlace | undefined) =>
  !place || place.entNo === entNo ? sql<SqlBool>`r.ent_no = ${entNo}` : sql<SqlBool>`false`

const flagIf = (condition: ReturnType<typeof sql<SqlBool>>) => sql<'0' | '1'>`case when ${condition} then '1' else '0' end`

/** Selects the facts of a resource, as it stands in the tree of a place. */
export function resourceFacts(entNo: string, place?: ResourcePlace) {
  const isOwn = byOwnClass(entNo, place)
  return [
    ...(['r.resNo', 'r.resName', 'r.des', 'r.subj', 'r.stdyPrd', 'r.verNo', 'r.putTm', 'r.updTm', 'r.answer', 'r.ver'] as const),
    ...(['v.name', 'v.type', 'v.size', 'v.fileNo', 'n.viewCnt', 'n.downCnt', 'k.lastTm'] as const),
    sql<'1' | '2' | '3'>`r.scope`.as('scope'),
    'r.shrStt',
    sql<string>`r.ent_no`.as('ofEntNo'),
    sql<string>`o.ent_name`.as('ofEntName'),
    sql<string | null>`case when ${isOwn} then r.cls_no else r.to_cls_no end`.as('clsNo'),
    sql<string | null>`case when ${isOwn} then (select c.cls_name from rescls c where c.ent_no = r.ent_no and c.cls_no = r.cls_no)
      else (select c.cls_name from rescls c where c.ent_no = r.to_ent_no and c.cls_no = r.to_cls_no) end`.as('clsName'),
    sql<
      string | null
    >`(select e.emp_name from emp e where r.ent_no = ${entNo} and e.ent_no = r.ent_no and e.emp_no = r.emp_no)`.as('empName'),
  ] as const
}

/** Selects the columns of Resource, with what the caller may do. */
export const resourceColumns = (context: Pick<Context, 'me'>, entNo: string, place?: ResourcePlace) =>
  [
    ...resourceFacts(entNo, place),
    flagIf(sql<SqlBool>`k.fav_tm is not null`).as('favFlag'),
    flagIf(mayChangeResource(context, entNo, 'edit')).as('editFlag'),
    flagIf(mayChangeResource(context, entNo, 'delete')).as('delFlag'),
  ] as const

type Pictured = { type: string; fileNo: string; ofEntNo: string }

/** Returns a link to the small picture; null where the file is none. */
export const thumbOf = (secret: Secret, { type, fileNo, ofEntNo }: Pictured) =>
  isPicture(type) ? fileLink(secret, ofEntNo, fileNo, { size: 's' }) : null

/** Returns a row as the answer. */
export function resourceOut<Row extends Pictured>(secret: Secret, row: Row) {
  const { fileNo: _, ...rest } = row
  return { ...rest, thumb: thumbOf(secret, row) }
}

const began = (year: number) => sql`(make_date(${year}::int, 9, 1)::timestamp at time zone 'Asia/Shanghai')`

// Tests whether they are in a class of a tree, or in one below it.
const inClass = (treeNo: string, clsNo: string, isOwn: ReturnType<typeof sql<SqlBool>>) => sql<SqlBool>`
  case when ${isOwn} then r.cls_no else r.to_cls_no end in (with recursive below as (
    select cls_no from rescls where ent_no = ${treeNo} and cls_no = ${clsNo} and stt <> ${Status.deleted}
    union select c.cls_no from rescls c join below b on c.prt_no = b.cls_no where c.ent_no = ${treeNo} and c.stt <> ${Status.deleted}
  ) select cls_no from below)`

/** Selects the resources that match a filter, of those that the caller may open. */
export async function matchingResources(context: At, filter: ResourceFilter) {
  const { entNo, clsNo, fileKind, subj, stdyPrd, shrStt, schYear, mine, keyWord, resNos } = filter
  const places = await resourcePlacesOf(context, entNo)
  const scope = filter.scope ?? (clsNo ? ResourceScope.own : undefined)
  const place = places.find((one) => one.scope === scope)
  const isThere =
    place &&
    (place.entNo === entNo
      ? sql<SqlBool>`(r.ent_no = ${entNo} or r.to_ent_no = ${entNo})`
      : sql<SqlBool>`(r.to_ent_no = ${place.entNo} and r.shr_stt = ${ShareState.shared})`)
  const list = resources(context.db, entNo, context.me.userNo)
    .where(mayOpenResource(entNo, placeNosOf(places)))
    .$if(!!scope, (one) => one.where(isThere ?? sql<SqlBool>`false`))
    .$if(!!clsNo && !!place, (one) => one.where(inClass(place?.entNo ?? '', clsNo as string, byOwnClass(entNo, place))))
    .$if(!!fileKind, (one) => one.where('v.type', 'in', fileKind ? fileKinds[fileKind].types : []))
    .$if(!!subj, (one) => one.where('r.subj', '=', subj as string))
    .$if(!!stdyPrd, (one) => one.where('r.stdyPrd', '=', stdyPrd as string))
    .$if(!!shrStt, (one) => one.where('r.shrStt', '=', shrStt as string))
    .$if(!!keyWord, (one) => one.where(matches('r', keyWord as string)))
    .$if(!!resNos, (one) => one.where('r.resNo', 'in', resNos as string[]))
    .$if(schYear !== undefined, (one) =>
      one.where(sql<SqlBool>`r.put_tm >= ${began(schYear as number)} and r.put_tm < ${began((schYear as number) + 1)}`),
    )
    .$if(mine === 'own', (one) => one.where(sql<SqlBool>`r.ent_no = ${entNo} and r.emp_no = ${context.me.idntVal}`))
    .$if(mine === 'fav', (one) => one.where('k.favTm', 'is not', null))
    .$if(mine === 'seen', (one) => one.where('k.lastTm', 'is not', null))
  return { list, place }
}

const orders = { fav: 'k.favTm', seen: 'k.lastTm', new: 'r.putTm', used: 'n.used' }

/** Reads one page of the resources that match: the newest or the most used first, own lists by their dates. */
export async function resourcePage({ pageIndex, pageSize, order, ...filter }: Input<typeof res.getpage>, context: Context) {
  const { list, place } = await matchingResources(context, filter)
  const first = filter.mine && filter.mine !== 'own' ? filter.mine : order
  const page = await pageOf(list.select(resourceColumns(context, filter.entNo, place)), [`-${orders[first]}`, '-r.resNo'], {
    pageIndex,
    pageSize,
  })
  return { ...page, datas: page.datas.map((row) => resourceOut(context.services.secret, row)) }
}

/** Reads one page of what others offer to an enterprise, or have shared there: the longest waiting first. */
export async function offeredPage(asked: Input<typeof res.getofferedpage>, context: Context) {
  const { entNo, pageIndex, pageSize, shrStt, keyWord } = asked
  const here: ResourcePlace = { scope: ResourceScope.own, entNo, entName: '' }
  const list = resources(context.db, entNo, context.me.userNo)
    .where('r.stt', '=', Status.enabled)
    .where('r.toEntNo', '=', entNo)
    .where('r.entNo', '<>', entNo)
    .$if(!!shrStt, (one) => one.where('r.shrStt', '=', shrStt as string))
    .$if(!!keyWord, (one) => one.where(matches('r', keyWord as string)))
    .select(resourceColumns(context, entNo, here))
  const page = await pageOf(list, ['r.updTm', 'r.resNo'], { pageIndex, pageSize })
  return { ...page, datas: page.datas.map((row) => resourceOut(context.services.secret, row)) }
}
