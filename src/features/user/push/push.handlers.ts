import { sql } from 'kysely'
import { openChannel } from '#domain/channels/channelAccess.ts'
import { vapidPublicKey } from '#domain/channels/push.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { push } from './push.contract.ts'

// Keeps so many browsers of a person, the newest.
const mostBrowsers = 5

export const pushHandlers = serve(push, {
  async get({ entNo }, context) {
    requireOwn(context, entNo)
    const access = await openChannel(context.services, { entNo, kind: 'push' })
    return { key: access ? vapidPublicKey(access.derive) : null }
  },

  async subscribe({ entNo, ...subscription }, context) {
    const { db, me } = context
    requireSelf(context, entNo)
    if (!(await openChannel(context.services, { entNo, kind: 'push' }))) throw new Fault('invalid', '本单位没有启用浏览器推送')
    // Belongs to whoever uses the browser now.
    await sql`insert into pushsub (ent_no, idnt_val, endpoint, keys)
      values (${entNo}, ${me.idntVal}, ${subscription.endpoint}, ${JSON.stringify(subscription)})
      on conflict (ent_no, endpoint) do update set idnt_val = excluded.idnt_val, keys = excluded.keys, add_tm = now()`.execute(db)
    await sql`delete from pushsub where ent_no = ${entNo} and idnt_val = ${me.idntVal} and endpoint not in (
      select p.endpoint from pushsub p where p.ent_no = ${entNo} and p.idnt_val = ${me.idntVal}
      order by p.add_tm desc limit ${mostBrowsers})`.execute(db)
    return null
  },

  async unsubscribe({ entNo, endpoint }, context) {
    requireSelf(context, entNo)
    await sql`delete from pushsub where ent_no = ${entNo} and idnt_val = ${context.me.idntVal} and endpoint = ${endpoint}`.execute(
      context.db,
    )
    return null
  },
})

function requireSelf(context: Context, entNo: string) {
  requireOwn(context, entNo)
  if (context.me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能修改对方的提醒')
}
