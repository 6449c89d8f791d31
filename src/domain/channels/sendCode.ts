import { sql } from 'kysely'
import { log } from '#server/base/log.ts'
import type { Services } from '#server/call/context.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { adapters } from './adapters.ts'
import type { ChannelAccess, Outgoing } from './adapter.ts'
import { openChannel } from './channelAccess.ts'
import { type ChannelKind, smsKinds } from './channels.contract.ts'

/** Describes a code on its way to the phone of some accounts. */
type Code = { authTel: string; code: string; userNos: readonly string[] }

/**
 * Sends a code by short message at once: through the channel of the one enterprise in which the accounts live, else of the
 * platform's own. Tells whether it left; a restored installation sends none.
 */
export async function sendCode(services: Services, { authTel, code, userNos }: Code): Promise<boolean> {
  if (!(await services.outward.mayLeave())) return false
  const lot: Outgoing = {
    dlvNo: 'code',
    to: authTel,
    title: '',
    text: '',
    url: '',
    isUrgent: true,
    isGuardian: false,
    isReminder: false,
    sms: { purpose: 'code', params: [code] },
  }
  for (const entNo of [...(await enterprisesOf(services, userNos)), services.rootNo])
    for (const kind of smsKinds) {
      const access = await openChannel(services, { entNo, kind })
      if (access?.settings.tplCode && (await sendThrough(access, { entNo, kind }, lot))) return true
    }
  return false
}

/** Tells whether a channel took it, or may have. Logs what went wrong without the other side's words, which may quote the code. */
async function sendThrough(access: ChannelAccess, { entNo, kind }: { entNo: string; kind: ChannelKind }, lot: Outgoing) {
  try {
    const [outcome] = await adapters[kind].send(access, [lot])
    if (outcome?.is === 'accepted' || outcome?.is === 'unknown') return true
    log.warn({ event: 'code not sent', kind, ent: entNo, outcome: outcome?.is ?? 'none' })
  } catch (error) {
    log.warn({ event: 'code not sent', kind, ent: entNo, outcome: error instanceof Error ? error.name : 'error' })
  }
  return false
}

/**
 * Returns the one enterprise in which all of these accounts live; none where they live in several: whoever sets a channel can read what
 * leaves through it, and must not read a code that opens another enterprise.
 */
const enterprisesOf = async ({ database }: Services, userNos: readonly string[]): Promise<string[]> => {
  const { rows } = await transaction(database.sidePool, {}, (db) =>
    sql<{ entNo: string }>`select distinct ent_no from identity where user_no = any(${userNos}::text[])`.execute(db),
  )
  return rows.length === 1 ? rows.map(({ entNo }) => entNo) : []
}

/** Tells whether codes can be sent from anywhere here (as seen from the root), so that a sign-in by code may be offered. */
export async function canSendCodes(db: Db): Promise<boolean> {
  const { rows } =
    await sql`select from chn where use_flag = '1' and chn_kind = any(${smsKinds}::text[]) and conf ->> 'tplCode' <> ''
    and not exists (select from outward where pause_tm is not null) limit 1`.execute(db)
  return rows.length > 0
}
