import { permits } from '#contract/access.ts'
import { stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { type ArchiveFilter } from '#domain/students/students.ts'
import { requireUnit } from '#domain/units/units.ts'
import { type StudentVisibility, studentVisibilityOf } from './list/stu.list.ts'
import { missingStudentFields } from './stu.contract.ts'

// Lists the fields of archives shown with students.
const shown = ['unfStuNo', 'ntnl']
const plain: readonly string[] = [...missingStudentFields, ...shown]

type Asked = Pick<ArchiveFilter, 'nation' | 'pltc' | 'lack'> & { entNo: string; unitNo?: string | undefined }

/**
 * Returns what the caller sees of the students of a filter. Throws where it asks about archives, which a caller without the right
 * to them could explore by it, and where its unit is not one that the caller reaches.
 */
export async function visibilityFor({ entNo, unitNo, nation, pltc, lack }: Asked, context: Context): Promise<StudentVisibility> {
  const isOfArchive = nation || pltc || (lack && !plain.includes(lack))
  if (isOfArchive && !permits(context.me, stuarch.getpage.access)) throw new Fault('forbidden', '没有权限按学生档案筛选')
  await requireUnit(context.db, { entNo, unitNo })
  return studentVisibilityOf(context, entNo)
}
