import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { type Caller, tellOfEvent } from '#domain/messages/events.ts'
import { MessageClass, messageEvents } from '#domain/messages/messages.contract.ts'
import { sendAbout } from '#domain/messages/messages.ts'
import { MessageNeed } from '#domain/messages/needs.contract.ts'
import type { Db } from '#server/database/database.ts'
import { updateRow } from '#server/database/rows.ts'
import { aboutProcess, TaskKind, TaskState } from './approvals.contract.ts'
import type { Process } from './processes.ts'

/** Names a guardian and one of their children. */
export type Custody = { entNo: string; ptrNo: string; stuNo: string }

/** Selects whether a guardian has custody of a child on the roll: they may hand in for it. */
export const hasCustody = ({ entNo, ptrNo, stuNo }: Custody) => sql`exists (select from stuptr l join ptr g using (ent_no, ptr_no)
  join stu s using (ent_no, stu_no) where l.ent_no = ${entNo} and l.stu_no = ${stuNo} and l.ptr_no = ${ptrNo} and l.grd_flag = '1'
    and g.stt = ${Status.enabled} and ${isOnRoll})`

const aboutOf = ({ prcNo }: Pick<Process, 'prcNo'>) => ({ type: aboutProcess, no: prcNo })

/** Tells the guardians who receive messages about the child of a process of what became of it: the one who handed it in as well. */
export async function tellGuardians(
  context: Caller,
  { entNo, prcNo, stuNo }: Process,
  { title, body }: { title: string; body: string },
) {
  if (stuNo === null || !(await isTold(context.db, entNo, stuNo))) return
  const parts = [{ kind: 'stu' as const, no: stuNo, outFlag: '0' as const, name: '申请' }]
  const notice = { msgCls: messageEvents.prcdone.cls, need: MessageNeed.none }
  await sendAbout(context, { entNo, title, body, about: aboutOf({ prcNo }), ...notice }, { parts })
}

// Tells nobody where the enterprise has switched it off, or nobody would receive it.
async function isTold(db: Db, entNo: string, stuNo: string) {
  const { rows } =
    await sql`select from stuptr l join ptr g using (ent_no, ptr_no) where l.ent_no = ${entNo} and l.stu_no = ${stuNo}
    and l.msg_flag = '1' and g.stt = ${Status.enabled}
    and not exists (select from msgevt v where v.ent_no = ${entNo} and v.evt = 'prcdone' and v.use_flag = '0') limit 1`.execute(
      db,
    )
  return rows.length > 0
}

/** Asks the guardian who handed a process in to change it and to hand it in again. */
export async function askGuardian(context: Caller, process: Process, { title, body }: { title: string; body: string }) {
  const { entNo, prcNo, ptrNo, stuNo } = process
  if (ptrNo === null || stuNo === null) return
  const { db } = context
  await db
    .insertInto('tsk')
    .values({ entNo, prcNo, kind: TaskKind.again, step: 0, stepName: '发起人', ptrNo, why: '退回修改', stt: TaskState.waiting })
    .execute()
  const others = await othersOf(db, { entNo, ptrNo, stuNo })
  const parts = [
    { kind: 'stu' as const, no: stuNo, outFlag: '0' as const, name: '审批' },
    ...others.map((no) => ({ kind: 'ptr' as const, no, outFlag: '1' as const, name: '' })),
  ]
  const asked = { msgCls: MessageClass.action, need: MessageNeed.act }
  const msgNo = await sendAbout(context, { entNo, title, body, about: aboutOf(process), ...asked }, { parts })
  await updateRow(db, 'prc', { entNo, prcNo }, { msgNo, escTm: null }, [])
}

async function othersOf(db: Db, { entNo, ptrNo, stuNo }: Custody): Promise<string[]> {
  const { rows } = await sql<{ ptrNo: string }>`select ptr_no from stuptr where ent_no = ${entNo} and stu_no = ${stuNo}
    and ptr_no <> ${ptrNo}`.execute(db)
  return rows.map((row) => row.ptrNo)
}

/** Tells who handed a process in what became of it; of a child all guardians who receive messages about it. */
export function tellStarter(context: Caller, process: Process, verb: string, body = '') {
  const { entNo, prcNo, title, starter } = process
  if (starter === null) return tellGuardians(context, process, { title: `${title}${verb}`, body })
  const about = { type: aboutProcess, no: prcNo }
  return tellOfEvent(context, { entNo, evt: 'prcdone', title: `${title}${verb}`, body, empNos: [starter], about })
}
