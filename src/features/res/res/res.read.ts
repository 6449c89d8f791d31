import { sql, type SqlBool } from 'kysely'
import { permissions, permits } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { ShareState } from '#domain/resources/resources.contract.ts'
import type { Context } from '#server/call/context.ts'
import { fileLink } from '#server/files/links.ts'
import { requireRow } from '#server/database/rows.ts'
import { resourceColumns, resources, resourceOut, thumbOf } from './res.list.ts'
import { placeNosOf } from './res.marks.ts'
import { resourcePlacesOf } from '#domain/resources/resourcePlaces.ts'
import { mayOpenResource } from './share/res.reach.ts'

const { review } = permissions('res')
const mostAlike = 6

// Selects what waits for a reviewer, and what was refused.
const offered = ({ me }: Context, entNo: string) =>
  permits(me, review)
    ? sql<SqlBool>`(r.stt = ${Status.enabled} and r.to_ent_no = ${entNo} and r.shr_stt in (${ShareState.waiting}, ${ShareState.refused}))`
    : sql<SqlBool>`false`

/**
 * Reads a resource with its versions, links to its files, and others of its class. Throws notFound for one that the caller may
 * not open.
 */
export async function readResource(context: Context, { entNo, resNo }: { entNo: string; resNo: string }) {
  const { db, services } = context
  const seen = mayOpenResource(entNo, placeNosOf(await resourcePlacesOf(context, entNo)))
  const row = requireRow(
    await resources(context.db, entNo, context.me.userNo)
      .where('r.resNo', '=', resNo)
      .where(sql<SqlBool>`(${seen} or ${offered(context, entNo)})`)
      .select(resourceColumns(context, entNo))
      .executeTakeFirst(),
  )
  const link = (fileNo: string) => fileLink(services.secret, row.ofEntNo, fileNo)
  const [versions, alike] = await Promise.all([
    db
      .selectFrom('resver')
      .select(['verNo', 'name', 'type', 'size', 'rem', 'crtTm', 'fileNo'])
      .where('entNo', '=', row.ofEntNo)
      .where('resNo', '=', resNo)
      // Shows others the newest alone.
      .$if(row.ofEntNo !== entNo, (one) => one.where('verNo', '=', row.verNo))
      .orderBy('verNo', 'desc')
      .execute(),
    alikeOf(context, entNo, row, seen),
  ])
  return {
    ...resourceOut(services.secret, row),
    url: link(row.fileNo),
    versions: versions.map(({ fileNo, ...version }) => ({ ...version, url: link(fileNo) })),
    alike,
  }
}

type Of = { resNo: string; ofEntNo: string; clsNo: string | null }

async function alikeOf(context: Context, entNo: string, { resNo, ofEntNo, clsNo }: Of, seen: ReturnType<typeof mayOpenResource>) {
  const sameClass =
    ofEntNo === entNo ? sql<SqlBool>`(r.ent_no = ${entNo} and r.cls_no = ${clsNo})` : sql<SqlBool>`r.to_cls_no = ${clsNo}`
  const rows = await resources(context.db, entNo, context.me.userNo)
    .where(seen)
    .where(sameClass)
    .where('r.resNo', '<>', resNo)
    .select(['r.resNo', 'r.resName', 'v.type', 'v.fileNo', 'n.downCnt', sql<string>`r.ent_no`.as('ofEntNo')])
    .orderBy('n.used', 'desc')
    .orderBy('r.resNo', 'desc')
    .limit(mostAlike)
    .execute()
  return rows.map((row) => {
    const { fileNo: _, ofEntNo: __, ...told } = row
    return { ...told, thumb: thumbOf(context.services.secret, row) }
  })
}
