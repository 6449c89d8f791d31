import type { Db } from '#server/database.ts'
import { columns } from '#server/rows.ts'
import { serve } from '#server/serve.ts'
import { InfoItem, info } from './info.contract.ts'

async function itemsOf(db: Db, typeCodes: readonly string[]) {
  const items = await db
    .selectFrom('info')
    .select(columns(InfoItem))
    .where('typeCode', 'in', typeCodes)
    .where('stt', '=', '1')
    .orderBy('typeCode')
    .orderBy('showOrd')
    .orderBy('infoNo')
    .execute()
  return items.map((item) => ({ ...item, showFlag: item.showFlag === '1' ? ('1' as const) : ('0' as const) }))
}

export const infoHandlers = serve(info, {
  getlist: ({ typeCodes }, { db }) => itemsOf(db, typeCodes),
  gettypelist: ({ typeCode }, { db }) => itemsOf(db, [typeCode]),
})
