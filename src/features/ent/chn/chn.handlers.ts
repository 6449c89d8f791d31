import { sql } from 'kysely'
import { ChannelBroken } from '#domain/channels/adapter.ts'
import { mendChannel, settingsOf, tryChannel } from '#domain/channels/channelAccess.ts'
import {
  type ChannelKind,
  channelKinds,
  type ChannelSetting,
  channels,
  DeliveryState,
} from '#domain/channels/channels.contract.ts'
import { deliveryJob } from '#domain/messages/delivery/deliveryJob.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { chn } from './chn.contract.ts'
import { deliveriesPage, retryDeliveries } from './chn.deliveries.ts'
import { matchingOf, matchNext } from './chn.matching.ts'
import './chn.table.ts'

type Kept = {
  chnKind: ChannelKind
  useFlag: '0' | '1'
  showOrd: number
  conf: Record<string, string>
  secret: string | null
  ver: number
}

const settingsList = (kind: ChannelKind): readonly ChannelSetting[] => channels[kind].settings

async function readKept({ db }: Pick<Context, 'db'>, entNo: string, kind: ChannelKind): Promise<Kept | undefined> {
  const { rows } =
    await sql<Kept>`select chn_kind, use_flag, show_ord, conf, secret, ver from chn where ent_no = ${entNo} and chn_kind = ${kind}
    for update`.execute(db)
  return rows[0]
}

const secretsOf = ({ services }: Pick<Context, 'services'>, secret: string | null) =>
  secret ? (JSON.parse(services.secret.open(secret)) as Record<string, string>) : {}

type Written = { chnKind: ChannelKind; conf: Record<string, string>; secrets: Record<string, string> }

/** Joins what is written with the secrets that are kept; keys that the channel does not have are left out. */
function joined(context: Pick<Context, 'services'>, { chnKind, conf, secrets }: Written, kept: Kept | undefined) {
  const before = secretsOf(context, kept?.secret ?? null)
  const settings = settingsList(chnKind)
  const pick = (from: Record<string, string | undefined>, isSecret: boolean) =>
    Object.fromEntries(
      settings.filter((one) => !!one.isSecret === isSecret).flatMap(({ key }) => (from[key] ? [[key, from[key]]] : [])),
    )
  return { conf: pick(conf, false), secrets: pick({ ...before, ...secrets }, true) }
}

// Throws invalid beside the first setting that is missing, or is not written as it must be.
function requireSettings(kind: ChannelKind, all: Record<string, string>) {
  const wrong = settingsList(kind).find(({ key, pattern }) => all[key] && pattern && !pattern.test(all[key]))
  if (wrong) throw invalidField(`conf.${wrong.key}`, `${wrong.title}填得不对`)
  const missing = settingsList(kind).find(({ key, isOptional }) => !isOptional && !all[key])
  if (missing) throw invalidField(missing.isSecret ? `secrets.${missing.key}` : `conf.${missing.key}`, `请填写${missing.title}`)
}

export const chnHandlers = serve(chn, {
  async getlist({ entNo }, context) {
    const { db } = context
    requireOwn(context, entNo)
    const { rows } = await sql<
      Kept & { brkTm: string | null; brkWhy: string | null; waitCnt: number; sentCnt: number; wrongCnt: number }
    >`
      select c.chn_kind, c.use_flag, c.show_ord, c.conf, c.secret, c.ver, s.brk_tm, s.brk_why, d.* from chn c
      left join chnstt s using (ent_no, chn_kind)
      cross join lateral (select (count(*) filter (where stt in (${DeliveryState.ready}, ${DeliveryState.sending})))::int as wait_cnt,
        (count(*) filter (where stt in (${DeliveryState.accepted}, ${DeliveryState.delivered}) and upd_tm > now() - interval '7 days'))::int as sent_cnt,
        (count(*) filter (where stt in (${DeliveryState.unknown}, ${DeliveryState.failed}) and upd_tm > now() - interval '7 days'))::int as wrong_cnt
        from dlv x where x.ent_no = c.ent_no and x.chn_kind = c.chn_kind) d
      where c.ent_no = ${entNo}`.execute(db)
    const listed = channelKinds.map((chnKind, place) => {
      const row = rows.find((one) => one.chnKind === chnKind)
      if (!row) return { ...unused, chnKind, showOrd: 1000 + place }
      const { secret, ...shown } = row
      return { ...shown, kept: Object.keys(secretsOf(context, secret)) }
    })
    return listed.toSorted((one, other) => one.showOrd - other.showOrd)
  },

  async set({ entNo, chnKind, useFlag, ver, ...written }, context) {
    const { db, services } = context
    requireOwn(context, entNo)
    const kept = await readKept(context, entNo, chnKind)
    if (kept && ver && ver !== kept.ver) throw new Fault('conflict')
    const { conf, secrets } = joined(context, { chnKind, ...written }, kept)
    if (useFlag === '1') requireSettings(chnKind, { ...conf, ...secrets })
    const sealed = Object.keys(secrets).length > 0 ? services.secret.seal(JSON.stringify(secrets)) : null
    const { rows } = await sql<{
      chnKind: ChannelKind
      ver: number
    }>`insert into chn (ent_no, chn_kind, conf, secret, use_flag, show_ord)
      values (${entNo}, ${chnKind}, ${JSON.stringify(conf)}::jsonb, ${sealed}, ${useFlag},
        coalesce((select max(show_ord) + 10 from chn where ent_no = ${entNo}), 10))
      on conflict (ent_no, chn_kind) do update set conf = excluded.conf, secret = excluded.secret, use_flag = excluded.use_flag
      returning chn_kind, ver`.execute(db)
    await mendChannel(db, { entNo, kind: chnKind })
    // Looks again for those whom it did not know as it was set before.
    await sql`delete from chnid where ent_no = ${entNo} and chn_kind = ${chnKind} and ext_id is null`.execute(db)
    // Lets leave what waited for the channel to be mended.
    if (useFlag === '1') await services.jobs.send(db, deliveryJob, { entNo, kind: chnKind })
    return rows[0] as { chnKind: ChannelKind; ver: number }
  },

  async setchnord({ entNo, chnKinds }, context) {
    requireOwn(context, entNo)
    await sql`update chn c set show_ord = o.at * 10 from unnest(${chnKinds}::text[]) with ordinality o (kind, at)
      where c.ent_no = ${entNo} and c.chn_kind = o.kind`.execute(context.db)
    return null
  },

  async test({ entNo, chnKind, ...written }, context) {
    requireOwn(context, entNo)
    const kept = await readKept(context, entNo, chnKind)
    const { conf, secrets } = joined(context, { chnKind, ...written }, kept)
    requireSettings(chnKind, { ...conf, ...secrets })
    const settings = settingsOf(chnKind, { conf: { ...conf, ...secrets }, secret: null }, context.services.secret.open)
    try {
      await tryChannel(context.services, { entNo, kind: chnKind }, settings)
    } catch (error) {
      throw new Fault('invalid', error instanceof ChannelBroken ? error.message : '连不上：地址不对，或网络不通')
    }
    return null
  },

  async getmatch({ entNo, ...of }, context) {
    requireOwn(context, entNo)
    return matchingOf(context, entNo, of)
  },
  match: matchNext,
  getdead: deliveriesPage,
  retry: retryDeliveries,
})

const unused = {
  useFlag: '0' as const,
  conf: {},
  kept: [],
  brkTm: null,
  brkWhy: null,
  waitCnt: 0,
  sentCnt: 0,
  wrongCnt: 0,
  ver: null,
}
