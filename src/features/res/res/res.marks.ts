import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import type { res } from './res.contract.ts'
import { resourcePlacesOf } from '#domain/resources/resourcePlaces.ts'
import { mayOpenResource } from './share/res.reach.ts'

/** Limits the recorded looks of an account. */
const mostSeen = 200

// Returns the enterprise of a resource that the caller may open. Throws notFound for others.
async function ownerOf(context: Context, { entNo, resNo }: { entNo: string; resNo: string }): Promise<string> {
  const places = await resourcePlacesOf(context, entNo)
  const { rows } = await sql<{ entNo: string }>`select r.ent_no from res r
    where r.res_no = ${resNo} and ${mayOpenResource(entNo, placeNosOf(places))}`.execute(context.db)
  return requireRow(rows[0]).entNo
}

export const placeNosOf = (places: readonly { entNo: string }[]) => places.map(({ entNo }) => entNo)

/** Marks a resource for the caller, or takes the mark off. */
export async function setFavourite(context: Context, { entNo, resNo, favFlag }: Input<typeof res.setfav>) {
  const { db, me } = context
  const ofEntNo = await ownerOf(context, { entNo, resNo })
  const favTm = favFlag === '1' ? sql<string>`now()` : null
  await db
    .insertInto('resmark')
    .values({ entNo, userNo: me.userNo, ofEntNo, resNo, favTm })
    .onConflict((conflict) => conflict.columns(['entNo', 'userNo', 'ofEntNo', 'resNo']).doUpdateSet({ favTm }))
    .execute()
}

/** Remembers that the caller opened a resource, or saved it; the same person counts once an hour. */
export async function setResourceSeen(context: Context, { entNo, resNo, downFlag }: Input<typeof res.setseen>) {
  const { db, me } = context
  const ofEntNo = await ownerOf(context, { entNo, resNo })
  const [time, count] = downFlag === '1' ? ['downTm', 'downCnt'] : ['lastTm', 'viewCnt']
  const key = sql`ent_no = ${entNo} and user_no = ${me.userNo} and of_ent_no = ${ofEntNo} and res_no = ${resNo}`
  await sql`insert into resmark (ent_no, user_no, of_ent_no, res_no) values (${entNo}, ${me.userNo}, ${ofEntNo}, ${resNo})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ isNew: boolean }>`select coalesce(${sql.ref(time)} < now() - interval '1 hour', true) as is_new
    from resmark where ${key} for update`.execute(db)
  await sql`update resmark set ${sql.ref(time)} = now() where ${key}`.execute(db)
  await forgetOldest(context, entNo)
  if (!rows[0]?.isNew) return
  // Counts it where the resource is, whoever looks.
  context.afterCommit(() =>
    context.inOwnTransaction(
      (other) =>
        sql`update rescnt set ${sql.ref(count)} = ${sql.ref(count)} + 1 where ent_no = ${ofEntNo} and res_no = ${resNo}`.execute(
          other,
        ),
      { entNo: ofEntNo },
    ),
  )
}

async function forgetOldest({ db, me }: Context, entNo: string) {
  const own = sql`ent_no = ${entNo} and user_no = ${me.userNo}`
  await sql`update resmark set last_tm = null where ${own}
    and last_tm <= (select last_tm from resmark where ${own} and last_tm is not null order by last_tm desc offset ${mostSeen} limit 1)`.execute(
    db,
  )
  await sql`delete from resmark where ${own} and last_tm is null and down_tm is null and fav_tm is null`.execute(db)
}
