import { expect, test } from 'vitest'
import * as z from 'zod'
import { draftName, draftOf, isOutdated, readDraft, stillChanges } from '#web/form/draft.ts'

const contract = z.object({
  empName: z.string(),
  rem: z.string().nullish(),
  authTel: z.string().nullish().meta({ masked: true }),
  pwd: z.string().optional().meta({ secret: true }),
  orgNos: z.array(z.string()),
  ver: z.int(),
})
const record = { empNo: '3001', empName: '曹静', rem: null, authTel: '138****0001', orgNos: ['O1'], ver: 4 }

test('a draft holds what was changed, what it was before, and the version; no password, file or masked value', () => {
  const values = { ...record, empName: '曹静文', rem: '', authTel: '139****0002', pwd: 'Campus2026', orgNos: ['O1', 'O2'] }
  expect(draftOf(contract, values, record)).toEqual({
    changes: { empName: '曹静文', orgNos: ['O1', 'O2'] },
    before: { empName: '曹静', orgNos: ['O1'] },
    ver: 4,
  })
  const typed = draftOf(contract, { ...record, authTel: '13900000002' }, record)
  expect(typed).toEqual({ changes: { authTel: '13900000002' }, before: {}, ver: 4 })
  expect(draftOf(contract, { ...record, rem: new Blob(['x']) }, record)).toBeUndefined()
  expect(draftOf(contract, { ...record, rem: '' }, record)).toBeUndefined()
  expect(draftOf(contract, { empName: '新人' }, {})).toEqual({
    changes: { empName: '新人' },
    before: { empName: null },
    ver: null,
  })
})

test('a draft fills in what it still changes, and leaves alone what has been typed meanwhile', () => {
  const draft = { changes: { empName: '曹静文', rem: '调岗', gone: 1, orgNos: ['O1'] }, before: {}, ver: 4 }
  expect(stillChanges(contract, draft, record, record)).toEqual({ empName: '曹静文', rem: '调岗' })
  expect(stillChanges(contract, draft, record, { ...record, rem: '退休' })).toEqual({ empName: '曹静文' })
})

test('a draft of an older version of the record is known as one', () => {
  const draft = { changes: {}, before: {}, ver: 4 }
  expect([record, { ...record, ver: 5 }].map((one) => isOutdated(draft, one))).toEqual([false, true])
  expect(isOutdated({ ...draft, ver: null }, {})).toBe(false)
})

test('what is no draft of ours is not filled in', () => {
  expect(readDraft('{"changes":{"rem":"1"},"before":{},"ver":null}')).toEqual({ changes: { rem: '1' }, before: {}, ver: null })
  expect(readDraft('{"rem":"1"}')).toBeUndefined()
})

test('a draft is kept under its call and the number of its record; a choice of many records has none', () => {
  expect(draftName('/ent/emp/update', { empNo: '3001' })).toBe('/ent/emp/update 3001')
  expect(draftName('/ecb/idnt/create', { prtNo: null })).toBe('/ecb/idnt/create')
  expect(draftName('/ent/photo/reject', { applyNos: Array.from({ length: 100 }, (_, i) => `A${i}`) })).toBeUndefined()
})
