import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { deadKey, VisitState } from '#domain/visits/visits.contract.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { workOn } from '#server/reference/load.ts'
import { serve } from '#server/call/serve.ts'
import { openHostKey } from '#domain/visits/visitKeys.ts'
import { moveVisit, visitState } from '#domain/visits/visits.ts'
import { type AskedVisit, mHost } from './host.contract.ts'

export const mHostHandlers = serve(mHost, {
  async get({ token }, context) {
    const { visit } = await readAsked(context, token)
    const { entName, stt, userNo: _, ...asked } = visit
    return { entName, stt, asked: stt === VisitState.waiting ? asked : null }
  },

  async answer({ token, pass, why }, context) {
    const { which, visit } = await readAsked(context, token)
    // Records the host's account in history, where there is one; the call shows that it was by a link.
    const as = { entNo: which.entNo, userNo: visit.userNo ?? '' }
    if (pass === '1') await context.inOwnTransaction((db) => moveVisit(db, which, 'pass'), as)
    else if (why) await context.inOwnTransaction((db) => moveVisit(db, which, 'reject', { answer: why }), as)
    else throw invalidField('why', '请写明拒绝的原因')
    return null
  },
})

type Visit = NonNullable<z.output<typeof AskedVisit>['asked']> & { entName: string; stt: string; userNo: string | null }

// Reads the visit of a link, which is for it and the one person that it was made for.
async function readAsked({ db, services }: Context, token: string) {
  const asked = openHostKey(services.secret, token)
  if (!asked) throw new Fault('notFound', deadKey)
  const { entNo, vstNo, empNo: hostNo } = asked
  await workOn(db, entNo)
  const visit = await visitOf(db, entNo, vstNo, hostNo)
  if (!visit) throw new Fault('notFound', deadKey)
  return { which: { entNo, vstNo, hostNo }, visit }
}

async function visitOf(db: Db, entNo: string, vstNo: string, hostNo: string): Promise<Visit | undefined> {
  const { rows } =
    await sql<Visit>`select e.ent_name, v.vst_name, v.work_unit, v.rsn, p.emp_name as to_emp_name, v.plan_s_dt, v.plan_e_dt,
      ${visitState} as stt,
      (select count(*)::int from vstmate m where m.ent_no = v.ent_no and m.vst_no = v.vst_no) as mate_cnt,
      (select min(i.user_no) from identity i where i.ent_no = v.ent_no and i.idnt_val = v.to_emp_no) as user_no
    from vst v join ent e using (ent_no) join emp p on p.ent_no = v.ent_no and p.emp_no = v.to_emp_no
    where v.ent_no = ${entNo} and v.vst_no = ${vstNo} and v.to_emp_no = ${hostNo} and v.stt <> ${VisitState.deleted}
      and p.stt = ${Status.enabled} and e.stt = ${Status.enabled}`.execute(db)
  return rows[0]
}
