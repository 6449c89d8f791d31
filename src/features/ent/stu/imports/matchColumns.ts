import { idNo as anyIdNo } from '#contract/fields.ts'
import { toIdNo18 } from '#contract/values/idNumber.ts'
import type { CellError } from '#contract/importing.ts'
import { nearestText } from '#server/base/editDistance.ts'
import { readIdNo, readName } from '#server/importing/importCells.ts'
import { errorOf, type ImportColumn, type ReadRow } from '#server/importing/importTable.ts'
import { readStudyNo } from './cells.ts'
import type { ExistingStudent, ExistingStudents } from './existingStudents.ts'

/** Lists the columns by which rows name students. */
export const matchColumns: ImportColumn[] = [
  {
    field: 'stdyNo',
    title: '学号',
    also: ['学生学号', '校内学号'],
    example: '20260101',
    hint: '学号和证件号至少填一个',
    read: readStudyNo,
  },
  {
    field: 'idNo',
    title: '证件号',
    also: ['身份证号', '身份证', '身份证号码', '证件号码', '身份证件号'],
    example: '110101201803074534',
    hint: '按文本填写，Excel 会把 18 位数字的后三位变成 0',
    // Finds the student even of a suspicious number.
    read: (text) => {
      const { success, data } = anyIdNo.safeParse(text)
      return success ? { value: toIdNo18(data) } : readIdNo(text)
    },
  },
  {
    field: 'stuName',
    title: '姓名',
    also: ['学生姓名', '学生'],
    example: '王小明',
    hint: '可以不填；填了会核对是不是同一个人',
    read: readName,
  },
]

type Named = { idNo?: string; stdyNo?: string; stuName?: string }

/** Finds the student whom a row names by number; undefined where there is none or it names two, with an error in the row. */
export function studentOf(row: ReadRow, known: ExistingStudents): ExistingStudent | undefined {
  const { values, errs } = row
  const { idNo, stdyNo, stuName } = values as Named
  proposeIdNo(row, known)
  if (errs.some(({ fld }) => fld === 'idNo' || fld === 'stdyNo')) return undefined
  const refuse = (fld: string, msg: string, more: { code?: string; sgst?: CellError['sgst'] } = {}) =>
    void errs.push(errorOf(fld, msg, more))
  if (!idNo && !stdyNo) return refuse('stdyNo', '学号和证件号至少填一个')
  const [byIdNo, byStdyNo] = [known.byIdNo(idNo), known.byStdyNo(stdyNo)]
  const student = byIdNo ?? byStdyNo
  if (!student) return refuseUnknown(row, known)
  const isOther = byIdNo ? stdyNo && byIdNo.stdyNo !== stdyNo : idNo && student.idNoHash
  if (isOther) {
    const msg = `学号和证件号不是同一名学生${byIdNo ? '' : oddityOf(idNo)}`
    return refuse(byIdNo ? 'stdyNo' : 'idNo', msg, { code: '不是同一名学生', sgst: byIdNo ? [] : known.meantIn(row, student) })
  }
  if (stuName && stuName !== student.stuName) {
    const sgst = nearestText(stuName, [student.stuName]) ? [{ val: student.stuName, why: '登记的姓名' }] : []
    return refuse('stuName', `这名学生登记的姓名是${student.stuName}`, { code: '姓名与登记的不同', sgst })
  }
  return student
}

/** Proposes for an ID number that could not be read what it may be meant to be. */
export function proposeIdNo(row: ReadRow, known: ExistingStudents) {
  const student = known.byStdyNo((row.values as Named).stdyNo)
  for (const error of row.errs) if (error.fld === 'idNo') error.sgst = known.meantIn(row, student)
}

function oddityOf(idNo: string | undefined): string {
  const odd = idNo ? readIdNo(idNo) : undefined
  return odd && 'wrong' in odd ? `，${odd.wrong}` : ''
}

/** Refuses a row that names nobody who is there. */
export function refuseUnknown(row: ReadRow, known: ExistingStudents): undefined {
  const { idNo, stdyNo } = row.values as Named
  const code = '没有这名学生'
  row.errs.push(
    idNo
      ? errorOf('idNo', `没有这个证件号的学生${oddityOf(idNo)}`, { code, sgst: known.meantIn(row) })
      : errorOf('stdyNo', `没有学号是“${stdyNo}”的学生`, { code }),
  )
}
