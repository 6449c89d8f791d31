import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FormValues } from '#contract/form/column.ts'
import { newCell, newColumn } from '#contract/form/initial.ts'
import { asOwner, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { cellsOf } from '../../../../test/support/seedSchool.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../test/support/pupilSchool.ts'
import { addColumns, enter, type Gate, makeGate } from '../../../../test/support/visits.ts'
import { bill } from '../bill/bill.contract.ts'
import { vst } from './vst.contract.ts'

let server: TestServer
let gate: Gate
const opts = [
  { val: 'a', name: '步行' },
  { val: 'b', name: '开车' },
]
beforeAll(async () => {
  server = await startServer()
  gate = await makeGate(server)
  await addColumns(gate, [
    newColumn('c50', '携带物品', { ctrlNo: 'text', qryFlag: '1', listFlag: '1' }),
    newColumn('c51', '方式', { ctrlNo: 'radio', opts, qryFlag: '1', listFlag: '1' }),
    newColumn('c52', '随行', { ctrlNo: 'checkbox', opts, qryFlag: '1' }),
    newColumn('c53', '送货日', { ctrlNo: 'date', qryFlag: '1' }),
    newColumn('c54', '借用', { kitNo: 'days', qryFlag: '1' }),
    newColumn('c55', '司机电话', { ctrlNo: 'tel', qryFlag: '1', listFlag: '1' }),
    newColumn('c56', '备注', { ctrlNo: 'text' }),
  ])
})
afterAll(() => server.close())

test('a list of one form is narrowed by the columns that may be queried, together with its counts and its export', async () => {
  const { admin, tmplNo } = gate
  const one = await enter(gate, {
    c50: '投影仪 100%',
    c51: 'a',
    c52: ['a', 'b'],
    c53: '20270301',
    c54: { sDt: '20270301', eDt: '20270305' },
  })
  const other = await enter(gate, { c50: '教材 1000', c51: 'b', c52: ['a'], c53: '20270302', c56: '投影仪' })
  const found = async (sought: object) => {
    const filter = { tmplNo, qryVals: JSON.stringify(sought) }
    const { datas } = await admin.client.call(vst.getvstnotepersonalpage, filter)
    expect((await admin.client.call(vst.getstatis, filter)).waitCnt).toBe(datas.length)
    return datas.map(({ vstNo }) => vstNo).sort()
  }
  expect(await found({ c50: '投影' })).toEqual([one])
  expect(await found({ c50: '100%' })).toEqual([one])
  expect(await found({ c50: '教材', c51: 'a' })).toEqual([])
  expect(await found({ c51: 'b' })).toEqual([other])
  expect(await found({ c52: 'a' })).toEqual([one, other])
  expect(await found({ c52: 'b' })).toEqual([one])
  expect(await found({ c53: '20270302' })).toEqual([other])
  expect(await found({ c54: '20270304' })).toEqual([one])
  const { result } = await admin.client.answer(vst.export, { tmplNo, qryVals: '{"c51":"b"}' })
  const cells = await cellsOf((result as Uint8Array<ArrayBuffer>).buffer)
  expect([cells.includes(one), cells.includes(other)]).toEqual([false, true])
})

test('what lists mask, or may not be queried, is not looked for; nor anything without a form', async () => {
  const { admin, tmplNo } = gate
  const ask = async (qryVals: string, of?: string) =>
    (await admin.client.answer(vst.getvstnotepersonalpage, { qryVals, tmplNo: of })).message
  const changed = '表单已修改，有的字段不能再查询，请刷新后重选'
  for (const clmnNo of ['c55', 'c56', 'c2', 'c999']) expect(await ask(JSON.stringify({ [clmnNo]: '1' }), tmplNo)).toBe(changed)
  expect(await ask('{"c50":"1"}')).toBe('请先选择表单')
  for (const broken of ['x', '[]', '{"c50":{"a":1}}', '{"c50\':":"1"}'])
    expect(await ask(broken, tmplNo)).toBe('表单内容的格式不正确')
})

test('an export of one form has the columns that its list shows, masked unless asked otherwise', async () => {
  const { admin, tmplNo } = gate
  await enter(gate, { c1: '导出客', c50: '=1+1', c51: 'b', c55: '13566667777', c56: '不列出' })
  const sheet = async (more: object) => {
    const { result } = await admin.client.answer(vst.export, { tmplNo, keyWord: '导出客', flds: ['vstName'], ...more })
    return cellsOf((result as Uint8Array<ArrayBuffer>).buffer)
  }
  const cells = await sheet({})
  for (const shown of ['访客', '携带物品', '方式', '司机电话', "'=1+1", '开车', '135****7777']) expect(cells).toContain(shown)
  expect(cells).not.toContain('不列出')
  expect(await sheet({ mask: '0' })).toContain('13566667777')
  expect(await sheet({ tmplNo: undefined })).not.toContain('携带物品')
})

test('those who come along are read by the cells of their type, wherever a designer puts others', async () => {
  const own = await makeGate(server)
  const { billClmns } = await own.admin.client.call(bill.gettmpl, { tmplNo: own.tmplNo })
  const withPost = billClmns.map((column) =>
    column.fldCode === 'mates'
      ? {
          ...column,
          clmns: [newCell('c9', '职务', { ctrlNo: 'text' }), ...column.clmns, newCell('c10', '座机', { ctrlNo: 'tel' })],
        }
      : column,
  )
  await own.admin.client.call(bill.savetmplclmns, { tmplNo: own.tmplNo, billClmns: withPost })
  await own.admin.client.call(bill.publishtmpl, { tmplNo: own.tmplNo })
  await enter(own, { c8: [{ c9: '主任', c1: '李同行', c10: '010-65432100' }] })
  const { datas } = await own.admin.client.call(vst.getvstnoteteampage)
  expect(datas[0]?.mates).toEqual([{ rdx: 1, mateName: '李同行', mateTel: null, idNo: null }])
})

test('a guardian is told apart by name and phone, with a child of the host’s, to whoever reaches that child', async () => {
  const school = await makePupilSchool(server)
  const own = await makeGate(server, school)
  const elder = await enrol(school, { stuName: '大宝', unitNo: school.otherNo })
  const younger = await enrol(school, { stuName: '二宝' })
  const ptrNo = await giveGuardian(school, elder, { ptrName: '张家长', authTel: '13811112222' })
  const link = { entNo: school.entNo, stuNo: younger, ptrNo, relt: '51' }
  await asOwner(server, school.entNo, (db) => db.insertInto('stuptr').values(link).execute())
  await giveGuardian(school, elder, { ptrName: '王家长', authTel: '13811113333' })
  const toHead = { c5: [{ no: school.head.empNo, name: '韩老师' }] }
  const shown = async (c1: string, c2: string, more: FormValues = {}, { client } = own.admin) =>
    (await client.call(vst.get, { vstNo: await enter(own, { c1, c2, ...more }) })).stuName
  expect(await shown('张家长', '13811112222')).toBe('大宝')
  expect(await shown('张家长', '13811112222', toHead)).toBe('二宝')
  expect(await shown('张家长', '13811113333')).toBeNull()
  expect(await shown('李家长', '13811112222')).toBeNull()
  expect(await shown('张家长', '13811112222', toHead, school.head)).toBe('二宝')
  expect(await shown('王家长', '13811113333', toHead)).toBe('大宝')
  expect(await shown('王家长', '13811113333', toHead, school.head)).toBeNull()
})

test('a masked value of the form is read in clear by whoever may see such values, and the look is kept', async () => {
  const { admin, host } = gate
  const vstNo = await enter(gate, { c55: '13912345678' })
  expect((await admin.client.call(vst.get, { vstNo })).vals).toMatchObject({ c55: '139****5678' })
  const asked = { vstNo, field: 'vals', clmnNo: 'c55' }
  expect((await admin.client.answer(vst.reveal, asked)).result).toEqual({ value: '13912345678' })
  expect((await admin.client.answer(vst.reveal, { ...asked, clmnNo: 'c99' })).code).toBe(10002)
  expect((await admin.client.answer(vst.reveal, { vstNo, field: 'vals' })).code).toBe(10002)
  expect((await host.client.answer(vst.reveal, asked)).code).toBe(30001)
  const { rows } = await server.owner.query(`select key from history where act = 'read' and key ->> 'vst_no' = $1`, [vstNo])
  expect(rows).toEqual([{ key: { vst_no: vstNo, field: 'c55' } }])
})
