import { expect, test } from 'vitest'
import { matrixColumns, type MatrixModule, placeAfter, matrixRows } from '#domain/rights/rightsMatrix.web.ts'

const leaf = (mdlCode: string, func: string): MatrixModule => ({ mdlCode, name: mdlCode, func, items: [] })
const modules = [{ ...leaf('group', ''), items: [leaf('org', '000001,000004'), leaf('emp', '000004,000012')] }]

test('a branch ticks everything below it, and only actions that occur are columns', () => {
  const rows = matrixRows(modules)
  expect(rows.map(({ mdlCode, level, isBranch, branch }) => [mdlCode, level, isBranch, branch])).toEqual([
    ['group', 1, true, ['org:000001', 'org:000004', 'emp:000004', 'emp:000012']],
    ['org', 2, false, ['org:000001', 'org:000004']],
    ['emp', 2, false, ['emp:000004', 'emp:000012']],
  ])
  expect(matrixColumns(rows).map(({ name }) => name)).toEqual(['新增', '详情', '000012'])
})

test('an arrow leads to the next cell in its direction and stays where there is none; Home and End lead to the ends', () => {
  const rows = matrixRows(modules)
  const columns = matrixColumns(rows)
  const isThere = ({ row, column }: { row: number; column: number }) => rows[row]?.own.has(columns[column]?.pwrNo ?? '') === true
  const after = (key: string, row: number, column: number, withCtrl = false) =>
    placeAfter(key, { row, column }, { isThere, rows: rows.length, columns: columns.length }, withCtrl)
  expect(after('ArrowRight', 1, 0)).toEqual({ row: 1, column: 1 })
  expect(after('ArrowRight', 1, 1)).toBeUndefined()
  expect(after('ArrowDown', 1, 1)).toEqual({ row: 2, column: 1 })
  expect(after('ArrowDown', 1, 0)).toBeUndefined()
  expect(after('Enter', 1, 1)).toBeUndefined()
  expect(after('Home', 1, 1)).toEqual({ row: 1, column: 0 })
  expect(after('End', 1, 0)).toEqual({ row: 1, column: 1 })
  expect(after('Home', 2, 2)).toEqual({ row: 2, column: 1 })
  expect(after('Home', 0, 0)).toBeUndefined()
  expect(after('Home', 2, 2, true)).toEqual({ row: 1, column: 0 })
  expect(after('End', 1, 0, true)).toEqual({ row: 2, column: 2 })
})
