import type { Context } from '#server/call/context.ts'
import type { OnWritten } from '#server/importing/importBatch.ts'
import { updateMany } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { studentTable } from '#features/ent/stu/stu.table.ts'
import { lockClasses, waitingClass } from '#domain/units/units.ts'
import type { ExistingStudent } from './existingStudents.ts'
import type { StudentPlace } from './places.ts'

const part = 1000

/** Does something with a long list part by part, and tells how much is done; `before` is what was done already. */
export async function inParts<One>(
  list: readonly One[],
  onWritten: OnWritten,
  write: (some: One[]) => Promise<unknown>,
  before = 0,
) {
  for (let at = 0; at < list.length; at += part) {
    const some = list.slice(at, at + part)
    await write(some)
    await onWritten(before + at + some.length)
  }
}

/** Describes columns of a student that change. */
export type StudentColumnChanges = { stuNo: string } & Record<string, unknown>

/** Changes students, each in the columns that are named. */
export const writeStudentChanges = (
  changes: readonly StudentColumnChanges[],
  entNo: string,
  { db }: Context,
  onWritten: OnWritten,
) => inParts(changes, onWritten, (some) => updateMany(db, 'stu', entNo, 'stuNo', some))

/** Returns the search words of a student after a change. */
export const studentWords = ({ stuNo, ...known }: ExistingStudent, changes: Record<string, unknown> = {}) => {
  const { stuName, stdyNo, authTel } = { ...known, ...changes } as Pick<ExistingStudent, 'stuName' | 'stdyNo' | 'authTel'>
  return searchTextOf(studentTable, { stuNo, stuName, stdyNo, authTel })
}

/** Returns the class of each place, locked in use until the transaction ends; makes the missing classes of those without one. */
export async function classesFor(
  places: readonly StudentPlace[],
  entNo: string,
  context: Context,
): Promise<(place: StudentPlace) => string> {
  const made = new Map<string, string>()
  for (const { gradeNo, classNo } of places)
    if (!classNo && !made.has(gradeNo)) made.set(gradeNo, await waitingClass(context, entNo, gradeNo))
  const classOf = ({ gradeNo, classNo }: StudentPlace) => classNo ?? made.get(gradeNo) ?? ''
  if (places.length > 0) await lockClasses(context.db, entNo, [...new Set(places.map(classOf))])
  return classOf
}
