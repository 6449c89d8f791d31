import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { ent } from '#features/ecb/ent/ent.contract.ts'
import { enterpriseSettings } from '#features/ecb/entcfg/entcfg.contract.ts'
import { entmdl } from '#features/ecb/entmdl/entmdl.contract.ts'
import { ownMdl } from '#features/ent/mdl/mdl.contract.ts'
import { emppwr } from '#features/ent/emppwr/emppwr.contract.ts'
import { emprole } from '#features/ent/emprole/emprole.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { rolepwr } from '#features/ent/rolepwr/rolepwr.contract.ts'
import { asOwner, startServer, type TestServer } from '../support/harness.ts'
import { makePupilSchool, type PupilSchool } from '../support/pupilSchool.ts'
import { makeOperator } from '../support/seedSchool.ts'

let server: TestServer
let school: PupilSchool
beforeAll(async () => {
  server = await startServer()
  school = await makePupilSchool(server)
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { items?: Row[] }

/** Returns the rows of an answer: of a list, a page, or a tree. */
function rowsOf(result: unknown): Row[] {
  const rows = Array.isArray(result) ? (result as Row[]) : (result as { datas: Row[] }).datas
  return rows.flatMap((row) => [row, ...rowsOf(row.items ?? [])])
}

test('each row of an enterprise says which enterprise it is of', async () => {
  const { admin, entNo, head } = school
  await asOwner(server, entNo, (db) =>
    db.insertInto('emppwr').values({ entNo, empNo: head.empNo, mdlCode: 'emp', pwrNo: '000004', addDelFlag: '1' }).execute(),
  )
  await admin.client.call(role.createselfrole, { roleName: '年级组长', roleItem: '4' })
  const operator = await makeOperator(server)
  const asked: [Call, object?, object?][] = [
    [enterpriseSettings.getlist, { entNo }],
    [entmdl.getlist, { entNo }],
    [ownMdl.getmdltree],
    [role.getalllist],
    [role.getselfrolelist],
    [role.getselfroleexlist],
    [role.getpbcrolelist],
    [role.getpbcroleexlist],
    [emprole.getlist, undefined, { roleNo: 'P030CLASS' }],
    [emppwr.getlist],
    [rolepwr.getlist],
  ]
  for (const [call, from, input = {}] of asked) {
    const { result } = await (from ? operator : admin).client.answer(call, { ...from, ...input })
    const rows = rowsOf(result)
    expect([call.path, rows.length > 0, rows.every((row) => row.entNo === entNo)]).toEqual([call.path, true, true])
  }
})

test('an enterprise names the account of its first administrator, in lists and on its page', async () => {
  const { admin, entNo } = school
  const operator = await makeOperator(server)
  const user = { userNo: admin.userNo, nickName: expect.any(String) }
  expect(await operator.client.call(ent.get, { entNo })).toMatchObject({ user })
  for (const call of [ent.getlist, ent.getpage]) {
    const { result } = await operator.client.answer(call, { deepFlag: '1', keyWord: entNo })
    expect(rowsOf(result)).toMatchObject([{ entNo, user }])
  }
})

test('a department is answered whole: its level and leaders in the list, telephone, remark and order beside its leaders', async () => {
  const { admin, orgNo } = school
  const { client } = admin
  const made = await client.call(org.create, {
    orgName: '教研处',
    prtNo: orgNo,
    tel: '010-62345678',
    rem: '二楼',
    leadEmpNos: [admin.empNo],
  })
  const { result } = await client.answer(org.getlist, { keyWord: 'jiaoyanchu' })
  expect(result).toMatchObject([{ orgNo: made.orgNo, lvl: 2, leadEmpNos: [admin.empNo] }])
  const nodes = rowsOf((await client.answer(org.getwithleademp)).result)
  expect(nodes.find((node) => node.orgNo === made.orgNo)).toMatchObject({
    tel: '010-62345678',
    rem: '二楼',
    showOrd: made.showOrd,
    leadEmps: [{ empNo: admin.empNo }],
  })
})
