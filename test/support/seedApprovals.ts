import { sql } from 'kysely'
import { newColumn } from '#contract/form/initial.ts'
import { newStep } from '#domain/approvals/approvals.contract.ts'
import type { Db } from '#server/database/database.ts'

/** Describes the seeded flow, a process by it, and the caller's task about that. */
export type Approvals = {
  flowNo: string
  prcNo: string
  tskNo: string
  lveNo: string
  dlgNo: string
  unboundNo: string
  boundNo: string
}

/** Returns the one step of a flow in which this person decides. */
export const oneStep = (empNo: string) => [newStep('s1', '审核', { who: 'named', empNos: [empNo] })]

/** Seeds a flow, a form without one, and a process that somebody else has handed in and the caller decides about. */
export async function seedApprovals(
  db: Db,
  entNo: string,
  sign: string,
  { empNo, callerNo, msgNo }: { empNo: string; callerNo: string; msgNo: string },
): Promise<Approvals> {
  const tail = entNo.slice(-6)
  const [formNo, unboundNo, flowNo, prcNo] = [`5${tail}`, `9${tail}`, `W${tail}`, `J${tail}`]
  const columns = JSON.stringify([
    newColumn('c1', '事由', { ctrlNo: 'text', mustFlag: '1' }),
    newColumn('c2', '电话', { ctrlNo: 'tel' }),
  ])
  for (const [tmplNo, typeNo] of [
    [formNo, '05'],
    [unboundNo, '09'],
  ] as const) {
    await db
      .insertInto('tmpl')
      .values({ entNo, tmplNo, typeNo, tmplName: `申请单${typeNo}${sign}`, stt: '2', verNo: 1, draft: columns })
      .execute()
    await db.insertInto('tmplver').values({ entNo, tmplNo, verNo: 1, billClmns: columns }).execute()
  }
  const steps = JSON.stringify(oneStep(callerNo))
  await db
    .insertInto('flow')
    .values({ entNo, flowNo, flowName: `流程${sign}`, tmplNo: formNo, steps, verNo: 1, stt: '2' })
    .execute()
  await db.insertInto('flowver').values({ entNo, flowNo, verNo: 1, steps }).execute()
  const handedIn = { title: `申请${sign}`, empNo, vals: JSON.stringify({ c1: `修灯${sign}` }), sentTm: sql<string>`now()` }
  await db
    .insertInto('prc')
    .values({ entNo, prcNo, flowNo, verNo: 1, tmplNo: formNo, tmplVer: 1, ...handedIn, msgNo, stepAt: 1, stt: '1' })
    .execute()
  const task = await db
    .insertInto('tsk')
    .values({ entNo, prcNo, kind: '1', step: 1, stepName: `审核${sign}`, empNo: callerNo, stt: '1' })
    .returning('tskNo')
    .executeTakeFirstOrThrow()
  const lveNo = `LV${tail}`
  const times = { sTm: sql<string>`now() - interval '1 hour'`, eTm: sql<string>`now() + interval '1 day'` }
  await db
    .insertInto('lve')
    .values({ entNo, lveNo, prcNo, empNo, kind: '1', dayFlag: '0', rsn: `看病${sign}`, ...times })
    .execute()
  const { dlgNo } = await db
    .insertInto('deleg')
    .values({ entNo, empNo: callerNo, toNo: empNo, ...times, sTm: sql<string>`now() + interval '20 hours'` })
    .returning('dlgNo')
    .executeTakeFirstOrThrow()
  return { flowNo, prcNo, tskNo: String(task.tskNo), lveNo, dlgNo: String(dlgNo), unboundNo, boundNo: formNo }
}
