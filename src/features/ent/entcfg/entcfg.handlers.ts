import { readSetting } from '#server/configuration.ts'
import { found } from '#server/rows.ts'
import { serve } from '#server/serve.ts'
import { entcfg } from './entcfg.contract.ts'

export const entcfgHandlers = serve(entcfg, {
  getcurval: async ({ entNo, cfgCode }, { db }) => ({ cfgCode, curVal: found(await readSetting(db, entNo, cfgCode)) }),
})
