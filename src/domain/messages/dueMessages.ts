import { sql } from 'kysely'
import { permissions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { Fault } from '#server/base/fault.ts'
import { newOperation } from '#server/base/operationNumber.ts'
import type { Services } from '#server/call/context.ts'
import { readRights, type Rights } from '#server/call/rights.ts'
import { scopeOf } from '#server/call/scope.ts'
import { type Db, transaction } from '#server/database/database.ts'
import { defineJob } from '#server/call/backgroundJob.ts'
import { MessageState, type ScopePart } from './messages.contract.ts'
import { sendMessage } from './messages.ts'
import { type NamedPart, readParts } from './receivers.ts'

type Which = { entNo: string; msgNo: string }

/** Sends a message when its time has come. */
export const sendDueMessage = defineJob<Which>({
  name: 'message',
  title: '定时发送消息',
  run: async (services, which) => {
    try {
      await sendIfDue(services, which)
    } catch (error) {
      // Gives it back to its sender with the reason, where another try would meet the same.
      if (!(error instanceof Fault)) throw error
      await giveBack(services, which, error.message)
    }
  },
})

/** Hands out again what should have left by now: jobs are no part of a backup. */
export async function sendOverdueMessages(services: Services, entNo: string) {
  const overdue = await transaction(
    services.database.sidePool,
    { entNo },
    async (db) =>
      (
        await sql<{ msgNo: string }>`select msg_no from msg where ent_no = ${entNo} and stt = ${MessageState.waiting}
          and send_tm < now() - interval '5 minutes'`.execute(db)
      ).rows,
    { readOnly: true },
  )
  for (const { msgNo } of overdue) await sendDueMessage.run(services, { entNo, msgNo })
}

type Due = { empNo: string; updUser: string; scope: ScopePart[]; dueTm: string | null; isLate: boolean; isThere: boolean }

const readDue = async (db: Db, { entNo, msgNo }: Which, lock = sql``) =>
  (
    await sql<Due>`select m.emp_no, m.upd_user, m.scope, m.due_tm <= now() as is_late,
      exists (select from emp e where e.ent_no = m.ent_no and e.emp_no = m.emp_no and e.stt = ${Status.enabled}) as is_there
      from msg m where m.ent_no = ${entNo} and m.msg_no = ${msgNo} and m.stt = ${MessageState.waiting} and m.send_tm <= now() ${lock}`.execute(
      db,
    )
  ).rows[0]

async function sendIfDue(services: Services, which: Which) {
  // Waits where the installation was restored or copied, until an operator releases it.
  if (!(await services.outward.mayLeave())) return
  const { entNo } = which
  const { pool } = services.database
  const [due, rights] = await transaction(
    pool,
    { entNo },
    async (db): Promise<[Due?, Rights?]> => {
      const row = await readDue(db, which)
      return row ? [row, await readRights(db, entNo, row.empNo)] : []
    },
    { readOnly: true },
  )
  if (!due || !rights) return
  const access = permissions('msg').add
  if (!due.isThere || !access.some((right) => rights.has(right)))
    throw new Fault('invalid', '到时间时发送人已停用，或没有发送消息的权限')
  if (due.isLate) throw new Fault('invalid', '到时间时回应期限已经过去')
  // Reaches what its sender reaches now, not when it was written.
  const scope = await scopeOf({ me: { entNo, rights }, services }, { access }, entNo)
  const locals = { entNo, ...scope, userNo: due.updUser, call: '/ent/msg/send', op: newOperation() }
  await transaction(pool, locals, async (db) => {
    const row = await readDue(db, which, sql`for update`)
    if (!row) return
    const parts = (await readParts(db, entNo, row.scope)).filter((part): part is NamedPart => part.name !== null)
    await sendMessage({ db, services }, which, { parts, but: row.empNo })
  })
}

const giveBack = ({ database }: Services, which: Which, why: string) =>
  transaction(database.sidePool, { entNo: which.entNo, call: '/ent/msg/send', op: newOperation() }, async (db) => {
    if (!(await readDue(db, which, sql`for update`))) return
    await sql`update msg set stt = ${MessageState.draft}, fail_why = ${why} where ent_no = ${which.entNo} and msg_no = ${which.msgNo}`.execute(
      db,
    )
  })
