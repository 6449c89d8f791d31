import { Fault } from '#server/base/fault.ts'
import type { Context } from '#server/call/context.ts'
import { insertMany } from '#server/database/rows.ts'
import type { Input } from '#server/call/serve.ts'
import { tellInScope, tellOfEvent } from '#domain/messages/events.ts'
import { lockTree } from '#server/database/tree.ts'
import { checkUnits } from './datacheck.check.ts'
import type { datacheck } from './datacheck.contract.ts'
import { TaskState } from '#domain/students/checkTasks.contract.ts'

/**
 * Assigns to the head teachers of classes what a rule found there; of one rule a class has one open task. Throws notFound for
 * classes that are gone, invalid for those without the finding or a head teacher.
 */
export async function assignTasks({ entNo, rule, unitNos }: Input<typeof datacheck.assign>, context: Context) {
  const { db, me, numbers } = context
  await lockTree(db, { table: 'chktask' }, entNo)
  const { units } = await checkUnits(context, entNo)
  const wanted = units.filter(({ unitNo }) => unitNos.includes(unitNo))
  if (wanted.length < unitNos.length) throw new Fault('notFound', '所选班级有的已不存在，请刷新后再选')
  const open = await db
    .selectFrom('chktask')
    .select('unitNo')
    .where('entNo', '=', entNo)
    .where('ruleCode', '=', rule)
    .where('stt', '=', TaskState.open)
    .execute()
  const asked = new Set(open.map(({ unitNo }) => unitNo))
  const left = wanted.filter(({ unitNo, counts }) => counts[rule] && !asked.has(unitNo))
  if (left.length === 0) throw new Fault('invalid', '所选班级没有这个问题，或已经指派过')
  const headless = left.filter(({ heads }) => heads.length === 0)
  if (headless.length > 0) throw new Fault('invalid', `${namesOf(headless)}还没有班主任，请先在“年级班级”里指定`)
  const taskNos = await numbers('TASK_NO', left.length)
  await insertMany(
    db,
    'chktask',
    left.map(({ unitNo, heads }, i) => ({
      entNo,
      taskNo: taskNos[i],
      ruleCode: rule,
      unitNo,
      empNo: heads[0]?.empNo,
      userNo: me.userNo,
      stt: TaskState.open,
    })),
  )
  for (const { unitNo, unitName, heads, counts } of left) {
    const [head] = heads
    const title = `${unitName}有 ${counts[rule]} 项数据待补齐`
    await tellOfEvent(context, {
      entNo,
      evt: 'datatask',
      title,
      body: '请打开“数据体检”，补齐本班学生的资料。',
      empNos: head ? [head.empNo] : [],
      about: { type: 'unit', no: unitNo },
    })
    await tellInScope(context, {
      entNo,
      title,
      body: `已指派给班主任${head?.empName ?? ''}。`,
      place: { unitNos: [unitNo] },
      but: head ? [head.empNo] : [],
      about: { type: 'unit', no: unitNo },
    })
  }
  return { cnt: left.length }
}

const namesOf = (units: readonly { unitName: string }[]) =>
  units
    .slice(0, 3)
    .map(({ unitName }) => unitName)
    .join('、') + (units.length > 3 ? ` 等 ${units.length} 个班` : '')
