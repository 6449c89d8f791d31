import { employeeImport } from '#features/ent/emp/emp.import.ts'
import { meetingImport } from '#features/ent/mtg/mtg.import.ts'
import { studentImports } from '#features/ent/stu/imports/kinds.ts'
import { Fault } from './fault.ts'
import type { ImportKind } from './importBatch.ts'

/** Every kind of import of workbooks. */
export const importKinds: readonly ImportKind[] = [employeeImport, ...studentImports, meetingImport]

// Photos are batches too, but no rows of a workbook.
const otherTitles: Record<string, string> = { emppic: '员工照片', stupic: '学生照片' }

/** What people call a kind of import. */
export const titleOf = (name: string) => importKinds.find(({ kind }) => kind === name)?.title ?? otherTitles[name] ?? name

/** The kind that a batch or a template is of. */
export function kindOf(name: string): ImportKind {
  const kind = importKinds.find(({ kind }) => kind === name)
  if (!kind) throw new Fault('notFound', '没有这种导入')
  return kind
}
