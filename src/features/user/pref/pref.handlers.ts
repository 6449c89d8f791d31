import { sql } from 'kysely'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { photo } from '#features/ent/photo/photo.contract.ts'
import { rollover } from '#features/ent/rollover/rollover.contract.ts'
import { vst } from '#features/ent/vst/vst.contract.ts'
import { res } from '#features/res/res/res.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { wrk } from '#features/vam/wrk/wrk.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { type Access, permits } from '#contract/access.ts'
import { channelKinds, channels } from '#domain/channels/channels.contract.ts'
import { guardianIdentity } from '#domain/guardians/relations.contract.ts'
import { eventCodes, MessageClass, type MessageEvent, messageEvents } from '#domain/messages/messages.contract.ts'
import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { requireOwn } from '#server/call/scope.ts'
import { serve } from '#server/call/serve.ts'
import { pref } from './pref.contract.ts'

/** Maps each event to the right that whoever is told of it has. */
const concerns: Record<MessageEvent, Access> = {
  mtgpub: mtg.getmtginfo.access,
  mtgchange: mtg.getmtginfo.access,
  mtgask: mtg.getmtginfo.access,
  mtgappl: mtg.getmtginfo.access,
  mtgleave: mtg.getmtginfo.access,
  mtgwait: mtg.setpass.access,
  vstwait: vst.get.access,
  vstcome: vst.get.access,
  vstin: vst.get.access,
  vstover: vst.get.access,
  photowait: photo.pass.access,
  photodone: emp.applyforempcardpht.access,
  reswait: res.setpass.access,
  resdone: res.create.access,
  actwait: act.publish.access,
  actdone: act.create.access,
  wrkwait: wrk.setpass.access,
  wrkdone: wrk.create.access,
  regup: reg.enroll.access,
  yearend: rollover.run.access,
  datatask: datacheck.gettasks.access,
  prcdone: prc.getpage.access,
  decdone: mtg.getmtginfo.access,
  prccc: tsk.getpage.access,
  inscope: 'session',
  idntnew: 'session',
  pwdreset: 'session',
  newclient: 'session',
}

type Kept = { offEvts: string[]; offChns: string[]; mail: string | null; digestFlag: '0' | '1' }
const initial: Kept = { offEvts: [], offChns: [], mail: null, digestFlag: '0' }

async function readWishes({ db, me }: Context): Promise<Kept> {
  const { rows } = await sql<Kept>`select off_evts, off_chns, mail, digest_flag from msgpref
    where ent_no = ${me.entNo} and idnt_val = ${me.idntVal}`.execute(db)
  return rows[0] ?? initial
}

const flagOf = (is: boolean) => (is ? ('1' as const) : ('0' as const))

export const prefHandlers = serve(pref, {
  async get({ entNo }, context) {
    const { db, me } = context
    requireOwn(context, entNo)
    const { offEvts, offChns, mail, digestFlag } = await readWishes(context)
    const { rows: evts } = await sql<{
      evt: string
    }>`select evt from msgevt where ent_no = ${me.entNo} and use_flag = '0'`.execute(db)
    const { rows: chns } = await sql<{
      chnKind: string
    }>`select chn_kind from chn where ent_no = ${me.entNo} and use_flag = '1'`.execute(db)
    const isOff = (evt: string) => evts.some((one) => one.evt === evt)
    const concerned = me.idntNo === guardianIdentity ? [] : eventCodes.filter((evt) => permits(me, concerns[evt]) && !isOff(evt))
    return {
      evts: concerned.map((evt) => {
        const isUrgent = messageEvents[evt].cls === MessageClass.urgent
        const useFlag = flagOf(isUrgent || !offEvts.includes(evt))
        return { evt, name: messageEvents[evt].name, useFlag, fixFlag: flagOf(isUrgent) }
      }),
      chns: channelKinds
        .filter((chnKind) => chns.some((one) => one.chnKind === chnKind))
        .map((chnKind) => ({ chnKind, name: channels[chnKind].name, useFlag: flagOf(!offChns.includes(chnKind)) })),
      // Leaves out what an earlier release knew.
      offEvts: eventCodes.filter((evt) => offEvts.includes(evt)),
      offChns: channelKinds.filter((chnKind) => offChns.includes(chnKind)),
      mail,
      digestFlag,
    }
  },

  async set({ entNo, offEvts, offChns, mail, digestFlag }, context) {
    const { db, me } = context
    requireOwn(context, entNo)
    if (me.imitUserNo) throw new Fault('forbidden', '模拟登录时不能修改对方的提醒')
    const before = await readWishes(context)
    const kept = {
      offEvts: offEvts ?? before.offEvts,
      offChns: offChns ?? before.offChns,
      mail: mail === undefined ? before.mail : mail,
      digestFlag: digestFlag ?? before.digestFlag,
    }
    await sql`insert into msgpref (ent_no, idnt_val, off_evts, off_chns, mail, digest_flag)
      values (${me.entNo}, ${me.idntVal}, ${kept.offEvts}, ${kept.offChns}, ${kept.mail}, ${kept.digestFlag})
      on conflict (ent_no, idnt_val) do update set off_evts = excluded.off_evts, off_chns = excluded.off_chns,
        mail = excluded.mail, digest_flag = excluded.digest_flag`.execute(db)
    return null
  },
})
