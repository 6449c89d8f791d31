import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import { enterprisesSeen } from '#domain/people/archive.ts'
import { openTasks } from '#domain/students/checkTasks.ts'
import type { Context } from '#server/call/context.ts'
import { transaction } from '#server/database/database.ts'
import { Fault } from '#server/base/fault.ts'
import { serve } from '#server/call/serve.ts'
import { checkUnits, headsOf, unitOut } from './datacheck.check.ts'
import { datacheck } from './datacheck.contract.ts'
import { listFindings } from './datacheck.findings.ts'
import { scoreOf } from './datacheck.score.ts'
import { assignTasks } from './datacheck.tasks.ts'
import { TaskState } from '#domain/students/checkTasks.contract.ts'
import './datacheck.table.ts'

const school = '030'

export const datacheckHandlers = serve(datacheck, {
  async get({ entNo }, context) {
    const { units, counts, stuCnt, clsCnt } = await checkUnits(context, entNo)
    const classes = units.map(unitOut).toSorted((one, other) => one.score - other.score)
    return { ...scoreOf(counts, { stuCnt, clsCnt }), stuCnt, clsCnt, classes, heads: headsOf(units) }
  },

  async getschools({ entNo }, context) {
    const schools = await schoolsSeen(context, datacheck.getschools, entNo)
    const checked = []
    // Checks one after the other: a bureau's schools together are as large as all of them.
    for (const one of schools) checked.push({ ...one, ...(await checkSchool(context, one.entNo)) })
    return checked.toSorted((one, other) => one.score - other.score)
  },

  getfound: listFindings,

  gettasks: ({ entNo }, context) => openTasks(context, entNo),

  assign: assignTasks,

  async canceltask({ entNo, taskNo }, { db }) {
    const { numUpdatedRows } = await db
      .updateTable('chktask')
      .set({ stt: TaskState.gone })
      .where('entNo', '=', entNo)
      .where('taskNo', '=', taskNo)
      .where('stt', '=', TaskState.open)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Fault('notFound')
    return null
  },
})

async function schoolsSeen(context: Context, call: Call, entNo: string) {
  const isSeen = await enterprisesSeen(context, call, entNo)
  return context.db
    .selectFrom('ent as e')
    .select(['e.entNo', 'e.entName'])
    .where('e.idntNo', '=', school)
    .where('e.stt', '<>', Status.deleted)
    .where(isSeen)
    .where(sql<boolean>`(e.ent_no = ${entNo} or ${entNo} = ${context.me.entNo})`)
    .orderBy('e.showOrd')
    .orderBy('e.entNo')
    .execute()
}

async function checkSchool({ services, me, locals }: Context, entNo: string) {
  // Limits the caller's own school to what the roles reach.
  const within = entNo === me.entNo ? locals : { entNo }
  const { counts, stuCnt, clsCnt } = await transaction(
    services.database.pool,
    within,
    (db) => checkUnits({ db, services }, entNo),
    {
      readOnly: true,
      time: 'long',
    },
  )
  return { ...scoreOf(counts, { stuCnt, clsCnt }), stuCnt, clsCnt }
}
