import type { Context } from '#server/call/context.ts'
import { offeredLabels } from '#server/database/dictionary.ts'
import { readDate, readIdNo, readLabel, readName, readPhone, readSex } from '#server/importing/importCells.ts'
import { nationalCodeOf } from '#server/reference/nationalCodes.ts'
import type { ImportColumn } from '#server/importing/importTable.ts'
import { labelColumn, readStudyNo } from '../cells.ts'
import type { Places } from '../places.ts'
import { relationColumn } from '../guardians/relations.ts'

// Lists the documents with an identity card's number; the household register has it, too.
const withIdNo = ['1', 'B']
const cardNames: Record<string, string> = { 身份证: '1', 二代身份证: '1', 户口簿: 'B' }

async function cardColumn(entNo: string, { db }: Context): Promise<ImportColumn> {
  const types = await offeredLabels(db, entNo, 'IDTYPE')
  const read = readLabel('身份证件类型', types)
  return {
    field: 'idType',
    title: '身份证件类型',
    also: ['证件类型', '证件种类'],
    example: '居民身份证',
    hint: '不填是居民身份证；其他证件的学生请用“新建学生”登记',
    read(text) {
      const reading = cardNames[text] ? { value: cardNames[text] } : read(text)
      return 'wrong' in reading || withIdNo.includes(reading.value as string)
        ? reading
        : { wrong: `证件号只能是居民身份证的，持“${text}”的学生请用“新建学生”登记`, code: '不是居民身份证' }
    },
  }
}

/** Returns the three columns of the first or second guardian. */
function guardianColumns(at: 1 | 2, relation: Awaited<ReturnType<typeof relationColumn>>): ImportColumn[] {
  const [who, more] = [`家长${at}`, at === 1]
  return [
    {
      field: `ptrName${at}`,
      title: `${who}姓名`,
      also: [who, ...(more ? ['家长姓名', '监护人姓名', '家长'] : [])],
      example: more ? '王建国' : '李梅',
      hint: '姓名、关系、手机要么都填，要么都不填；兄弟姐妹写同一个姓名和手机',
      read: readName,
    },
    {
      field: `ptrRelt${at}`,
      title: `${who}关系`,
      also: more ? ['关系', '与学生关系', '家长关系'] : [],
      ...relation,
      example: more ? '父亲' : '母亲',
    },
    {
      field: `ptrTel${at}`,
      title: `${who}手机`,
      also: [`${who}手机号`, `${who}电话`, ...(more ? ['家长手机', '家长电话', '联系电话', '手机', '移动电话'] : [])],
      example: more ? '13800000000' : '13900000000',
      read: readPhone,
    },
  ]
}

/** Returns the columns of a list of new students (docs/spec/imports.md#kinds). */
export async function newcomerColumns(entNo: string, context: Context, { columns }: Places): Promise<ImportColumn[]> {
  const [peoples, card, labels, relation] = await Promise.all([
    offeredLabels(context.db, entNo, 'NTNL'),
    cardColumn(entNo, context),
    labelColumn(entNo, context),
    relationColumn(entNo, context),
  ])
  return [
    { field: 'stuName', title: '姓名', also: ['学生姓名'], required: true, example: '王小明', read: readName },
    {
      field: 'sex',
      title: '性别',
      also: ['性别码', '性别代码'],
      required: true,
      example: '男',
      options: ['男', '女'],
      read: readSex,
    },
    columns.grade,
    columns.className,
    card,
    {
      field: 'idNo',
      title: '证件号',
      also: ['身份证号', '身份证', '身份证号码', '证件号码', '身份证件号'],
      required: true,
      example: '110101201903074537',
      hint: '按文本填写，Excel 会把 18 位数字的后三位变成 0',
      read: readIdNo,
    },
    {
      field: 'brth',
      title: '出生日期',
      also: ['出生年月日', '生日', '出生年月'],
      example: '2019-03-07',
      hint: '可以不填，由身份证号得出',
      read: readDate,
    },
    {
      field: 'ntnl',
      title: '民族',
      also: ['民族代码', '民族码'],
      example: '汉族',
      options: [...peoples.values()],
      read: readLabel('民族', peoples, nationalCodeOf('NTNL')),
    },
    {
      field: 'stdyNo',
      title: '学号',
      also: ['学生学号', '校内学号'],
      example: '20260101',
      hint: '字母和数字，最多 20 位',
      read: readStudyNo,
    },
    ...guardianColumns(1, relation),
    ...guardianColumns(2, relation),
    labels,
  ]
}
