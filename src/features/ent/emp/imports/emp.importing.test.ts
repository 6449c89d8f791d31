import { afterAll, beforeAll, expect, test } from 'vitest'
import { org } from '#features/ent/org/org.contract.ts'
import { emp } from '../emp.contract.ts'
import { imp } from '#contract/shell/imp.contract.ts'
import { asOwner, type School, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { previewRows, schoolOfTheList } from '../../../../../test/support/staffList.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const placesOf = ({ entNo }: School) =>
  asOwner(server, entNo, (db) =>
    db
      .selectFrom('orgemp')
      .select(['empNo', 'orgNo', 'mstFlag', 'leadFlag', 'showOrd'])
      .where('entNo', '=', entNo)
      .orderBy('empNo')
      .orderBy('orgNo')
      .execute(),
  )

test('who gets another of their departments as the main one still leads the old one, and undo gives it back to all', async () => {
  const school = await schoolOfTheList(server)
  const { client } = school.admin
  const list = (places: string) =>
    Array.from({ length: 60 }, (_, i) => ['高明', '男', `W${i}`, String(13_900_000_000 + i), '', places, ''])
  const write = async (places: string) => {
    const { batchNo } = await previewRows(school, list(places))
    expect(await client.call(emp.importempcreate, { batchNo })).toMatchObject({ errCnt: 0 })
    return batchNo
  }
  await write('教务处、财务室')
  const [first] = (await client.call(emp.getpage, { keyWord: '高明' })).datas
  const { empNo = '' } = first ?? {}
  await client.call(org.updateorgemp, { orgNo: school.orgNo, empNo, leadFlag: '1' })
  const before = await placesOf(school)
  const batchNo = await write('财务室、教务处')
  const swapped = await placesOf(school)
  expect(swapped).toEqual(
    before.map((place) => ({ ...place, mstFlag: place.empNo === school.admin.empNo || place.mstFlag === '0' ? '1' : '0' })),
  )
  expect(swapped.find((place) => place.leadFlag === '1')).toMatchObject({ empNo, orgNo: school.orgNo, mstFlag: '0' })
  await client.call(imp.undo, { batchNo })
  expect(await placesOf(school)).toEqual(before)
})
