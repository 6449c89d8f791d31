import { sql } from 'kysely'
import { onRoll } from '#domain/units/units.contract.ts'
import { datacheck } from '#features/ent/datacheck/datacheck.contract.ts'
import { duplicate } from '#features/ent/duplicate/duplicate.contract.ts'
import { rollover } from '#features/ent/rollover/rollover.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { openTasks } from '#domain/students/checkTasks.ts'
import type { Context } from '#server/call/context.ts'
import { renewResults } from '#domain/students/checkResults.ts'
import { keptPairs } from '#domain/students/duplicates.ts'
import { yearToEnd } from '#domain/units/yearEnd.ts'
import { mayCall, readAsCall, readOwn } from './home.read.ts'
import { groupedDigits, type Count, taskIfAny } from './home.task.ts'

export async function yearEnd(context: Context) {
  if (!mayCall(context, rollover.run)) return undefined
  const waiting = await readOwn(context, yearToEnd)
  return waiting ? taskIfAny('rollover', 1, `${waiting}学年就要结束或已经结束，还没有升级`, '/ent/rollover') : undefined
}

export async function withoutGuardian(context: Context) {
  if (!mayCall(context, stu.getpage, stuptr.createwithptr)) return undefined
  const cnt = await readAsCall(context, stu.getpage, async (db, entNo) => {
    const { rows } = await sql<Count>`select count(*)::int as cnt from stu_alone where ent_no = ${entNo}
      and stt in (${sql.join(onRoll)})`.execute(db)
    return rows[0]?.cnt ?? 0
  })
  return taskIfAny('noptr', cnt, `${groupedDigits(cnt)} 名学生没有家长`, '/ent/stu?noPtr=1')
}

// Reads the tasks of a head teacher, until nothing of them is left.
export async function ownChecks(context: Context) {
  if (context.me.imitUserNo || !mayCall(context, datacheck.gettasks) || mayCall(context, datacheck.assign)) return undefined
  const open = await readChecks(context)
  const cnt = open.filter(({ mineFlag }) => mineFlag === '1').length
  return taskIfAny('chkmine', cnt, `你有 ${groupedDigits(cnt)} 项体检任务没有完成`, '/ent/datacheck')
}

// Reads all tasks of the school for those who assign them, their own among them.
export async function schoolChecks(context: Context) {
  if (!mayCall(context, datacheck.gettasks, datacheck.assign)) return undefined
  const cnt = (await readChecks(context)).length
  return taskIfAny('chktask', cnt, `${groupedDigits(cnt)} 项体检任务没有完成`, '/ent/datacheck?tab=task')
}

const readChecks = (context: Context) =>
  readAsCall(context, datacheck.gettasks, async (db, entNo) =>
    (await openTasks({ ...context, db }, entNo)).filter(({ doneFlag }) => doneFlag === '0'),
  )

export async function countDuplicates(context: Context) {
  const { me, services } = context
  if (me.idntNo !== '030' || !mayCall(context, duplicate.getlist, duplicate.notsame)) return undefined
  await renewResults(services, { kind: 'pairs', entNos: [me.entNo], isAside: true })
  const cnt = await readAsCall(context, duplicate.getlist, async (db, entNo) => {
    const { rows } = await sql<Count>`select count(*)::int as cnt ${keptPairs(entNo)}`.execute(db)
    return rows[0]?.cnt ?? 0
  })
  return taskIfAny('duplicate', cnt, `${groupedDigits(cnt)} 对学生疑似重复，等待核对`, '/ent/duplicate')
}
