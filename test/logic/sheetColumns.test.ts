import { expect, test } from 'vitest'
import { emp, Employee } from '#features/ent/emp/emp.contract.ts'
import { stu, Student } from '#features/ent/stu/stu.contract.ts'
import { callColumn } from '#web/grid/columns.ts'
import { cellRange, spreadBlock } from '#web/grid/selection.ts'

const sexes = [
  { value: 'M', label: '男' },
  { value: 'N', label: '女' },
]

test('what stands in a cell is understood in words, and what is not is told as a sentence', () => {
  const sex = callColumn(emp.updatemany, Employee, { field: 'sex', width: 80 }, sexes)
  expect([sex.title, sex.required, sex.nameOf('N'), sex.read('女'), sex.read('M')]).toEqual([
    '性别',
    true,
    '女',
    { value: 'N' },
    { value: 'M' },
  ])
  expect(sex.read('男生')).toEqual({ value: '男生', wrong: '性别里没有“男生”，可选：男、女' })

  const born = callColumn(stu.updatemany, Student, { field: 'brth', width: 80 }, [])
  expect([born.required, born.nameOf('20150901')]).toEqual([false, '2015-09-01'])
  for (const text of ['2015/9/1', '2015-09-01', '2015年9月1日', '2015.9.1', '20150901', '42248', '2015/9/1 0:00:00'])
    expect([text, born.read(text)]).toEqual([text, { value: '20150901' }])
  expect(born.read('2015/13/1').wrong).toBe('“2015/13/1”不是日期，应如 2015-09-01')
  expect(born.read('')).toEqual({ value: null })

  const labels = callColumn(
    stu.updatemany,
    Student,
    {
      field: 'wts',
      width: 80,
      multiple: true,
      choices: [
        { value: '02', label: '住校' },
        { value: '11', label: '班干部' },
      ],
    },
    [],
  )
  expect(labels.read('班干部，住校')).toEqual({ value: '02,11' })
  expect(labels.nameOf('02,11')).toBe('住校、班干部')
  expect(labels.read('住校、走读').wrong).toBe('标签里没有“走读”')

  const place = callColumn(
    stu.updatemany,
    Student,
    { field: 'unitNo', width: 80, choices: [{ value: 'U1', label: '三年级（2）班' }] },
    [],
  )
  expect(place.read('三年级 (2) 班')).toEqual({ value: 'U1' })
  const idNo = callColumn(stu.updatemany, Student, { field: 'idNo', width: 80 }, [])
  expect([idNo.masked, idNo.read('••••').wrong]).toEqual([true, '请写完整的身份证号'])
})

test('one copied cell fills a selection, a block is repeated where it fits several times, and otherwise lies once', () => {
  const at = cellRange({ row: 1, col: 0 }, { row: 4, col: 1 })
  const placed = (block: string[][]) => spreadBlock(block, at).map(({ place: { row, col }, cell }) => `${row}${col}${cell}`)
  expect(placed([['a']])).toEqual(['10a', '11a', '20a', '21a', '30a', '31a', '40a', '41a'])
  expect(placed([['a'], ['b']])).toEqual(['10a', '11a', '20b', '21b', '30a', '31a', '40b', '41b'])
  expect(placed([['a', 'b', 'c']])).toEqual(['10a', '11b', '12c', '20a', '21b', '22c', '30a', '31b', '32c', '40a', '41b', '42c'])
  expect(placed([['a'], ['b'], ['c']])).toEqual(['10a', '11a', '20b', '21b', '30c', '31c'])
})
