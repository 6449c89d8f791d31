import { sql } from 'kysely'
import type { Context } from '#server/call/context.ts'
import { itemsOf } from '#server/database/dictionary.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { rightsIn, labelVisibilityOf } from '#domain/students/labelVisibility.ts'
import type { Input } from '#server/call/serve.ts'
import type { stu } from '../stu.contract.ts'
import {
  clashIn,
  type RightsHolder,
  replaceLabels,
  splitLabels,
  listOf,
  mostLetters,
  seesLabel,
  withLabels,
} from '#domain/students/stu.labels.contract.ts'
import { lockStudent, lockStudents } from '../write/stu.state.ts'

type Labels = Map<string, { chnName: string; showFlag: '0' | '1' }>

const readLabels = async ({ db }: Context, entNo: string): Promise<Labels> =>
  new Map((await itemsOf(db, entNo, ['STU_LBL'])).map((item) => [item.infoNo, item]))

const nameIn = (labels: Labels, code: string) => labels.get(code)?.chnName ?? code

/** Refuses labels that are not offered (any more), those that the caller may not see, and two of one exclusive group. */
function checkLabels(
  rights: RightsHolder,
  labels: Labels,
  { field, codes, isNew }: { field: string; codes: readonly string[]; isNew: (code: string) => boolean },
) {
  for (const code of codes.filter(isNew)) {
    const name = nameIn(labels, code)
    if (labels.get(code)?.showFlag !== '1') throw invalidField(field, `标签“${name}”不存在或已不用，请重新选择`)
    if (!seesLabel(rights, code)) throw new Fault('forbidden', `没有权限设置标签“${name}”`)
  }
  const [one = '', other = ''] = clashIn(codes) ?? []
  if (one) throw invalidField(field, `“${nameIn(labels, one)}”和“${nameIn(labels, other)}”只能选一个`)
}

type Labelled = { unitNo: string; wts: string | null }

/**
 * Tells the labels of a student after a form, as they are stored: those that it names, and those that its sender may not see,
 * which stay as they are (docs/spec/students.md#labels). To be made before rows are locked.
 */
export async function labelRules(context: Context, entNo: string) {
  const sight = await labelVisibilityOf(context, entNo)
  const labels = await readLabels(context, entNo)
  return ({ unitNo, wts: kept }: Labelled, wanted: string | null): string | null => {
    const rights = rightsIn(sight, unitNo)
    const before = splitLabels(kept)
    const after = replaceLabels(rights, kept, splitLabels(wanted))
    checkLabels(rights, labels, { field: 'wts', codes: after, isNew: (code) => !before.includes(code) })
    return fitting(listOf(after))
  }
}

function fitting(list: string | null) {
  if ((list?.length ?? 0) > mostLetters) throw invalidField('wts', '标签太多，请去掉一些')
  return list
}

/** Sets the labels of one student. */
export async function setLabels({ entNo, stuNo, wts }: Input<typeof stu.updatewts>, context: Context) {
  const { db } = context
  const nextLabels = await labelRules(context, entNo)
  const kept = await lockStudent(db, entNo, stuNo)
  const next = nextLabels(kept, wts ?? null)
  if (next !== kept.wts)
    await db.updateTable('stu').set({ wts: next }).where('entNo', '=', entNo).where('stuNo', '=', stuNo).execute()
  return null
}

/**
 * Adds labels to students and removes labels; an added one replaces another of its exclusive group. Throws invalid without labels
 * or for contradictory ones, forbidden for labels that the caller does not see.
 */
export async function changeLabels({ entNo, stuNos, addWts, delWts }: Input<typeof stu.bulkupdatewts>, context: Context) {
  const { db } = context
  const [added, removed] = [splitLabels(addWts), splitLabels(delWts)]
  if (added.length + removed.length === 0) throw invalidField('addWts', '请选择要加上或去掉的标签')
  const labels = await readLabels(context, entNo)
  const sight = await labelVisibilityOf(context, entNo)
  const students = await lockStudents(db, entNo, stuNos)
  for (const unitNo of new Set(students.map((student) => student.unitNo))) {
    const rights = rightsIn(sight, unitNo)
    checkLabels(rights, labels, { field: 'addWts', codes: added, isNew: () => true })
    const hidden = removed.find((code) => !seesLabel(rights, code))
    if (hidden) throw new Fault('forbidden', `没有权限去掉标签“${nameIn(labels, hidden)}”`)
  }
  const both = added.find((code) => removed.includes(code))
  if (both) throw invalidField('delWts', `“${nameIn(labels, both)}”不能同时加上和去掉`)
  const changed = students.flatMap(({ stuNo, wts }) => {
    const next = fitting(withLabels(wts, added, removed))
    return next === listOf(splitLabels(wts)) ? [] : [{ stuNo, next }]
  })
  const [nos, lists] = [changed.map(({ stuNo }) => stuNo), changed.map(({ next }) => next)]
  await sql`update stu s set wts = w.next from unnest(${nos}::text[], ${lists}::text[]) w (no, next)
    where s.ent_no = ${entNo} and s.stu_no = w.no`.execute(db)
  return null
}
