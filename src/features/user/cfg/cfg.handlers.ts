import { readSettings } from '#server/configuration.ts'
import { serve } from '#server/serve.ts'
import { userCfg } from './cfg.contract.ts'

export const userCfgHandlers = serve(userCfg, {
  getentcfg: ({ entNo }, { db }) => readSettings(db, entNo),
})
