import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewAsked } from '#domain/collections/joiners.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { clientOf, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { filled, handOut as handOutTo, publish } from '../../../../../test/support/handOut.ts'
import { noticeLinks, tokenIn } from '../../../../../test/support/noticeLinks.ts'
import { enrol, giveGuardian, makePupilSchool } from '../../../../../test/support/pupilSchool.ts'
import { hnd } from '../hnd.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const handOut = (more: object = {}) => handOutTo(server, more)
const stranger = () => clientOf(server)

test('who comes into the class while it is open is asked too and told, where the sender wants it, and nobody else', async () => {
  const { school, client, hndNo } = await handOut({ joinFlag: '1' })
  const { entNo, otherNo } = school
  const [fresh, moved] = [await enrol(school, { stuName: '新来的' }), await enrol(school, { stuName: '转班的', unitNo: otherNo })]
  await enrol(school, { stuName: '别班的', unitNo: otherNo })
  await giveGuardian(school, fresh, { ptrName: '新家长' })
  await server.owner.query('update stu set unit_no = $3 where ent_no = $1 and stu_no = $2', [entNo, moved, school.classNo])
  for (const _ of [1, 2]) await renewAsked(server.services, entNo)
  const { datas } = await client.call(hnd.getasked, { hndNo })
  expect(datas.map(({ name }) => name).toSorted()).toEqual(['周没人', '新来的', '李小红', '王小明', '转班的'].toSorted())
  const links = await noticeLinks(server, '请填写：家庭情况', entNo)
  expect(links.map(({ ptrName }) => ptrName).toSorted()).toEqual(['李卫东', '新家长', '王建国', '赵敏'].toSorted())
  const token = tokenIn(links.find(({ ptrName }) => ptrName === '新家长')?.link ?? '')
  await stranger().call(mAns.send, { token, vals: filled })
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: 5, doneCnt: 1 })
})

test('nobody joins one that does not want it, is over, or has ended', async () => {
  const plain = await handOut()
  const over = await handOut({ joinFlag: '1', dueTm: '20300101120000' })
  await server.owner.query("update hnd set due_tm = now() - interval '1 minute' where hnd_no = $1", [over.hndNo])
  const ended = await handOut({ joinFlag: '1' })
  await ended.client.call(hnd.end, { hndNo: ended.hndNo })
  for (const { school, client, hndNo } of [plain, over, ended]) {
    await enrol(school, { stuName: '新来的' })
    await renewAsked(server.services, school.entNo)
    expect(await client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: 3 })
  }
})

test('who leaves without an answer is out of the count and of the inboxes, and asked again on return; an answer stays', async () => {
  const { school, client, hndNo, tokenOf, ming, hong } = await handOut()
  const { entNo, admin } = school
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: filled })
  await admin.client.call(stu.transfer, { stuNos: [ming, hong], lvDt: '20260101', lvRsn: '迁居' })
  await renewAsked(server.services, entNo)
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: 2, doneCnt: 1, goneCnt: 1 })
  expect((await client.call(hnd.getasked, { hndNo, state: 'gone' })).datas).toMatchObject([{ name: '王小明', stt: '4' }])
  const inInbox = async () =>
    (await server.owner.query('select from msgto where ent_no = $1 and stu_no = $2 and gone_tm is null', [entNo, ming])).rows
      .length
  expect(await inInbox()).toBe(0)
  await server.owner.query("update stu set stt = '1' where ent_no = $1 and stu_no = $2", [entNo, ming])
  await renewAsked(server.services, entNo)
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: 3, goneCnt: 0 })
  expect(await inInbox()).toBe(2)
})

test('new staff are asked too, as far as the sender reaches', async () => {
  const school = await makePupilSchool(server)
  const { admin, entNo } = school
  const tmplNo = await publish(school)
  const scope = [{ kind: 'all' as const, no: entNo }]
  const { hndNo, toCnt } = await admin.client.call(hnd.handout, { title: '教师信息', tmplNo, scope, joinFlag: '1' })
  const tree = await server.owner.query('select org_no from org where ent_no = $1 order by org_no limit 1', [entNo])
  await admin.client.call(emp.create, { empName: '新老师', sex: 'M', authTel: '13812340001', orgNos: [tree.rows[0].org_no] })
  await renewAsked(server.services, entNo)
  expect(await admin.client.call(hnd.get, { hndNo })).toMatchObject({ toCnt: toCnt + 1 })
  const { rows } = await server.owner.query(
    "select 1 from msgto t join emp e using (ent_no, emp_no) where t.ent_no = $1 and e.emp_name = '新老师'",
    [entNo],
  )
  expect(rows).toHaveLength(1)
})
