import { columns } from '#server/rows.ts'
import { serve } from '#server/serve.ts'
import { InfoItem, info } from './info.contract.ts'

export const infoHandlers = serve(info, {
  async gettypelist({ typeCode }, { db }) {
    const items = await db
      .selectFrom('info')
      .select(columns(InfoItem))
      .where('typeCode', '=', typeCode)
      .where('stt', '=', '1')
      .orderBy('showOrd')
      .orderBy('infoNo')
      .execute()
    return items.map((item) => ({ ...item, showFlag: item.showFlag === '1' ? ('1' as const) : ('0' as const) }))
  },
})
