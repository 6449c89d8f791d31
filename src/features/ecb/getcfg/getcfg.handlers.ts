import { refuseUnfit, setSetting, settingsFor } from '#domain/enterprises/enterpriseSettings.ts'
import { serve } from '#server/call/serve.ts'
import { getcfg } from './getcfg.contract.ts'

export const getcfgHandlers = serve(getcfg, {
  async set({ entNo, entCfgs }, { db }) {
    const { idntNo } = await db.selectFrom('ent').select('idntNo').where('entNo', '=', entNo).executeTakeFirstOrThrow()
    const offered = await settingsFor(db, idntNo, { kept: true })
    for (const [i, wanted] of entCfgs.entries()) refuseUnfit(offered, wanted, `entCfgs.${i}`)
    for (const wanted of entCfgs) await setSetting(db, entNo, wanted)
    return null
  },
})
