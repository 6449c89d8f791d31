import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import {
  drawerGroups,
  exportTitles,
  exportWidths,
  type FieldList,
  having,
  importNeeds,
  listOptions,
  sheetOptions,
  shapeOf,
} from '#contract/fieldList.ts'
import { explain } from '#contract/explain.ts'
import { maskedText, telephone } from '#contract/fields.ts'
import { employeeFields, employeeImportOrder } from '#features/ent/emp/emp.fields.ts'
import { plainCells } from '#server/exporting/exportRows.ts'
import { importColumns } from '#server/importing/importFields.ts'
import { asOwner, sharedServer, type TestServer } from '../support/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

// Copies the fields of an employee with one more, which is described here and nowhere else.
const fields = {
  ...employeeFields,
  ofcTel: {
    title: '办公电话',
    row: z.string().nullable(),
    write: telephone.nullish(),
    at: { list: { width: 120, more: true }, sheet: 120, drawer: '个人', export: 16, import: { also: ['座机'] } },
  },
} satisfies FieldList

test('a field added to a copy of the list is answered, written, and refused in a sentence that names it', () => {
  expect(Object.keys(shapeOf(fields, 'row'))).toContain('ofcTel')
  const form = z.object(shapeOf(fields, 'write')).partial()
  expect(form.parse({ ofcTel: '0592-1234567' })).toEqual({ ofcTel: '0592-1234567' })
  const { error } = form.safeParse({ ofcTel: '12' })
  expect(error && explain(form, error)[0]).toMatchObject({ field: 'ofcTel', message: expect.stringMatching(/^办公电话/) })
})

test('it is a column of the list and of the sheet, and stands in the drawer', () => {
  expect(having(fields, 'list', ['empName'])).toContain('ofcTel')
  expect(listOptions(fields.ofcTel)).toEqual({ width: 120, more: true })
  expect(sheetOptions(fields, ['empName'])).toContainEqual({ field: 'ofcTel', width: 120 })
  expect(drawerGroups(fields, ['empNo'])['个人']).toContain('ofcTel')
})

test('it is a column of the exported and of the imported workbook', async () => {
  expect([exportTitles(fields).ofcTel, exportWidths(fields).ofcTel]).toEqual(['办公电话', 16])
  const cells = await asOwner(server, server.services.rootNo, (db) => plainCells(db, fields, having(fields, 'export')))
  expect(cells.ofcTel({ ofcTel: '0592-1234567' })).toBe('0592-1234567')
  const column = importColumns(fields, employeeImportOrder, {}).find(({ field }) => field === 'ofcTel')
  expect([column?.title, column?.also, column?.read('0592-1234567')]).toEqual(['办公电话', ['座机'], { value: '0592-1234567' }])
  expect(column?.read('12')).toMatchObject({ wrong: expect.stringMatching(/^办公电话/) })
  expect(importNeeds(fields, employeeImportOrder)).toContain('办公电话')
})

test('a masked field without a cell of its own is exported by nobody', async () => {
  const masked = { ...fields, homeTel: { title: '家庭电话', row: maskedText, at: { export: 16 } } } satisfies FieldList
  const cells = await asOwner(server, server.services.rootNo, (db) => plainCells(db, masked, having(masked, 'export')))
  expect(() => cells.homeTel({ homeTel: '05921234567' })).toThrow('homeTel is masked')
})
