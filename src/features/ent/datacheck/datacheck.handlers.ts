import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { Status } from '#contract/fields.ts'
import { enterprisesSeen } from '#domain/people/archive.ts'
import { openTasks } from '#domain/students/checkTasks.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { serve } from '#server/call/serve.ts'
import { renewResults } from '#domain/students/checkResults.ts'
import { checkUnits, flagOf, headsOf, sumsOfSchools, unitOut } from './datacheck.check.ts'
import { datacheck } from './datacheck.contract.ts'
import { listFindings } from './datacheck.findings.ts'
import { scoreOf } from './datacheck.score.ts'
import { assignTasks } from './datacheck.tasks.ts'
import { TaskState } from '#domain/students/checkTasks.contract.ts'
import './datacheck.table.ts'

const school = '030'

export const datacheckHandlers = serve(datacheck, {
  async get({ entNo }, context) {
    const { units, counts, stuCnt, clsCnt, madeTm, staleFlag } = await checkUnits(context, entNo)
    const classes = units.map(unitOut).toSorted((one, other) => one.score - other.score)
    return { ...scoreOf(counts, { stuCnt, clsCnt }), stuCnt, clsCnt, madeTm, staleFlag, classes, heads: headsOf(units) }
  },

  async getschools({ entNo }, context) {
    const { services, db, me } = context
    const schools = await schoolsSeen(context, datacheck.getschools, entNo)
    const entNos = schools.map((one) => one.entNo)
    const states = await renewResults(services, { kind: 'units', entNos, rootNo: me.entNo })
    await renewResults(services, { kind: 'pairs', entNos, rootNo: me.entNo })
    const sums = await sumsOfSchools(db, entNos)
    const checked = schools.map((one) => {
      const { counts, ...size } = sums.get(one.entNo) ?? unchecked
      const { score, findings } = scoreOf(counts, size)
      const { madeTm = null, isStale = true } = states.get(one.entNo) ?? {}
      return { ...one, ...size, score: madeTm === null ? null : score, findings, madeTm, staleFlag: flagOf(isStale) }
    })
    return checked.toSorted((one, other) => (one.score ?? 101) - (other.score ?? 101))
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

const unchecked = { counts: {}, stuCnt: 0, clsCnt: 0 }
