import type { Services } from '#server/call/context.ts'
import { describeError, log } from '#server/base/log.ts'

type Work = (services: Services, entNo: string) => Promise<unknown>

/** Does something in every enterprise, one after the other; what fails in one is logged as `event`, and holds up no other. */
export async function forAllEnterprises(services: Services, event: string, work: Work) {
  const { rows } = await services.database.pool.query('select distinct ent_no from ent_tree order by 1')
  for (const { ent_no: entNo } of rows as { ent_no: string }[])
    await work(services, entNo).catch((error: unknown) => log.error({ event, ent: entNo, ...describeError(error) }))
}
