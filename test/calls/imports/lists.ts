import fc from 'fast-check'
import type { StudentImport } from '../../support/studentLists.ts'
import { children, guardians } from './school.ts'

/** Describes a text of a cell, and its meaning; none where it is wrong. */
type Cell = readonly [text: string, meaning?: unknown]
type Child = (typeof children)[number]

const guardianOf = ({ at }: Child) => guardians[at % guardians.length] as (typeof guardians)[number]

// Maps each field to its usual text and the others.
const fields: Record<string, (one: Child) => { right: Cell; other: Cell[] }> = {
  stdyNo: ({ stdyNo }) => ({ right: [stdyNo, stdyNo], other: [['', ''], ['N1', 'N1'], ['学 1']] }),
  idNo: ({ idNo }) => ({
    right: [idNo, idNo],
    other: [['', ''], [idNo.toLowerCase(), idNo], [idNo.slice(0, 17)], [`${idNo.slice(0, 17)}${idNo.at(-1) === '5' ? 6 : 5}`]],
  }),
  stuName: ({ stuName }) => ({ right: [stuName, stuName], other: [['改 名', '改名'], ['王1'], ['', '']] }),
  sex: ({ isBoy }) => ({
    right: [isBoy ? '男' : '女', isBoy ? 'M' : 'F'],
    other: [[isBoy ? 'M' : 'F', isBoy ? 'M' : 'F'], ['男人'], ['']],
  }),
  gradeName: () => ({
    right: ['三年级', '三年级'],
    other: [['三', '三年级'], ['2024级', '三年级'], ['四年级', '四年级'], ['4', '四年级'], ['', ''], ['三年及'], ['高一']],
  }),
  className: () => ({
    right: ['1班', '（1）班'],
    other: [
      ['（2）班', '（2）班'],
      ['三（2）班', '三年级（2）班'],
      ['403', undefined],
      ['4.1', '四年级（1）班'],
      ['待分班', '待分班'],
      ['', ''],
      ['9班'],
    ],
  }),
  ptrName: (one) => ({
    right: [guardianOf(one).ptrName, guardianOf(one).ptrName],
    other: [
      ['赵新', '赵新'],
      ['', ''],
    ],
  }),
  relt: (one) => ({
    right: guardianOf(one).relt === '51' ? ['父亲', '51'] : ['妈妈', '52'],
    other: [['姑妈', '90'], ['邻居'], ['其他亲属', '97']],
  }),
  tel: (one) => ({
    right: [guardianOf(one).authTel, guardianOf(one).authTel],
    other: [['144 0000 0200', '14400000200'], ['14400000201', '14400000201'], ['010-62345678'], ['', '']],
  }),
  phone: ({ at }) => ({
    right: [`1450000000${at % 10}`, `1450000000${at % 10}`],
    other: [['144-0000-0009', '14400000009'], ['144'], ['']],
  }),
  wts: () => ({
    right: ['走读', ['01']],
    other: [['住校、校车生', ['02', '13']], ['11', ['11']], ['走读、住校'], ['走渎'], ['', []]],
  }),
  way: () => ({ right: ['', 'add'], other: [['加', 'add'], ['减', 'remove'], ['替换', 'replace'], ['改']] }),
  ntnl: () => ({ right: ['汉族', '01'], other: [['回族', '03'], ['汉民'], ['清空', null], ['', '']] }),
  qq: () => ({ right: ['1234567', '1234567'], other: [['清空', null], ['12'], ['', '']] }),
  rem: () => ({
    right: ['备注', '备注'],
    other: [
      ['清空', null],
      ['', ''],
    ],
  }),
  reason: () => ({ right: ['重新分班', '重新分班'], other: [['', '']] }),
  period: () => ({ right: ['小学', '1'], other: [['初中', '2'], ['小学部', '1'], ['大学']] }),
  entered: ({ at }) => ({
    right: [String(2026 - (at % 3)), 2026 - (at % 3)],
    other: [
      ['一年级', 2026],
      ['初一', undefined],
      ['1999', undefined],
    ],
  }),
  number: ({ at }) => ({
    right: [String(1 + (at % 4)), 1 + (at % 4)],
    other: [
      ['（2）班', 2],
      ['实验班', '实验班'],
      ['', ''],
    ],
  }),
}

const who = { 学号: 'stdyNo', 身份证号: 'idNo', 姓名: 'stuName' }
const place = { 年级: 'gradeName', 班级: 'className' }

/** Maps the columns of each kind: their titles, the field of the import, and whose texts they hold. */
export const kinds: Record<StudentImport, Record<string, string>> = {
  newstu: {
    姓名: 'stuName',
    性别: 'sex',
    ...place,
    身份证号: 'idNo',
    学号: 'stdyNo',
    家长1姓名: 'ptrName',
    家长1关系: 'relt',
    家长1手机: 'tel',
    标签: 'wts',
  },
  stu: { ...who, 民族: 'ntnl', QQ号: 'qq', 备注: 'rem', 标签: 'wts' },
  ptrtel: { ...who, 家长姓名: 'ptrName', 关系: 'relt', 手机: 'tel' },
  stutel: { ...who, 手机: 'phone' },
  wts: { ...who, 标签: 'wts', 方式: 'way' },
  unit: { ...who, ...place, 原因: 'reason' },
  edcunit: { 学段: 'period', 年级: 'entered', 班级: 'number' },
}

const cellOf = (field: string, one: Child) => {
  const { right, other } = (fields[field] as (typeof fields)[string])(one)
  const [text, ...texts] = [right, ...other].map(([text]) => text)
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(text as string) },
    { weight: 1, arbitrary: fc.constantFrom(...(texts as string[])) },
  )
}

const rowOf = (kind: StudentImport) => (one: Child) =>
  fc.record(Object.fromEntries(Object.entries(kinds[kind]).map(([title, field]) => [title, cellOf(field, one)])))

/** Draws a list: everybody once at most, as a rule; now and then somebody again. */
export const list = (kind: StudentImport) =>
  fc
    .tuple(fc.shuffledSubarray(children, { minLength: 1 }), fc.array(fc.constantFrom(...children), { maxLength: 2 }))
    .chain(([some, again]) => fc.tuple(...[...some, ...again].map(rowOf(kind))))

const at = fc.nat(20)
/** Draws the steps on a list before it is written. */
export const steps = (kind: StudentImport) =>
  fc.array(
    fc.oneof(
      fc.record({ act: fc.constant('out' as const), at, out: fc.constantFrom('0' as const, '1' as const) }),
      fc.record({
        act: fc.constant('repair' as const),
        at,
        how: fc.constantFrom('fix' as const, 'keep' as const, 'out' as const),
      }),
      fc
        .record({ act: fc.constant('edit' as const), at, one: fc.constantFrom(...children) })
        .chain(({ act, at, one }) => rowOf(kind)(one).map((cells) => ({ act, at, cells }))),
    ),
    { maxLength: 4 },
  )

/** Returns the meaning of a text of a field, whoever it stands for. */
export function meaningOf(field: string, text: string): unknown {
  for (const one of children) {
    const { right, other } = (fields[field] as (typeof fields)[string])(one)
    const cell = [right, ...other].find(([written]) => written === text)
    if (cell && cell.length > 1) return cell[1]
  }
  return text
}
