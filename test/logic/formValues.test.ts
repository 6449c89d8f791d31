import fc from 'fast-check'
import { expect, test } from 'vitest'
import { controls, kits } from '#contract/form/catalogue.ts'
import type { Column, FormValues } from '#contract/form/column.ts'
import { isEqualDesign, formFaults, lostColumns } from '#contract/form/faults.ts'
import { initialColumns, newCell, newColumn } from '#contract/form/initial.ts'
import { isColumnShown, shownColumns } from '#contract/form/shown.ts'
import { readFilledForm } from '#contract/form/readValues.ts'
import type { Offered } from '#contract/form/values.ts'
import { amountInWords, valueWords } from '#contract/form/words.ts'
import { today } from '#contract/values/day.ts'
import { maskValues, openValues, refuseOtherFiles, sealValues } from '#domain/forms/formTemplates.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../support/world.ts'

const fruits = [
  { val: '1', name: '苹果' },
  { val: '2', name: '梨' },
]
const places: Offered[] = [{ val: 'a', name: '东区', items: [{ val: 'b', name: '一号楼' }] }]
const offered = ({ infoType, opts }: Pick<Column, 'infoType' | 'opts'>) => (infoType ? places : opts)

const tableCells = [newCell('c1', '品名', { ctrlNo: 'text', mustFlag: '1' }), newCell('c2', '数量', { ctrlNo: 'number' })]
const own: Record<string, Partial<Column>> = {
  radio: { opts: fruits },
  checkbox: { opts: fruits },
  select: { opts: fruits },
  cascade: { infoType: 'PLACE' },
  text: { len: 5 },
  number: { acc: 1, minVal: 0, maxVal: 10 },
  table: { clmns: tableCells, len: 2 },
}
const columnOf = (no: string): Column =>
  newColumn('c1', '甲', { ...(kits.some((kit) => kit.no === no) ? { kitNo: no as never } : { ctrlNo: no as never }), ...own[no] })
const read = (no: string, value: unknown, more: Partial<Column> = {}) =>
  readFilledForm([{ ...columnOf(no), ...more }], { c1: value }, offered)

const person = { no: 'E1', name: '陈晓雯' }
const file = { fileNo: 'F1', name: '证明.pdf', size: 3 }

/** Lists what each control takes, and what it refuses. */
const cases: Record<string, { good: unknown[]; bad: unknown[] }> = {
  text: { good: ['五个汉字呀', ' 去空格 ', '=1+1', '<b>'], bad: ['六个汉字太长', 5, ['a'], { a: 1 }, 'a\nb', 'a\u0000'] },
  textarea: { good: ['一\n二'], bad: ['字'.repeat(501), 5, '\u0007'] },
  number: { good: [0, 2.5, 10], bad: ['2', 11, -1, 2.55, Number.NaN, Number.POSITIVE_INFINITY, [1]] },
  money: { good: [12.34, -1], bad: [1.234, '1', 1e17] },
  date: { good: ['20260228'], bad: ['20260230', '2026-02-28', 20260228, '20261'] },
  datetime: { good: ['20260228235959'], bad: ['20260228245959', '20260230000000', '20260228'] },
  radio: { good: ['1'], bad: ['3', 1, ['1']] },
  checkbox: { good: [['2', '1']], bad: ['1', ['9'], [{}], [['1']]] },
  select: { good: ['2'], bad: ['苹果', '__proto__', 'constructor'] },
  cascade: { good: [['a', 'b']], bad: [['a'], ['b'], 'a', [null]] },
  switch: { good: ['0', '1'], bad: [true, '2', 1] },
  tel: { good: ['13800138000', '０１０-88886666'], bad: ['123', 13_800_138_000, 'abc'] },
  idNo: { good: ['110101199003074514'], bad: ['11010119900307', '1101011990030745145', 5] },
  email: { good: ['a@b.cn'], bad: ['a@b', 'a@@c.cn', `${'a'.repeat(5000)}@b.cn`] },
  rate: { good: [1, 5], bad: [0, 6, 2.5, '3'] },
  emp: { good: [[person]], bad: [[person, person], person, ['E1'], [{ no: '../x', name: 'x' }], [{ no: 'E1' }]] },
  stu: { good: [[person]], bad: [[null]] },
  unit: { good: [[person]], bad: ['U1'] },
  ptr: { good: [[person]], bad: [[{ no: 'P1', name: 'a\nb' }]] },
  area: { good: [{ prvn: '晨光省', adr: '一号' }], bad: ['晨光省', [1], { prvn: 5 }, { adr: '字'.repeat(101) }] },
  person: {
    good: [{ idNo: '110101199003074514' }, { brth: '20200101', sex: 'M' }],
    bad: ['x', [1], { idNo: '1' }, { brth: '20200230' }, { sex: 'X' }],
  },
  files: { good: [[file]], bad: [file, [{ ...file, size: -1 }], [{ ...file, fileNo: 'a/b' }], Array(6).fill(file)] },
  pictures: { good: [[file]], bad: [Array(4).fill(file), [{}]] },
  sign: { good: [[[1, 2, 3, 4]]], bad: ['x', [[1]], [[1, 1001]], [[0.5, 1]], Array(201).fill([1, 2]), [Array(9000).fill(1)]] },
  amount: { good: [1205.5], bad: ['1', 0.001] },
  year: { good: ['2026', '1999'], bad: ['26', 2026, '2126', ['2026']] },
  times: {
    good: [{ sDt: '20260101080000', eDt: '20260101235959' }],
    bad: [{ sDt: '20260102000000', eDt: '20260101235959' }, { sDt: '20260102' }, 'x'],
  },
  days: { good: [{ sDt: '20260101', eDt: '20260101' }], bad: [{ sDt: '20260102', eDt: '20260101' }, { sDt: '20260102' }, 'x'] },
  table: {
    good: [[{ c1: '笔', c2: 3 }, {}]],
    bad: [[{ c2: 3 }], [{ c1: '笔', c2: 'x' }], Array(3).fill({ c1: '笔' }), 'x'],
  },
}

const holding = [...controls, ...kits].filter((part) => !('isSaid' in part)).map(({ no }) => no)

test('every control and kit takes what it should, reads it again to the same, and says it in words', () => {
  expect(Object.keys(cases).toSorted()).toEqual(holding.toSorted())
  for (const no of holding)
    for (const value of cases[no]?.good ?? []) {
      const { values, errors } = read(no, value)
      expect([no, value, errors]).toEqual([no, value, []])
      expect(values).toHaveProperty('c1')
      expect(read(no, values['c1'])).toEqual({ values, errors: [] })
      expect(valueWords(columnOf(no), values['c1'], offered)).toMatch(/\S/)
    }
})

test('days before today, before the first and after the last are refused in every control of days', () => {
  const day = (ahead: number) => today(ahead).replaceAll('-', '')
  const ofDay = (no: string, one: string) =>
    ({ date: one, datetime: `${one}080000`, days: { sDt: one, eDt: one }, times: { sDt: `${one}080000`, eDt: `${one}235959` } })[
      no
    ]
  for (const no of ['date', 'datetime', 'days', 'times']) {
    const told = (one: string, more: Partial<Column>) => read(no, ofDay(no, one), more).errors.map(({ message }) => message)
    expect(told(day(0), { aftFlag: '1' })).toEqual([])
    expect(told(day(-1), { aftFlag: '1' })).toEqual(['甲不能早于今天'])
    expect(told('20260831', { minDt: '20260901', maxDt: '20260930' })).toEqual(['甲不能早于 2026-09-01'])
    expect(told('20261001', { minDt: '20260901', maxDt: '20260930' })).toEqual(['甲不能晚于 2026-09-30'])
    expect(told('20260930', { minDt: '20260901', maxDt: '20260930' })).toEqual([])
  }
})

test('a line takes a landline, one with an extension, a hardware address or a page of the web, and tidies what is typed', () => {
  const line = (value: string, rule: Column['rule']) => {
    const { values, errors } = read('text', value, { rule, len: 100 })
    return values['c1'] ?? errors[0]?.message
  }
  expect(line('０592 - 1234567', 'landline')).toBe('0592-1234567')
  expect(line('0592-1234567-801', 'landline')).toMatch('甲应为 6 到 8 位数字，前面可加 3 到 4 位区号')
  expect(line('0592-1234567-801', 'extension')).toBe('0592-1234567-801')
  expect(line('00:1a:2b:3c:4d:5e', 'mac')).toBe('00:1A:2B:3C:4D:5E')
  expect(line('001A2B', 'mac')).toMatch('甲应为六组两位十六进制数')
  expect(line('https://例子.中国/校历', 'url')).toBe('https://例子.中国/校历')
  expect(line('javascript:alert(1)', 'url')).toMatch('甲应为 http://')
})

test('files of other types than the field takes are refused', () => {
  const told = (name: string) => read('files', [{ ...file, name }], { types: ['pdf', 'doc'] }).errors[0]?.message
  expect([told('证明.pdf'), told('证明.DOCX'), told('程序.txt')]).toEqual([undefined, undefined, '甲只能是 pdf、doc、docx'])
  // Checks that a file is taken for what it was when it came, whatever the form calls it.
  const columns = [{ ...columnOf('files'), types: ['pdf' as const] }]
  const held = (type: string) => () => refuseOtherFiles(columns, { c1: [file] }, [{ fileNo: 'F1', type }])
  expect(held('pdf')).not.toThrow()
  expect(held('txt')).toThrow('甲只能是 pdf')
  expect(() => refuseOtherFiles(columns, { c1: [file] }, [])).toThrow('甲里有的文件已失效，请重新上传')
})

test('every control and kit refuses what it should, and names its field', () => {
  for (const no of holding)
    for (const value of cases[no]?.bad ?? []) {
      const { values, errors } = read(no, value)
      expect([no, value, errors.length > 0]).toEqual([no, value, true])
      for (const { field, message } of errors) {
        expect(field).toMatch(/^c1/)
        expect(message).toMatch(/^甲[^\s]*[\u4e00-\u9fff]/)
      }
      if (no !== 'table') expect(values).toEqual({})
    }
})

test('whatever is thrown at a form is refused or read, and what was read is read again to the same', () => {
  const every = holding.map((no, i) => ({ ...columnOf(no), clmnNo: `c${i + 1}`, clmnName: `字段${i + 1}` }))
  const some = fc.oneof(
    fc.anything(),
    ...Object.values(cases)
      .flatMap(({ good, bad }) => [...good, ...bad])
      .map((one) => fc.constant(one)),
  )
  const given = fc.dictionary(fc.constantFrom(...every.map(({ clmnNo }) => clmnNo), '__proto__'), some)
  fc.assert(
    fc.property(given, (values) => {
      const first = readFilledForm(every, values as FormValues, offered)
      const again = readFilledForm(every, first.values, offered)
      if (first.errors.length === 0) expect(again).toEqual(first)
      expect(JSON.stringify(first.values).length).toBeLessThan(200_000)
    }),
    { numRuns: 500 },
  )
  let deep: unknown = 'x'
  for (let i = 0; i < 50_000; i++) deep = { a: [deep] }
  for (const no of holding) expect(read(no, deep).values).toEqual({})
})

test('what must be filled in is asked for, and what is read-only holds its default whatever is sent', () => {
  for (const no of holding)
    expect(read(no, undefined, { mustFlag: '1' }).errors).toEqual([{ field: 'c1', message: '甲不能为空' }])
  expect(read('text', '别的', { readFlag: '1', dftlVal: '定值' }).values).toEqual({ c1: '定值' })
})

const chain = (ops: { above: number; op: 'eq' | 'ne' | 'filled' | 'empty'; val: string }[]) =>
  ops.map(({ above, op, val }, i) =>
    newColumn(`c${i + 1}`, `字段${i + 1}`, {
      ctrlNo: 'text',
      visIf: i === 0 ? null : { clmnNo: `c${above + 1}`, op, vals: [val] },
    }),
  )

test('conditions end whatever they name, circles are refused, and hidden fields are not kept', () => {
  const one = fc.record({
    above: fc.nat(11),
    op: fc.constantFrom('eq', 'ne', 'filled', 'empty'),
    val: fc.constantFrom('甲', '乙'),
  })
  fc.assert(
    fc.property(
      fc.array(one, { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom('甲', '乙', ''), { maxLength: 12 }),
      (ops, texts) => {
        const columns = chain(ops as never)
        const given = Object.fromEntries(texts.map((text, i) => [`c${i + 1}`, text]))
        const { values } = readFilledForm(columns, given, offered)
        const shown = shownColumns(columns, values).map(({ clmnNo }) => clmnNo)
        for (const clmnNo of Object.keys(values)) expect(shown).toContain(clmnNo)
      },
    ),
  )
  const [first, second, third] = chain([
    { above: 0, op: 'eq', val: '' },
    { above: 0, op: 'eq', val: '甲' },
    { above: 1, op: 'filled', val: '' },
  ]) as [Column, Column, Column]
  const columns = [first, second, third]
  expect(isColumnShown(third, columns, { c1: '甲', c2: '有' })).toBe(true)
  expect(isColumnShown(third, columns, { c1: '乙', c2: '有' })).toBe(false)
  expect(formFaults([{ ...first, visIf: { clmnNo: 'c2', op: 'filled', vals: [] } }, second], '06')).toContainEqual({
    field: 'c1',
    message: '字段1：显示条件绕成了圈：“字段1”→“字段2”→“字段1”，请去掉其中一个',
  })
})

test.each([
  [0, '零元整'],
  [0.05, '伍分'],
  [0.5, '伍角'],
  [1.05, '壹元零伍分'],
  [10, '壹拾元整'],
  [1205.5, '壹仟贰佰零伍元伍角'],
  [10_010, '壹万零壹拾元整'],
  [100_000, '壹拾万元整'],
  [1_000_001, '壹佰万零壹元整'],
  [6007.14, '陆仟零柒元壹角肆分'],
  [100_010_000, '壹亿零壹万元整'],
  [100_000_001, '壹亿零壹元整'],
  [-3.2, '负叁元贰角'],
])('%d is written %s on a receipt', (amount, words) => expect(amountInWords(amount)).toBe(words))

test('the fixed columns of every type make a form that can be published, and none can be lost or weakened', () => {
  for (const typeNo of ['01', '02', '03', '04', '05', '07']) {
    const columns = initialColumns(typeNo)
    expect(formFaults(columns, typeNo)).toEqual([])
    // Stores them as the database gives them back: with their keys in another order.
    const stored = JSON.parse(
      JSON.stringify(columns, ['vals', 'op', ...Object.keys(columns[0] ?? {}).toReversed(), 'name', 'val']),
    ) as Column[]
    expect(lostColumns(stored, typeNo)).toEqual([])
    columns.forEach((column, at) => {
      // Leaves out what a new form begins with, and may lose.
      if (column.fldCode === null) return
      const changes: Partial<Column>[] = [
        { fldCode: null },
        { ctrlNo: 'note', kitNo: null },
        { showFlag: '0' },
        { readFlag: '1', dftlVal: 'x' },
        { clmnNo: 'c99' },
        { opts: [...column.opts, { val: '9', name: '别的' }] },
        ...(column.mustFlag === '1' ? [{ mustFlag: '0' as const }] : []),
        ...(column.len === null ? [] : [{ len: column.len + 1 }]),
        ...(column.clmns.length === 0 ? [] : [{ clmns: column.clmns.slice(1) }]),
      ]
      for (const change of changes) {
        const told = lostColumns(columns.with(at, { ...column, ...change }), typeNo)
        expect([change, told.length]).toEqual([change, 1])
      }
      expect(lostColumns([...columns, { ...column, clmnNo: 'c98' }], typeNo)[0]).toContain('只能有一个')
    })
  }
  expect(formFaults([], '06')).toEqual([{ field: 'billClmns', message: '至少要有一个可以填写的字段' }])
  expect(isEqualDesign({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe(false)
})

test('numbers and addresses are masked wherever a form holds them, and no landline is told by its mask', () => {
  const secret = makeSecret(testKey)
  const columns = [
    columnOf('tel'),
    { ...columnOf('email'), clmnNo: 'c2' },
    { ...columnOf('area'), clmnNo: 'c3' },
    { ...columnOf('person'), clmnNo: 'c4' },
    newColumn('c5', '家属', { kitNo: 'table', clmns: [newCell('c1', '座机', { ctrlNo: 'tel' })] }),
  ]
  const kept = sealValues(secret, columns, {
    c1: '13800138000',
    c2: 'zhang@school.cn',
    c3: { prvn: '晨光省', adr: '文化路 18 号 3 单元' },
    c4: { idNo: '110101199003074514', sex: 'M' },
    c5: [{ c1: '654321' }, { c1: '0571-88123456' }],
  })
  expect(JSON.stringify(kept)).not.toContain('110101199003074514')
  expect(maskValues(columns, kept)).toEqual({
    c1: '138****8000',
    c2: 'z****@school.cn',
    c3: { prvn: '晨光省', adr: '文化路****' },
    c4: { idNo: '••••', sex: 'M' },
    c5: [{ c1: '****21' }, { c1: '****3456' }],
  })
  expect(openValues(secret, columns, kept)).toMatchObject({ c4: { idNo: '110101199003074514' } })
})
