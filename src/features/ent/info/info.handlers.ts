import { itemsOf } from '#server/dictionary.ts'
import { serve } from '#server/serve.ts'
import { info } from './info.contract.ts'

export const infoHandlers = serve(info, {
  getlist: ({ entNo, typeCodes }, { db }) => itemsOf(db, entNo, typeCodes),
  gettypelist: ({ entNo, typeCode }, { db }) => itemsOf(db, entNo, [typeCode]),
})
