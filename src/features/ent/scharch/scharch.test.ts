import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, makeSchool, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { edcarch } from '../edcarch/edcarch.contract.ts'
import { history } from '#contract/shell/history.contract.ts'
import { scharch } from './scharch.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const place = { prvn: '河北省', city: '石家庄市', dstr: '长安区' }

test('a school fills in its archive bit by bit; only what is sent changes, and making it can be taken back', async () => {
  const { entNo, admin } = await makeSchool(server)
  const { client } = admin
  expect(await client.call(scharch.get)).toMatchObject({ entNo, prvn: null, flrSpc: null, ver: null })
  expect(await client.call(scharch.set, { ...place, schType: '211', flrSpc: 20_130.5, ver: null })).toMatchObject({ ver: 1 })
  const made = client.lastOp
  expect(await client.call(scharch.set, { ntr: '1', ver: 1 })).toMatchObject({ ...place, ntr: '1', flrSpc: 20_130.5, ver: 2 })
  const { rows } = await server.owner.query('select area_code from scharch where ent_no = $1', [entNo])
  expect(rows).toEqual([{ area_code: '130102' }])
  await client.call(history.undo, { op: client.lastOp })
  expect(await client.call(scharch.get)).toMatchObject({ ntr: null, ver: 3 })
  expect((await client.answer(scharch.set, { ntr: '2', ver: null })).code).toBe(10004)
  expect(await client.answer(scharch.set, { ntr: '2', ver: 1 })).toMatchObject({ code: 10004, result: { schType: '211' } })
  await client.call(history.undo, { op: made })
  expect(await client.call(scharch.get)).toMatchObject({ prvn: null, ver: null })
})

test('an address follows the areas: a wrong or a missing level is told at its field', async () => {
  const { client } = (await makeSchool(server)).admin
  const told = async (input: object) => {
    const { message, result } = await client.answer(scharch.set, { ...input })
    return [message, (result as { errors: { field: string }[] }).errors[0]?.field]
  }
  expect(await told({ ...place, city: '郑州市' })).toEqual(['“郑州市”不在“河北省”内，请重新选择市', 'city'])
  await client.call(scharch.set, place)
  expect(await told({ city: null })).toEqual(['请先选择市，再选择区县', 'city'])
  await client.call(scharch.set, { city: null, dstr: null })
  expect((await client.answer(scharch.set, { flrSpc: -1 })).message).toBe('占地面积（㎡）不能小于 0')
  expect((await client.answer(scharch.set, { flrArea: 1.005 })).message).toBe('建筑面积（㎡）最多两位小数')
})

test('a bureau sees the archives of its schools and its own, and changes only its own', async () => {
  const bureau = await makeSchool(server, { idntNo: '020' })
  const [one, other] = [
    await makeSchool(server, { prtNo: bureau.entNo }),
    await makeSchool(server, { prtNo: bureau.entNo }),
    await makeSchool(server),
  ]
  await one.admin.client.call(scharch.set, { ...place, schType: '211' })
  const { client } = bureau.admin
  expect((await client.call(scharch.getpage)).datas.map(({ entNo }) => entNo)).toEqual([one.entNo, other.entNo])
  expect((await client.call(scharch.getpage, { schType: '211' })).datas).toMatchObject([place])
  expect((await client.answer(scharch.set, { entNo: one.entNo, ntr: '1' })).code).toBe(30001)
  expect((await client.call(edcarch.getpage)).datas.map(({ entNo }) => entNo)).toEqual([bureau.entNo])
  await client.call(edcarch.set, { ...place, adr: '人民路 1 号' })
  expect(await client.call(edcarch.get)).toMatchObject({ adr: '人民路 1 号', ver: 1 })
  expect((await one.admin.client.call(scharch.getpage)).datas.map(({ entNo }) => entNo)).toEqual([one.entNo])
})

test('schools have school archives and others have others, and an operator is told so', async () => {
  const { client } = await makeOperator(server)
  const [school, company] = [await makeSchool(server), await makeSchool(server, { idntNo: '010' })]
  await asOwner(server, company.entNo, (db) =>
    db.updateTable('ent').set({ searchText: '晨光集团 cgjt' }).where('entNo', '=', company.entNo).execute(),
  )
  expect((await client.answer(scharch.set, { entNo: company.entNo, ntr: '1' })).message).toMatch('只有学校有学校档案')
  expect((await client.answer(edcarch.set, { entNo: school.entNo, adr: '路' })).message).toMatch('学校没有企业档案')
  await client.call(edcarch.set, { entNo: company.entNo, adr: '人民路 2 号' })
  expect((await client.call(edcarch.getpage, { keyWord: '晨光集' })).datas).toMatchObject([{ adr: '人民路 2 号', idntNo: '010' }])
})
