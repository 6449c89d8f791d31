import { expect, test } from 'vitest'
import { readDate, readLabel, readName, readSex } from '#server/importing/importCells.ts'
import { findTable, type ImportColumn, readRow } from '#server/importing/importTable.ts'
import { nationalCodeOf } from '#server/reference/nationalCodes.ts'

test.each([
  ['12年3月5日', '20120305'],
  ['89年3月5日', '19890305'],
  ['5/13/1989', '19890513'],
  ['13/5/1989', '19890513'],
  ['5/5/1989', '19890505'],
  ['1992 8 16', '19920816'],
  ['2012-3-5 星期一', '20120305'],
  ['2012年3月5日（周一）', '20120305'],
  ['2015/9/1 0:00:00', '20150901'],
])('the date %s is read as a person means it', (written, value) => {
  expect(readDate(written)).toEqual({ value })
})

test.each(['1990.06', '1990年7月', '1990-7', '199007', '90年7月'])('of %s it is said that the day is missing', (written) => {
  expect(readDate(written)).toMatchObject({ wrong: expect.stringMatching(/^只有年和月，缺少日/) })
})

test('a date in which day and month could be either is asked for, with both; one that does not exist is refused', () => {
  expect(readDate('3/5/1989')).toMatchObject({
    wrong: expect.stringContaining('分不清'),
    sgst: [{ val: '1989-03-05' }, { val: '1989-05-03' }],
  })
  for (const text of ['2012-2-30', '31/31/1989', '明天']) expect(readDate(text)).toEqual({ wrong: '日期不存在，应如 1990-03-05' })
})

test('sex is read in every common spelling', () => {
  expect(['男', '男性', '男生', '1', '女', '女性', '女生', '2'].map(readSex)).toEqual([
    ...Array.from({ length: 4 }, () => ({ value: 'M' })),
    ...Array.from({ length: 4 }, () => ({ value: 'F' })),
  ])
})

test('national codes and short names are read; 无 means no political party, and nothing is proposed for it', () => {
  const peoples = readLabel(
    '民族',
    new Map([
      ['01', '汉族'],
      ['03', '回族'],
    ]),
    nationalCodeOf('NTNL'),
  )
  for (const text of ['01', '1', '汉', '汉族']) expect(peoples(text)).toEqual({ value: '01' })
  expect(peoples('77')).toMatchObject({ wrong: '民族里没有“77”' })
  const nations = readLabel(
    '国籍',
    new Map([
      ['CN', '中国'],
      ['AF', '阿富汗'],
    ]),
    nationalCodeOf('NATION'),
  )
  for (const text of ['156', 'CHN', 'cn', '中国']) expect(nations(text)).toEqual({ value: 'CN' })
  expect(nations('4')).toEqual({ value: 'AF' })
  const parties = readLabel(
    '政治面貌',
    new Map([
      ['03', '共青团员'],
      ['12', '无党派人士'],
    ]),
    nationalCodeOf('PLTC'),
  )
  expect(parties('03')).toEqual({ value: '03' })
  expect(parties('无')).toEqual({ wrong: '政治面貌里没有“无”，没有就空着', code: '没有就空着' })
})

test('codes of lists of our own are no labels', () => {
  expect(readLabel('岗位', new Map([['01', '教师']]))('01')).toMatchObject({ wrong: '岗位里没有“01”' })
})

const text = (value: string) => ({ value })
const columns: ImportColumn[] = [
  { field: 'name', title: '姓名', required: true, example: '', read: readName },
  { field: 'tel', title: '手机', also: ['手机号'], example: '', read: text },
  { field: 'adr', title: '详细地址', also: ['现住址', '家庭住址'], example: '', read: text },
]
const blank = (count: number): string[][] => Array.from({ length: count }, () => [])
const tableOf = (rows: string[][], far?: { rowNo: number; cells: string[] }[]) =>
  findTable(columns, [{ name: '名单', rows, ...(far && { far }) }])

test('a header below blank rows is found; where there is none it is said how far was looked', () => {
  const { rows } = tableOf([...blank(15), ['姓名', '手机'], ['张三', '1']])
  expect(rows).toEqual([{ rowNo: 17, cells: ['张三', '1'] }])
  expect(() => tableOf([['甲', '乙']])).toThrow('前 10 行里没有找到表头')
})

test('sums and signatures below a list are no rows of it; a row that only begins like them is', () => {
  const named = columns.map((column) => ({ ...column, required: true }))
  const read = (rows: string[][]) =>
    findTable(named, [{ name: '名单', rows: [['姓名', '手机', '详细地址'], ...rows] }]).rows.length
  expect(read([['张三', '1', '东街'], ['合计', '', '30人'], [], ['填表人：王老师', '', '']])).toBe(1)
  expect(
    read([
      ['合计', '', '30人'],
      ['张三', '1', '东街'],
    ]),
  ).toBe(2)
  expect(
    read([
      ['张三', '1', '东街'],
      ['说明明', '138', '西街'],
    ]),
  ).toBe(2)
  expect(
    read([
      ['张三', '1', '东街'],
      ['', '138', ''],
    ]),
  ).toBe(2)
  expect(() => read([['合计', '', '0人']])).toThrow('表头下面没有数据')
})

test('of two columns of one name the one in which something stands is taken, and 现住址 before 家庭住址', () => {
  const { places } = tableOf([
    ['姓名', '手机', '手机', '家庭住址', '现住址'],
    ['张三', '', '138', '旧', '新'],
  ])
  expect(places).toMatchObject({ tel: 2, adr: 4 })
})

test('what somebody typed far below the list is one more row, with its own number', () => {
  const far = [{ rowNo: 30_000, cells: ['x'] }]
  expect(
    tableOf(
      [
        ['姓名', '手机'],
        ['张三', '1'],
      ],
      far,
    ).rows.map(({ rowNo }) => rowNo),
  ).toEqual([2, 30_000])
})

test('a formula without a result is named, and not taken for an empty cell', () => {
  const row = readRow(columns, 2, { name: '#公式未计算', tel: '#公式未计算' })
  expect(row.errs.map(({ msg }) => msg)).toEqual([
    '这是公式，文件里没有它的结果。请在 Excel 或 WPS 里打开、保存一次再导入',
    '这是公式，文件里没有它的结果。请在 Excel 或 WPS 里打开、保存一次再导入',
  ])
})
