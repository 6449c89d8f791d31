import { itemsOf } from '#server/database/dictionary.ts'
import { serve } from '#server/call/serve.ts'
import { info } from '#contract/shell/info.contract.ts'

export const infoHandlers = serve(info, {
  getlist: ({ entNo, typeCodes }, { db }) => itemsOf(db, entNo, typeCodes),
  gettypelist: ({ entNo, typeCode }, { db }) => itemsOf(db, entNo, [typeCode]),
})
