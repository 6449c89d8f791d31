import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { history } from '#contract/shell/history.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { billtype } from '#features/ecb/billtype/billtype.contract.ts'
import { codegnrt } from '#features/ecb/codegnrt/codegnrt.contract.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { entact } from '#features/ecb/entact/entact.contract.ts'
import { idnt } from '#features/ecb/idnt/idnt.contract.ts'
import { catalogueInfo } from '#features/ecb/info/info.contract.ts'
import { mdl } from '#features/ecb/mdl/mdl.contract.ts'
import { payitem } from '#features/ecb/payitem/payitem.contract.ts'
import { pbccfg } from '#features/ecb/pbccfg/pbccfg.contract.ts'
import { pbcrole } from '#features/ecb/pbcrole/pbcrole.contract.ts'
import { pwr } from '#features/ecb/pwr/pwr.contract.ts'
import { account } from '#features/ecb/user/account.contract.ts'
import { bill } from '#features/ent/bill/bill.contract.ts'
import { edcunit } from '#features/ent/edcunit/edcunit.contract.ts'
import { empgrp } from '#features/ent/empgrp/empgrp.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { rescls } from '#features/res/rescls/rescls.contract.ts'
import { reg } from '#features/vam/reg/reg.contract.ts'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { makeField, openActivity } from '../support/activities.ts'
import { type Person, startServer, type TestServer } from '../support/harness.ts'
import { makePupilSchool, type PupilSchool } from '../support/pupilSchool.ts'
import { makeOperator } from '../support/seedSchool.ts'
import { portrait } from '../support/uploads.ts'

let server: TestServer
let operator: Person
let school: PupilSchool
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
  school = await makePupilSchool(server)
})
afterAll(() => server.close())

type Named = {
  create: Call
  facts: object
  /** Names the list that the record is found in; none where the list takes no keyword. */
  list?: Call
  asked?: object
}

/** Lists what somebody names and finds again: of the platform, and of a school. */
const ofPlatform: Named[] = [
  { create: billtype.create, facts: { typeNo: '41', typeName: '荔枝', minVal: 41, maxVal: 42 }, list: billtype.getpage },
  { create: idnt.create, facts: { idntNo: '041', idntName: '荔枝' }, list: idnt.getlist },
  { create: pwr.create, facts: { tmlType: '001', pwrNo: '000041', pwrName: '荔枝' }, list: pwr.getlist },
  {
    create: pbccfg.create,
    facts: { cfgCode: 'LZ_ON', idntNo: '000', cfgDesc: '荔枝', valType: 'S', dftlVal: '甲' },
    list: pbccfg.getlist,
  },
  { create: pbcrole.create, facts: { roleName: '荔枝', roleItem: '1', idntNo: '030' }, list: pbcrole.getlist },
  { create: account.create, facts: { name: 'fruit.one', nickName: '荔枝', idnts: [] }, list: account.getpage },
  { create: catalogueInfo.createtype, facts: { typeCode: 'LZ', chnName: '荔枝' }, list: catalogueInfo.gettypelist },
  { create: catalogueInfo.createtype, facts: { typeCode: 'LZ2', chnName: '荔枝' }, list: catalogueInfo.gettypepage },
  {
    create: catalogueInfo.create,
    facts: { typeCode: 'LZ', infoNo: '1', chnName: '荔枝' },
    list: catalogueInfo.getpage,
    asked: { typeCode: 'LZ' },
  },
  { create: codegnrt.create, facts: { gnrtCode: 'LIZHI', des: '荔枝', fixBit: 1, maxVal: 9 }, list: codegnrt.getpage },
  { create: mdl.create, facts: { mdlCode: 'lz1', tmlType: '001', mdlName: '荔枝' } },
]

const ofPayments: Named[] = [
  { create: entact.create, facts: { payType: '01', actName: '荔枝', actNo: '998877' }, list: entact.getlist },
  { create: payitem.create, facts: { theme: '水果', itemName: '荔枝', amt: 1, actRdx: 1, onFlag: '1' }, list: payitem.getlist },
]

const ofSchool = ({ entNo, gradeNo }: PupilSchool): Named[] => [
  { create: org.create, facts: { orgName: '荔枝', prtNo: null }, list: org.getlist },
  { create: edcunit.create, facts: { prtNo: rootUnitOf(entNo), unitType: '2', unitName: '荔枝' }, list: edcunit.getlist },
  { create: edcunit.create, facts: { prtNo: gradeNo, unitType: '5', unitName: '荔枝班' }, list: edcunit.getexlist },
  { create: empgrp.create, facts: { grpName: '荔枝', grpType: '1' }, list: empgrp.getpage },
  { create: role.createselfrole, facts: { roleName: '荔枝', roleItem: '1' }, list: role.getalllist },
  { create: bill.createtmpl, facts: { typeNo: '09', tmplName: '荔枝' }, list: bill.gettmpllist },
  { create: rescls.create, facts: { clsName: '荔枝', prtNo: null } },
]

const countOf = (result: unknown) => (Array.isArray(result) ? result.length : (result as { recordCount: number }).recordCount)

/** Lists what is not found by one of its spellings, as somebody looks for it in an enterprise. */
async function lostOf({ client }: Person, named: Named[], place: { entNo?: string } = {}) {
  const lost: string[] = []
  for (const { create, facts, list, asked = {} } of named) {
    const made = await client.answer(create, { ...facts, ...place })
    if (made.code !== 0) lost.push(`${create.path}: ${made.message}`)
    const op = client.lastOp
    for (const keyWord of list ? ['荔枝', 'lizhi', 'lz'] : []) {
      const { result } = await client.answer(list as Call, { ...asked, ...place, keyWord })
      if (countOf(result) === 0) lost.push(`${list?.path} ${keyWord}`)
    }
    const name = create === codegnrt.create ? 'LIZHI' : '荔枝'
    const { datas } = await client.call(history.getpage, { ...place, keyWord: name, pageSize: 100 })
    const line = datas.find((one) => one.op === op)
    if (!line?.what.includes(name)) lost.push(`${create.path} in the operations: ${line?.what}`)
  }
  return lost
}

test('what the platform names is found by name, pinyin and initials, and its operations by the name they show', async () => {
  expect(await lostOf(operator, ofPlatform)).toEqual([])
  const { recordCount } = await operator.client.call(history.getpage, { keyWord: 'fruit.one' })
  expect(recordCount).toBe(1)
})

test('what a school names is found by name, pinyin and initials, and its operations by the name they show', async () => {
  expect(await lostOf(school.admin, ofSchool(school))).toEqual([])
  expect(await lostOf(operator, ofPayments, { entNo: school.entNo })).toEqual([])
})

test('an enterprise is found by the phone of its contact, whole or by its tail', async () => {
  await operator.client.call(ent.update, { entNo: school.entNo, linkTel: '13812340987' })
  for (const keyWord of ['13812340987', '0987'])
    expect((await operator.client.call(ent.getpage, { keyWord, deepFlag: '1' })).datas.map(({ entNo }) => entNo)).toEqual([
      school.entNo,
    ])
  expect((await operator.client.call(ent.getpage, { keyWord: '1381234', deepFlag: '1' })).recordCount).toBe(0)
})

test('the operations tell who was enrolled in what, which activity and which file, and are found by it', async () => {
  const { admin, pupils } = await makeField(server)
  const { client } = admin
  const actNo = await openActivity(admin, { title: '荔枝采摘' })
  await client.call(reg.enroll, { actNo, stuNos: [pupils.stuNos[0]] })
  const file = new File([await (await portrait()).arrayBuffer()], '荔枝照.jpg')
  await client.call(upload.upload, { file })
  const { datas } = await client.call(history.getpage, { keyWord: '荔枝' })
  const told = datas.map(({ title, what }) => `${title} ${what}`)
  expect(told[0]).toMatch('文件“荔枝照.jpg”')
  expect(told[1]).toMatch(/报名“.+ · 荔枝采摘”/)
  expect(told[2]).toMatch('活动“荔枝采摘”')
  expect(told).toHaveLength(4)
})
