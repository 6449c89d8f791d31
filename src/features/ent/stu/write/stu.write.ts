import { actions } from '#contract/access.ts'
import type { Context } from '#server/call/context.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { storedOf } from '#domain/people/personFacts.ts'
import { answerMany, Refusals } from '#server/base/refusals.ts'
import { holdsIn } from '#server/call/scope.ts'
import { insertRow } from '#server/database/tableRows.ts'
import { studentTable } from '#features/ent/stu/stu.table.ts'
import type { Input } from '#server/call/serve.ts'
import { lockClasses } from '#domain/units/units.ts'
import { changeStudents } from '../sheet/stu.bulkUpdate.ts'
import type { stu } from '../stu.contract.ts'
import { studentVisibilityOf, studentColumns, readStudent, studentOut, students } from '../list/stu.list.ts'
import { setPhotos } from '../photos/stu.photos.ts'
import { refuseTakenNumbers } from './stu.uniqueness.ts'
import { labelRules } from '../labels/stu.labels.ts'

export async function createStudent(
  { entNo, wts, cardPht, facePht, cnsntFlag, cnsntBy, ...facts }: Input<typeof stu.create>,
  context: Context,
) {
  const { db, number, services } = context
  if (!facts.sex && !facts.idNo) throw invalidField('sex', '性别不能为空；有身份证号时由它得出')
  const nextLabels = await labelRules(context, entNo)
  await lockClasses(db, entNo, [facts.unitNo])
  const refusals = new Refusals()
  await refuseTakenNumbers(refusals, context, entNo, [{ stuNo: '', ...facts }])
  if (refusals.first) throw refusals.first
  const labels = nextLabels({ unitNo: facts.unitNo, wts: null }, wts ?? null)
  const stuNo = await number('STU_NO')
  const { stuName, unitNo } = facts
  // Falls back to U: the sex is given, or follows from the ID number.
  const row = { sex: 'U', ...storedOf(facts, services.secret), stuName, unitNo, wts: labels, entNo, stuNo }
  await insertRow(db, studentTable, row, [])
  await setPhotos(context, { entNo, stuNo, cardPht, facePht, cnsntFlag, cnsntBy })
  return readStudent(db, entNo, stuNo, await studentVisibilityOf(context, entNo))
}

export async function updateStudent(input: Input<typeof stu.update>, context: Context) {
  const { entNo, stuNo, cardPht, facePht, cnsntFlag, cnsntBy, ...changes } = input
  const { db } = context
  const refusals = new Refusals()
  const kept = await changeStudents(refusals, context, entNo, [{ stuNo, ...changes }])
  const refused = refusals.first
  // Adds the present class and labels to a conflict, for whoever merges.
  if (refused?.code === 'conflict')
    throw new Fault('conflict', undefined, await readStudent(db, entNo, stuNo, await studentVisibilityOf(context, entNo)))
  if (refused) throw refused
  const isPhoto = cardPht !== undefined || facePht !== undefined
  if (isPhoto && !(await holdsIn(context, `stu:${actions.set}`, entNo, kept.get(stuNo)?.unitNo ?? '')))
    throw new Fault('forbidden', '没有权限直接更换照片，请提交审核')
  await setPhotos(context, { entNo, stuNo, cardPht, facePht, cnsntFlag, cnsntBy })
  return readStudent(db, entNo, stuNo, await studentVisibilityOf(context, entNo))
}

/** Changes many students, each in what its row names: all of them, or none. */
export async function updateStudents({ entNo, datas }: Input<typeof stu.updatemany>, context: Context) {
  const { db, refusals } = context
  const visibility = await studentVisibilityOf(context, entNo)
  const read = async (stuNos: string[]) => {
    const list = await students(db, { entNo, stuNos }, visibility).select(studentColumns).execute()
    return list.map((row) => studentOut(row, visibility))
  }
  const kept = await changeStudents(refusals, context, entNo, datas)
  return answerMany(refusals, datas, 'stuNo', { kept, read })
}
