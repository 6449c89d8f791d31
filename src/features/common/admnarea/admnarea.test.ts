import { afterAll, beforeAll, expect, test } from 'vitest'
import { areaCodeOf } from '#domain/people/area.ts'
import { asOwner, makePerson, makeSchool, type Person, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { admnarea } from '#contract/shell/admnarea.contract.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await sharedServer()
  person = await makePerson(await makeSchool(server))
})
afterAll(() => server.close())

test('whoever is signed in walks from the province to the town by names, and an unknown name leads nowhere', async () => {
  const { client } = person
  const provinces = await client.call(admnarea.getprvn)
  expect(provinces.map(({ areaName }) => areaName)).toContain('河北省')
  expect(provinces).toHaveLength(34)
  const cities = await client.call(admnarea.getcity, { prvnName: '河北省' })
  expect(cities[0]).toEqual({ areaCode: '1301', areaName: '石家庄市', lvl: 2, endFlag: '0' })
  expect((await client.call(admnarea.getcity, { prvnName: '北京市' })).map(({ areaName }) => areaName)).toEqual(['北京市'])
  const districts = await client.call(admnarea.getdstr, { prvnName: '河北省', cityName: '石家庄市' })
  expect([districts[0]?.areaName, new Set(districts.map(({ lvl }) => lvl))]).toEqual(['长安区', new Set([3])])
  const towns = await client.call(admnarea.gettown, { prvnName: '河北省', cityName: '石家庄市', dstrName: '长安区' })
  expect(new Set(towns.map(({ lvl, endFlag }) => `${lvl} ${endFlag}`))).toEqual(new Set(['4 1']))
  expect(await client.call(admnarea.getcity, { prvnName: '没有省' })).toEqual([])
  expect(await client.call(admnarea.getdstr, { prvnName: '河南省', cityName: '石家庄市' })).toEqual([])
})

test('the whole tree down to the districts comes in one call; towns come by branch', async () => {
  const { client } = person
  const tree = await client.call(admnarea.get, { level: 3 })
  expect(tree).toHaveLength(34)
  expect(tree.flatMap(({ items }) => items.flatMap((city) => city.items))).toHaveLength(3365)
  const branch = await client.call(admnarea.get, { level: 4, prtCode: '1301' })
  expect(branch[0]).toMatchObject({ areaName: '长安区', endFlag: '0', items: expect.arrayContaining([]) })
  expect(branch[0]?.items.length).toBeGreaterThan(5)
  expect((await client.answer(admnarea.get, { level: 4 })).message).toMatch('请同时给出上级代码')
  expect((await client.call(admnarea.get, { level: 1 }))[0]).toMatchObject({ areaName: '北京市', endFlag: '0', items: [] })
})

test('a name or a code finds areas with the whole way to them', async () => {
  const { client } = person
  const [first] = await client.call(admnarea.getlist, { keyWord: '长安区' })
  expect(first).toMatchObject({ areaCode: '130102', path: ['河北省', '石家庄市', '长安区'] })
  expect((await client.call(admnarea.getlist, { keyWord: '130102' }))[0]?.areaName).toBe('长安区')
  expect(await client.call(admnarea.getlist, { keyWord: '镇' })).toHaveLength(100)
  expect(await client.call(admnarea.getlist, { keyWord: '%' })).toEqual([])
  expect(await client.call(admnarea.getsource)).toMatchObject({
    verNo: '2023-06-30',
    cnts: { prvn: 34, city: 367, dstr: 3365, town: 41_352 },
  })
})

test('an address is kept by the code of the area it ends in, and a wrong name is told where it is wrong', async () => {
  const codeOf = (address: Parameters<typeof areaCodeOf>[1]) => asOwner(server, '', (db) => areaCodeOf(db, address))
  const told = (address: Parameters<typeof areaCodeOf>[1]) =>
    codeOf(address).catch(({ message, detail }) => [message, detail.errors[0].field])
  expect(await codeOf({ prvn: '河北省', city: '石家庄市', dstr: '长安区' })).toBe('130102')
  expect(await codeOf({ prvn: '河北省', city: null })).toBe('13')
  expect(await codeOf({})).toBeNull()
  expect(await told({ prvn: '天上省' })).toEqual(['没有“天上省”这个省级行政区，请重新选择', 'prvn'])
  expect(await told({ prvn: '河南省', city: '石家庄市' })).toEqual(['“石家庄市”不在“河南省”内，请重新选择市', 'city'])
  expect(await told({ prvn: '河北省', dstr: '长安区' })).toEqual(['请先选择市，再选择区县', 'city'])
})
