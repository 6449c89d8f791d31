import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { startServer, type TestServer } from '../../../../../test/support/harness.ts'
import { fetchFile } from '../../../../../test/support/uploads.ts'
import { callMeeting, type Hall, makeHall } from '../../../../../test/support/meetings.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { mtg } from '../mtg.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** Makes a meeting that is answered with a phone, an ID number and files, and an attendee who has done so. */
async function replied() {
  const hall = await makeHall(server, 2)
  const { client } = hall.admin
  const { tmplNo } = await client.call(bill.createtmpl, { typeNo: '03', tmplName: '参会回执' })
  const { billClmns } = await client.call(bill.gettmpl, { tmplNo })
  const more = [
    newColumn('c7', '紧急电话', { ctrlNo: 'tel' }),
    newColumn('c8', '身份证号', { ctrlNo: 'idNo' }),
    newColumn('c9', '证明', { kitNo: 'files' }),
  ]
  await client.call(bill.savetmplclmns, { tmplNo, billClmns: [...billClmns, ...more] })
  await client.call(bill.publishtmpl, { tmplNo })
  const mtgNo = await callMeeting(hall, { tmplNo })
  const [one] = hall.people as [Hall['admin']]
  const { fileNo } = await one.client.call(upload.upload, { file: new File(['%PDF-1.4'], '证明.pdf') })
  const vals = { c1: '1', c7: '13900001234', c8: '11010519491231002X', c9: [{ fileNo, name: '证明.pdf', size: 8 }] }
  await one.client.call(mtg.reply, { mtgNo, vals })
  return { hall, mtgNo, one, vals, fileNo }
}

test('an own reply is read in clear and handed in again changed, with phone and ID number', async () => {
  const { mtgNo, one, vals } = await replied()
  const own = async () => (await one.client.call(mtg.getmtginfo, { mtgNo })).mine?.vals
  expect(await own()).toEqual(vals)
  expect(await one.client.answer(mtg.reply, { mtgNo, vals: { ...(await own()), c7: '13900004321' } })).toMatchObject({ code: 0 })
  expect(await own()).toEqual({ ...vals, c7: '13900004321' })
})

test('files of a reply open for its author and for whoever sees to the meeting, numbers stay masked', async () => {
  const { hall, mtgNo, one, fileNo } = await replied()
  const { mine } = await one.client.call(mtg.getmtginfo, { mtgNo })
  const rowOf = async ({ client }: Hall['admin']) => (await client.call(mtg.getmtgmanpage, { mtgNo, keyWord: '员工甲' })).datas[0]
  const seen = await rowOf(hall.admin)
  expect(seen?.vals).toMatchObject({ c7: '139****1234', c8: '••••' })
  for (const files of [mine?.files, seen?.files]) {
    expect(files?.map((file) => file.fileNo)).toEqual([fileNo])
    expect((await fetchFile(server, files?.[0]?.url ?? '')).body.toString()).toBe('%PDF-1.4')
  }
  expect(await rowOf(hall.people[1] as Hall['admin'])).toMatchObject({ vals: null, files: [] })
})

test('whoever sees to a meeting reads a masked number of a reply in clear, one at a time, and that is kept; others do not', async () => {
  const { hall, mtgNo, one } = await replied()
  const { client } = hall.admin
  const { datas } = await client.call(mtg.getmtgmanpage, { mtgNo, keyWord: '员工甲' })
  const which = { mtgNo, manNo: datas[0]?.manNo as string }
  expect(await client.call(mtg.revealreply, { ...which, clmnNo: 'c8' })).toEqual({ value: '11010519491231002X' })
  expect(await client.call(mtg.revealreply, { ...which, clmnNo: 'c7' })).toEqual({ value: '13900001234' })
  expect((await client.answer(mtg.revealreply, { ...which, clmnNo: 'c99' })).code).toBe(10002)
  expect((await one.client.answer(mtg.revealreply, { ...which, clmnNo: 'c8' })).code).toBe(30001)
  const { rows } = await server.owner.query(
    `select key ->> 'field' as field from history where act = 'read' and key ->> 'mtg_no' = $1 order by id`,
    [mtgNo],
  )
  expect(rows.map(({ field }) => field)).toEqual(['c8', 'c7'])
})
