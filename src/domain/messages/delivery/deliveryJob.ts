import type { Services } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import type { JobKind } from '#server/jobs/jobs.ts'

/** Describes the queue in which the sending through channels stands. */
export const deliveryJob: JobKind = {
  name: 'deliver',
  title: '对外发送消息',
  // Lets one wait while another is under way, so that nothing that came meanwhile is left.
  policy: 'short',
}

/** Hands out the sending of deliveries that were just written, at the times at which they are due. */
export async function handOutDeliveries(
  { jobs }: Pick<Services, 'jobs'>,
  db: Db,
  entNo: string,
  due: readonly { chnKind: string; runTm: string }[],
) {
  const lots = new Map(due.map(({ chnKind, runTm }) => [`${chnKind}/${runTm.slice(0, 12)}`, { kind: chnKind, runTm }]))
  for (const [key, { kind, runTm }] of lots) {
    const at = new Date(runTm.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6+08:00'))
    await jobs.send(db, deliveryJob, { entNo, kind }, { at, key: `${entNo}/${key}` })
  }
}
