import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { deadKey, VisitState } from '#contract/visits.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import { serve } from '#server/serve.ts'
import { openHostKey } from '#server/visitKeys.ts'
import { moveVisit, stateNow } from '#server/visits.ts'
import { type AskedVisit, mHost } from './host.contract.ts'

export const mHostHandlers = serve(mHost, {
  get: ({ token }, context) => withVisit(context, token, async (_, visit) => visit),

  answer: ({ token, pass, why }, context) =>
    withVisit(context, token, async (db, _, which) => {
      if (pass === '1') await moveVisit(db, which, 'pass')
      else if (why) await moveVisit(db, which, 'reject', { answer: why })
      else throw new Fault('invalid', '请写明拒绝的原因', { errors: [{ field: 'why', message: '请写明拒绝的原因' }] })
      return null
    }),
})

type Which = { entNo: string; vstNo: string; hostNo: string }
type Asked = z.output<typeof AskedVisit>

// A link is for one visit and the one person that it was made for.
async function withVisit<T>(
  { apart, services }: Context,
  token: string,
  work: (db: Db, visit: Asked, which: Which) => Promise<T>,
) {
  const asked = openHostKey(services.secret, token)
  if (!asked) throw new Fault('notFound', deadKey)
  const { entNo, vstNo, empNo: hostNo } = asked
  return apart(
    async (db) => {
      const { rows } = await sql<Asked>`select e.ent_name, v.vst_name, v.work_unit, v.rsn, p.emp_name as to_emp_name, v.plan_s_dt,
          v.plan_e_dt, v.answer, ${stateNow} as stt,
          (select count(*)::int from vstmate m where m.ent_no = v.ent_no and m.vst_no = v.vst_no) as mate_cnt
        from vst v join ent e using (ent_no) join emp p on p.ent_no = v.ent_no and p.emp_no = v.to_emp_no
        where v.ent_no = ${entNo} and v.vst_no = ${vstNo} and v.to_emp_no = ${hostNo} and v.stt <> ${VisitState.deleted}
          and p.stt = ${Status.enabled} and e.stt = ${Status.enabled}`.execute(db)
      if (!rows[0]) throw new Fault('notFound', deadKey)
      return work(db, rows[0], { entNo, vstNo, hostNo })
    },
    { entNo },
  )
}
