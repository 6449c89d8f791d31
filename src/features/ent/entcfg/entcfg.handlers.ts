import { readParameter } from '#server/reference/parameterValues.ts'
import { requireRow } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { entcfg } from '#contract/shell/entcfg.contract.ts'

export const entcfgHandlers = serve(entcfg, {
  getcurval: async ({ entNo, cfgCode }, { db }) => ({ cfgCode, curVal: requireRow(await readParameter(db, entNo, cfgCode)) }),
})
