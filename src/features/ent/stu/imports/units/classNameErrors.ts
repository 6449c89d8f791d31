import { className, type Grade, gradeName, type Naming } from '#domain/units/units.contract.ts'
import { beforeDate, classNumberIn, isBareNumber, normalizeSpelling } from '#domain/units/gradeSpelling.ts'
import type { CellProblem } from '#server/importing/importTable.ts'

/** Returns why a text without a class number is no name of a new class either; undefined where it may be. */
export function classNameError(text: string, grade: Grade, naming: Naming): CellProblem | undefined {
  const name = gradeName(grade, naming)
  const before = beforeDate(text)
  if (before) {
    const clsNo = classNumberIn(before, grade, naming)
    const sgst = clsNo ? [{ val: className(name, clsNo, naming), why: `原来写的可能是 ${before}` }] : []
    return { wrong: '班级被 Excel 当成了日期，请按文本填写，如 3班', code: '被 Excel 当成了日期', sgst }
  }
  if (isBareNumber(text)) return { wrong: `班号应为 1 到 99，不是“${text}”` }
  // Finds several numbers without other words than those of grades: 八年级（3）班 of another grade, 1班、2班, 1-8班.
  const words = normalizeSpelling(text)
  const isOdd = (words.match(/‹/g)?.length ?? 0) > 1 && /^(‹\d+›|[年级届班小学初高中职至到~和;])*$/.test(words)
  return isOdd ? { wrong: `“${text}”不是${name}的一个班级`, code: '不是这个年级的一个班级' } : undefined
}
