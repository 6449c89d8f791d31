import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { history } from '#contract/shell/history.contract.ts'
import { hnd } from '#features/ent/hnd/hnd.contract.ts'
import { ptr } from '#features/ent/ptr/ptr.contract.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { publish, unit } from '../../../../../test/support/handOut.ts'
import { clientOf, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { noticeLinks, tokenIn } from '../../../../../test/support/noticeLinks.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../../test/support/pupilSchool.ts'
import { prop } from '../prop.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const questions = [newColumn('c1', '您的手机', { ctrlNo: 'tel', arcFld: 'ptr.authTel' })]
const backs = [{ clmnNo: 'c1', way: 'replace' as const }]

/** Asks the families of two pupils for the phone of whoever answers. */
async function asked() {
  const school = await makePupilSchool(server)
  const { client } = school.admin
  const [ming, hong] = [await enrol(school), await enrol(school, { stuName: '李小红' })]
  const father = await giveGuardian(school, ming, { ptrName: '王建国' })
  const other = await giveGuardian(school, hong, { ptrName: '李卫东' })
  const tmplNo = await publish(school, questions)
  const { hndNo } = await client.call(hnd.handout, { title: '联系方式', tmplNo, scope: [unit(school.classNo)], backs })
  const links = await noticeLinks(server, '请填写：联系方式', school.entNo)
  const tokenOf = (name: string) => tokenIn(links.find(({ ptrName }) => ptrName === name)?.link ?? '')
  const send = (name: string, c1: string) => clientOf(server).call(mAns.send, { token: tokenOf(name), vals: { c1 } })
  const open = (name: string) => clientOf(server).call(mAns.open, { token: tokenOf(name) })
  const phoneOf = async (ptrNo: string) => {
    const { rows } = await server.owner.query<{ auth_tel: string }>(
      'select auth_tel from ptr where ent_no = $1 and ptr_no = $2',
      [school.entNo, ptrNo],
    )
    return rows[0]?.auth_tel ?? ''
  }
  const openNos = async () => (await client.call(prop.getpage, { hndNo })).datas.map(({ propNo }) => propNo)
  return { school, client, father, other, hndNo, send, open, phoneOf, openNos }
}

test('a guardian tells a new phone: it is proposed masked, changes their record alone when accepted, and comes back by an undo', async () => {
  const { client, father, other, hndNo, send, open, phoneOf, openNos } = await asked()
  const before = await phoneOf(father)
  const kept = await phoneOf(other)
  // Tells by a link that there is a phone, not which.
  expect((await open('王建国')).known).toMatchObject([{ clmnNo: 'c1', shown: `${before.slice(0, 3)}****${before.slice(-4)}` }])
  await send('王建国', '13955550001')
  expect((await client.call(prop.getpage, { hndNo })).datas).toMatchObject([
    { name: '王建国', owner: 'ptr', fldName: '手机', was: `${before.slice(0, 3)}****${before.slice(-4)}`, val: '139****0001' },
  ])
  await client.call(prop.accept, { propNos: await openNos() })
  expect([await phoneOf(father), await phoneOf(other)]).toEqual(['13955550001', kept])
  const { datas } = await client.call(history.getpage, { mineFlag: '1' })
  await client.call(history.undo, { op: datas[0]?.op ?? '' })
  expect(await phoneOf(father)).toBe(before)
})

test('a phone that somebody else has is not written, with why, and nothing changes', async () => {
  const { client, father, other, send, phoneOf, openNos } = await asked()
  const before = await phoneOf(father)
  await send('王建国', await phoneOf(other))
  const refused = await client.answer(prop.accept, { propNos: await openNos() })
  expect(refused.message).toMatch(/^没有写入：王建国的手机，手机已被李卫东.*使用$/)
  expect(await phoneOf(father)).toBe(before)
})

test('a changed phone signs nobody in before its holder has answered a code', async () => {
  const { client, school, father, send, openNos } = await asked()
  const auth = await client.call(ptr.auth, { ptrNo: father })
  expect(auth).not.toBeNull()
  await server.owner.query(
    `update account set tel_tm = now() where user_no in (select user_no from identity where ent_no = $1 and idnt_val = $2)`,
    [school.entNo, father],
  )
  await send('王建国', '13955550002')
  await client.call(prop.accept, { propNos: await openNos() })
  const { rows } = await server.owner.query(
    'select a.auth_tel, a.tel_tm from account a join identity i using (user_no) where i.ent_no = $1 and i.idnt_val = $2',
    [school.entNo, father],
  )
  expect(rows).toEqual([{ auth_tel: '13955550002', tel_tm: null }])
})
