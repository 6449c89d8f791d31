import { Status } from '#contract/fields.ts'
import { givenModules } from '#contract/modules.ts'
import type { Context } from '#server/call/context.ts'

/** Lists the built-in modules that the caller's own enterprise could have and does not: it gives them to nobody. */
export async function unheldModules({ me, services, inOwnTransaction }: Context): Promise<ReadonlySet<string>> {
  if (me.entNo === services.rootNo) return new Set()
  const rows = await inOwnTransaction(
    (db) => db.selectFrom('entmdl').select('mdlCode').where('entNo', '=', me.entNo).where('stt', '=', Status.enabled).execute(),
    { entNo: me.entNo },
  )
  const has = new Set(rows.map(({ mdlCode }) => mdlCode))
  return new Set(givenModules(me.idntNo).flatMap(({ code }) => (has.has(code) ? [] : [code])))
}
