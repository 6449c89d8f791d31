import { readParameters } from '#server/reference/parameterValues.ts'
import { serve } from '#server/call/serve.ts'
import { userCfg } from '#contract/shell/cfg.contract.ts'

export const userCfgHandlers = serve(userCfg, {
  getentcfg: ({ entNo }, { db }) => readParameters(db, entNo),
})
