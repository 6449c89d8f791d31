import { sql } from 'kysely'
import { guardedFetch, NotOutside } from '#server/base/guardedFetch.ts'
import type { Services } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { adapters } from './adapters.ts'
import { type ChannelAccess, ChannelBroken } from './adapter.ts'
import { type ChannelKind, type ChannelSetting, channels } from './channels.contract.ts'

/** Names a channel of an enterprise. */
export type Channel = { entNo: string; kind: ChannelKind }

type Kept = { conf: Record<string, string>; secret: string | null }

/** Returns the settings of a channel with its secrets, and what is usual where nothing is written. */
export function settingsOf(kind: ChannelKind, { conf, secret }: Kept, open: (sealed: string) => string): Record<string, string> {
  const secrets = secret ? (JSON.parse(open(secret)) as Record<string, string>) : {}
  const usual = (channels[kind].settings as readonly ChannelSetting[]).flatMap(({ key, usual: value }) =>
    value ? [[key, value]] : [],
  )
  const written = Object.entries({ ...conf, ...secrets }).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(usual), ...Object.fromEntries(written) }
}

/** Opens a channel with the settings that are kept; undefined where it is not used. */
export async function openChannel(services: Services, { entNo, kind }: Channel): Promise<ChannelAccess | undefined> {
  const kept = await inEnterprise(services, entNo, async (db) => {
    const { rows } =
      await sql<Kept>`select conf, secret from chn where ent_no = ${entNo} and chn_kind = ${kind} and use_flag = '1'`.execute(db)
    return rows[0]
  })
  return kept && accessOf(services, { entNo, kind }, settingsOf(kind, kept, services.secret.open))
}

/** Returns the access of a channel with these settings. */
export function accessOf(services: Services, channel: Channel, settings: Record<string, string>): ChannelAccess {
  const { secret, allowInside } = services
  return {
    settings,
    allowInside,
    derive: (purpose) => secret.derive(`channel ${purpose}`),
    fetch: (address, asked) =>
      guardedFetch(address, allowInside, asked).catch((error: unknown) => {
        if (error instanceof NotOutside) throw new ChannelBroken('接口地址不能用：它在内网，或没有加密。请改成服务商给的地址')
        throw error
      }),
    async token(fetchToken, isStale = false) {
      const kept = isStale ? undefined : await readToken(services, channel)
      if (kept) return kept
      const { token, seconds } = await fetchToken()
      await keepToken(services, channel, token, seconds)
      return token
    },
  }
}

const inEnterprise = <T>(services: Services, entNo: string, work: (db: Db) => Promise<T>) =>
  transaction(services.database.sidePool, { entNo }, work)

async function readToken(services: Services, { entNo, kind }: Channel): Promise<string | undefined> {
  const { rows } = await inEnterprise(services, entNo, (db) =>
    sql<{ token: string }>`select token from chnstt where ent_no = ${entNo} and chn_kind = ${kind} and token is not null
      and token_tm > now() + interval '1 minute'`.execute(db),
  )
  return rows[0] && services.secret.open(rows[0].token)
}

const keepToken = (services: Services, { entNo, kind }: Channel, token: string, seconds: number) =>
  inEnterprise(services, entNo, (db) =>
    sql`insert into chnstt (ent_no, chn_kind, token, token_tm)
      select ${entNo}, ${kind}, ${services.secret.seal(token)}, now() + make_interval(secs => ${seconds})
      where exists (select from chn where ent_no = ${entNo} and chn_kind = ${kind})
      on conflict (ent_no, chn_kind) do update set token = excluded.token, token_tm = excluded.token_tm`.execute(db),
  )

/** Notes that a channel refuses everything until somebody mends it, and why. */
export const breakChannel = (db: Db, { entNo, kind }: Channel, why: string) =>
  sql`insert into chnstt (ent_no, chn_kind, brk_tm, brk_why) values (${entNo}, ${kind}, now(), ${why})
    on conflict (ent_no, chn_kind) do update set brk_tm = coalesce(chnstt.brk_tm, now()), brk_why = excluded.brk_why`.execute(db)

/** Notes that a channel works (again), and forgets the token of the settings before. */
export const mendChannel = (db: Db, { entNo, kind }: Channel) =>
  sql`insert into chnstt (ent_no, chn_kind) values (${entNo}, ${kind})
    on conflict (ent_no, chn_kind) do update set brk_tm = null, brk_why = null, token = null, token_tm = null`.execute(db)

/** Tries settings without reaching anybody. Throws ChannelBroken with what is wrong. */
export const tryChannel = (services: Services, channel: Channel, settings: Record<string, string>) =>
  adapters[channel.kind].test({
    ...accessOf(services, channel, settings),
    // Keeps no token of settings that are only tried.
    token: async (fetchToken) => (await fetchToken()).token,
  })
