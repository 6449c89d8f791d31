import * as z from 'zod'
import { explain, metaOf } from '#contract/explain.ts'
import { studentArchiveFields } from '#features/ent/stuarch/stuarch.contract.ts'
import type { Context } from '#server/call/context.ts'
import { offeredLabels } from '#server/database/dictionary.ts'
import { readIdNo, readLabel, readName, readPhone, readSex } from '#server/importing/importCells.ts'
import { importColumns } from '#server/importing/importFields.ts'
import { nationalCodeOf } from '#server/reference/nationalCodes.ts'
import type { ImportColumn } from '#server/importing/importTable.ts'
import { studentImportOrder, studentFields } from '../../stu.fields.ts'
import { labelColumn, readPastDate } from '../cells.ts'
import { matchColumns } from '../matchColumns.ts'

/** Empties the field of a cell. */
const clearingWord = '清空'

const archiveNames: Record<string, string[]> = {
  unfStuNo: ['学籍号', '全国学号'],
  ntnl: ['民族代码', '民族码'],
  nation: ['国籍', '国籍地区', '国籍代码', '国籍码'],
  pltc: ['政治面貌代码', '政治面貌码'],
  prvn: ['省份', '现住址省'],
  city: ['现住址市'],
  dstr: ['区', '县', '现住址区县'],
  chdDstr: ['街道', '现住址乡镇'],
  adr: ['现住址', '家庭住址', '住址', '地址'],
  hobby: ['特长', '爱好'],
  email: ['电子邮箱', 'E-mail'],
  qq: ['QQ'],
  vx: ['微信'],
}

function readField(field: string, schema: z.ZodType): ImportColumn['read'] {
  const whole = z.object({ [field]: schema })
  return (text) => {
    const { success, data, error } = whole.safeParse({ [field]: text })
    return success ? { value: data[field] } : { wrong: explain(whole, error)[0]?.message ?? '' }
  }
}

async function archiveColumn(entNo: string, { db }: Context, field: string, schema: z.ZodType): Promise<ImportColumn> {
  const { title = field, dictionary } = metaOf(schema)
  const column = { field, title, also: archiveNames[field] ?? [], example: '' }
  if (!dictionary) return { ...column, read: readField(field, schema) }
  const labels = await offeredLabels(db, entNo, dictionary)
  return {
    ...column,
    example: [...labels.values()][0] ?? '',
    options: [...labels.values()],
    read: readLabel(title, labels, nationalCodeOf(dictionary)),
  }
}

/** Returns the columns of everything that may be said of a student: an empty cell changes nothing, 清空 empties the field. */
export async function basicColumns(entNo: string, context: Context): Promise<ImportColumn[]> {
  const [stdyNo, idNo] = matchColumns as [ImportColumn, ImportColumn]
  const labels = await labelColumn(entNo, context)
  const archive = await Promise.all(
    Object.entries(studentArchiveFields).map(([field, schema]) => archiveColumn(entNo, context, field, schema)),
  )
  const own = importColumns(studentFields, studentImportOrder, {
    stuName: { read: required('姓名', readName) },
    sex: { options: ['男', '女'], read: required('性别', readSex) },
    stdyNo,
    idNo: { ...idNo, read: readIdNo },
    brth: { read: readPastDate },
    authTel: { read: readPhone },
    wts: labels,
  })
  const isRequired = ({ field }: ImportColumn) => field === 'stuName' || field === 'sex'
  return [...own, ...archive].map((column) =>
    isRequired(column) ? column : { ...column, hint: column.hint ?? `写“${clearingWord}”会清空`, read: clearable(column.read) },
  )
}

const clearable =
  (read: ImportColumn['read']): ImportColumn['read'] =>
  (text) =>
    text === clearingWord ? { value: null } : read(text)

const required =
  (title: string, read: ImportColumn['read']): ImportColumn['read'] =>
  (text) =>
    text === clearingWord ? { wrong: `${title}不能清空` } : read(text)
