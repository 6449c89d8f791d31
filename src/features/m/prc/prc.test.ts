import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { lve } from '#features/ent/lve/lve.contract.ts'
import { mNotice } from '#features/m/notice/notice.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { pass, step, sttOf, taskOf, todo } from '../../../../test/support/approvals.ts'
import { asked, makeGuardianFlow, pupilLeave } from '../../../../test/support/guardianApplies.ts'
import { makePerson, sharedServer, type TestServer } from '../../../../test/support/harness.ts'
import { mPrc } from './prc.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

type Made = Awaited<ReturnType<typeof makeGuardianFlow>>
const handIn = async ({ phone, tokens, flowNo }: Made, vals: object = asked, token = tokens.father) =>
  (await phone.call(mPrc.start, { token, flowNo, vals: vals as never })).prcNo

/** Lists the titles that came to the guardians of a child, with the receivers. */
const toldGuardians = async ({ entNo }: Made) =>
  (
    await server.owner.query<{ told: string }>(
      `select m.title || ' ' || g.ptr_name as told from msgto t join msg m using (ent_no, msg_no) join ptr g using (ent_no, ptr_no)
        where t.ent_no = $1 and m.abt_type = 'prc' order by m.sent_tm, g.ptr_name`,
      [entNo],
    )
  ).rows.map(({ told }) => told)

test('a guardian hands in leave for their child by the link of a notice, the head teacher passes it, and it stands among the leaves', async () => {
  const made = await makeGuardianFlow(server)
  const { phone, tokens, flowNo, head, client } = made
  expect(await phone.call(mNotice.open, { token: tokens.father })).toMatchObject({ applyFlag: '1', prcFlag: '0' })
  expect((await phone.call(mPrc.open, { token: tokens.father })).offers).toMatchObject([{ flowNo, flowName: '学生请假' }])
  const form = await phone.call(mPrc.getform, { token: tokens.father, flowNo })
  expect(form.billClmns.map(({ clmnNo }) => clmnNo)).toEqual(['c2', 'c3', 'c4', 'c6'])
  const prcNo = await handIn(made)
  expect(await todo(head)).toEqual(['请审批：王小明的学生请假'])
  expect((await head.client.call(tsk.getpage, { tab: 'todo' })).datas).toMatchObject([{ empName: '王建国' }])
  const seen = await head.client.call(prc.get, { prcNo })
  expect(seen).toMatchObject({ empName: '王建国', place: '王小明的家长', ptrFlag: '1', vals: { c6: '139****5678' } })
  expect(seen.vals).toMatchObject({ c5: [{ name: '王小明' }] })
  await pass(head, prcNo)
  expect((await client.call(lve.getpage, {})).datas).toMatchObject([{ name: '王小明', kind: '2', who: 'stu' }])
  expect((await phone.call(mPrc.get, { token: tokens.father, prcNo })).leaves).toMatchObject([{ name: '王小明' }])
})

test('all guardians of the child hear what was handed in and what became of it, so that a link that went astray is noticed', async () => {
  const made = await makeGuardianFlow(server)
  await pass(made.head, await handIn(made))
  expect(await toldGuardians(made)).toEqual([
    '已提交：王小明的学生请假 李小梅',
    '已提交：王小明的学生请假 王建国',
    '已提交：王小明的学生请假 赵奶奶',
    '王小明的学生请假已通过 李小梅',
    '王小明的学生请假已通过 王建国',
    '王小明的学生请假已通过 赵奶奶',
  ])
})

test('the other guardian sees that and what was handed in with numbers masked, and changes nothing of it', async () => {
  const made = await makeGuardianFlow(server)
  const { phone, tokens } = made
  const prcNo = await handIn(made)
  const token = tokens.mother
  expect((await phone.call(mPrc.open, { token })).handedIn).toMatchObject([{ prcNo, mineFlag: '0', waitFor: '韩老师' }])
  expect(await phone.call(mPrc.get, { token, prcNo })).toMatchObject({
    mineFlag: '0',
    withdrawFlag: '0',
    vals: { c3: '发烧', c6: '139****5678' },
  })
  for (const call of [mPrc.withdraw, mPrc.urge])
    expect((await phone.answer(call as typeof mPrc.urge, { token, prcNo })).code).toBe(10002)
  expect((await phone.answer(mPrc.resend, { token, prcNo, vals: asked })).code).toBe(10002)
  expect((await phone.call(mPrc.get, { token: tokens.father, prcNo })).vals).toMatchObject({ c6: '13912345678' })
})

test('who has no custody hands in nothing, and neither does anybody once the child has left or the custody has ended', async () => {
  const made = await makeGuardianFlow(server)
  const { phone, tokens, flowNo, entNo, stuNo, father } = made
  const token = tokens.grandmother
  const refusal = '只有在校学生的法定监护人可以替孩子申请，请联系班主任'
  expect((await phone.call(mPrc.open, { token })).offers).toEqual([])
  expect(await phone.call(mNotice.open, { token })).toMatchObject({ applyFlag: '0' })
  for (const call of [mPrc.start, mPrc.save])
    expect((await phone.answer(call, { token, flowNo, vals: asked })).message).toBe(refusal)
  const prcNo = await handIn(made)
  await server.owner.query(`update stuptr set grd_flag = '0' where ent_no = $1 and ptr_no = $2`, [entNo, father])
  expect((await phone.answer(mPrc.withdraw, { token: tokens.father, prcNo })).message).toBe(refusal)
  expect(await phone.call(mPrc.get, { token: tokens.father, prcNo })).toMatchObject({ mineFlag: '0', withdrawFlag: '0' })
  await server.owner.query(`update stu set stt = '3' where ent_no = $1 and stu_no = $2`, [entNo, stuNo])
  expect((await phone.answer(mPrc.open, { token: tokens.mother })).code).toBe(10002)
})

test('the child of the link stands in the form and nobody else, whatever is sent; nobody of the staff is named by a guardian', async () => {
  const made = await makeGuardianFlow(server)
  const { head, phone, tokens } = made
  const prcNo = await handIn(made, { ...asked, c5: [{ no: 'S1', name: '别人' }], c1: [{ no: head.empNo, name: '韩老师' }] })
  const { vals } = await phone.call(mPrc.get, { token: tokens.father, prcNo })
  expect(vals).toMatchObject({ c5: [{ no: made.stuNo, name: '王小明' }] })
  expect(vals).not.toHaveProperty('c1')
  const wrong = await phone.answer(mPrc.start, { token: tokens.father, flowNo: made.flowNo, vals: { c6: '12' } })
  expect((wrong.result as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual(['c2', 'c3', 'c4', 'c6'])
})

test('what is returned goes to the guardian who handed it in alone, is changed and handed in again', async () => {
  const made = await makeGuardianFlow(server)
  const { head, phone, tokens, entNo, tokenOf, father } = made
  const prcNo = await handIn(made)
  await head.client.call(tsk.back, { tskNo: (await taskOf(head, prcNo)) ?? '', step: 0, againFlag: '1', word: '请写体温' })
  expect((await toldGuardians(made)).filter((one) => one.startsWith('请修改'))).toEqual([
    '请修改后重新提交：王小明的学生请假 王建国',
  ])
  const { rows } = await server.owner.query<{ msg_no: string }>(
    `select msg_no from msg where ent_no = $1 and title like '请修改%'`,
    [entNo],
  )
  const token = await tokenOf(father, rows[0]?.msg_no)
  expect(await phone.call(mNotice.open, { token })).toMatchObject({ need: '7', prcFlag: '1', doneTm: null })
  expect(await phone.call(mPrc.open, { token })).toMatchObject({ prcNo })
  expect((await phone.call(mPrc.get, { token, prcNo })).task).toMatchObject({ kind: '3' })
  expect((await phone.call(mPrc.get, { token: tokens.mother, prcNo })).task).toBeNull()
  await phone.call(mPrc.resend, { token, prcNo, vals: { ...asked, c3: '39 度' } })
  expect(await phone.call(mNotice.open, { token })).toMatchObject({ doneTm: expect.any(String) })
  expect((await head.client.call(prc.get, { prcNo })).vals).toMatchObject({ c3: '39 度', c5: [{ name: '王小明' }] })
  await pass(head, prcNo)
  expect((await phone.call(mPrc.get, { token, prcNo })).stt).toBe('2')
})

test('a guardian withdraws, urges once a day and ends a leave of their own', async () => {
  const made = await makeGuardianFlow(server)
  const { phone, head, client } = made
  const { father: token } = made.tokens
  const first = await handIn(made)
  expect(await phone.call(mPrc.urge, { token, prcNo: first })).toEqual({ remindCnt: 1 })
  expect((await phone.answer(mPrc.urge, { token, prcNo: first })).message).toBe('今天已经提醒过，明天才能再提醒')
  await phone.call(mPrc.withdraw, { token, prcNo: first })
  expect(await todo(head)).toEqual([])
  const second = await handIn(made)
  await pass(head, second)
  expect((await phone.answer(mPrc.withdraw, { token, prcNo: second })).message).toBe('这个申请已经办结，不能撤回')
  const [leave] = (await phone.call(mPrc.get, { token, prcNo: second })).leaves
  expect((await phone.answer(mPrc.cutleave, { token: made.tokens.mother, lveNo: leave?.lveNo ?? '' })).code).toBe(10002)
  await phone.call(mPrc.cutleave, { token, lveNo: leave?.lveNo ?? '' })
  expect((await client.call(lve.getpage, {})).datas).toEqual([])
})

test('what a guardian writes is kept for them alone and for this child, until it is handed in', async () => {
  const made = await makeGuardianFlow(server)
  const { phone, tokens, flowNo, entNo } = made
  const key = { token: tokens.father, flowNo }
  await phone.call(mPrc.save, { ...key, vals: { c3: '没写完' } })
  expect((await phone.call(mPrc.getform, key)).draft).toMatchObject({ vals: { c3: '没写完' } })
  expect((await phone.call(mPrc.getform, { ...key, token: tokens.mother })).draft).toBeNull()
  const { rows } = await server.owner.query<{ sealed: string }>('select sealed from prcdraft where ent_no = $1', [entNo])
  expect(rows[0]?.sealed).not.toContain('没写完')
  await handIn(made)
  expect((await phone.call(mPrc.getform, key)).draft).toBeNull()
})

test('a flow says who starts it: what is for guardians alone is nothing for staff, and the other way round', async () => {
  const guardians = await makeGuardianFlow(server, { startBy: 'ptr' })
  expect(await guardians.head.client.call(prc.getforms, {})).toEqual([])
  expect((await guardians.head.client.answer(prc.start, { flowNo: guardians.flowNo, vals: {}, chosen: {} })).code).toBe(10002)
  const staff = await makeGuardianFlow(server, { startBy: 'emp' })
  const { phone, tokens, flowNo } = staff
  expect(await phone.call(mNotice.open, { token: tokens.father })).toMatchObject({ applyFlag: '0' })
  expect((await phone.answer(mPrc.start, { token: tokens.father, flowNo, vals: asked })).code).toBe(10002)
})

test('a flow in which the starter chooses who decides, or that wants a file, is not published for guardians', async () => {
  const { client, flowNo } = await makeGuardianFlow(server, { startBy: 'emp' })
  await client.call(flow.update, { flowNo, startBy: 'both', steps: [step(1, '分管领导', { who: 'chosen' })] as never })
  expect((await client.answer(flow.publish, { flowNo })).message).toBe(
    '第 1 步“分管领导”：家长不能选审批人，请换一种审批人，或只让员工发起',
  )
  const proof = newColumn('c7', '病假证明', { kitNo: 'pictures', mustFlag: '1' })
  const other = makeGuardianFlow(server, { billClmns: [...pupilLeave, proof] })
  await expect(other).rejects.toThrow('“病假证明”是必填的附件，家长通过链接填写不能上传，请在表单里改成选填，或只让员工发起')
})

test('a step of the leader is that of the child, and is not passed over where the class has nobody', async () => {
  const made = await makeGuardianFlow(server, { steps: [step(1, '负责人', { who: 'leader' })] })
  await handIn(made)
  expect(await todo(made.head)).toEqual(['请审批：王小明的学生请假'])
  await server.owner.query('delete from empdatapwr where ent_no = $1', [made.entNo])
  const prcNo = await handIn(made)
  expect((await made.admin.client.call(prc.get, { prcNo })).deeds).toMatchObject([
    { stt: '1', why: '没有找到审批人，转给流程管理员' },
  ])
})

test('what waits about one child is limited, so that a link floods nobody', async () => {
  const made = await makeGuardianFlow(server)
  for (let at = 0; at < 10; at++) await handIn(made)
  const { phone, tokens, flowNo } = made
  expect((await phone.answer(mPrc.start, { token: tokens.mother, flowNo, vals: asked })).message).toBe(
    '王小明已有 10 个申请没有办结，请等学校处理后再提交',
  )
})

test('eight hand in at the same moment, and all of it is taken', async () => {
  const made = await makeGuardianFlow(server)
  const prcNos = await Promise.all(Array.from({ length: 8 }, () => handIn(made)))
  expect(new Set(prcNos).size).toBe(8)
  expect(await todo(made.head)).toHaveLength(8)
})

test('a link that was recalled or forged opens nothing, and one of another child shows nothing of this one', async () => {
  const made = await makeGuardianFlow(server)
  const other = await makeGuardianFlow(server)
  const prcNo = await handIn(made)
  const { phone } = made
  expect((await phone.answer(mPrc.get, { token: other.tokens.father, prcNo })).code).toBe(10002)
  expect((await phone.answer(mPrc.start, { token: other.tokens.father, flowNo: made.flowNo, vals: asked })).code).toBe(10002)
  expect((await phone.answer(mPrc.open, { token: `${made.tokens.father}x` })).code).toBe(10002)
})

test('which fields a step hides is hidden from whoever decides about what a guardian handed in, and nobody else reads it', async () => {
  const made = await makeGuardianFlow(server, { steps: [step(1, '班主任', { who: 'head', hides: ['c6'] })] })
  const prcNo = await handIn(made)
  expect((await made.head.client.call(prc.get, { prcNo })).vals).not.toHaveProperty('c6')
  const outsider = await makePerson(made, { name: '外人', roles: ['P030STAFF'] })
  expect((await outsider.client.answer(prc.get, { prcNo })).code).toBe(10002)
  expect(await sttOf(made.head, prcNo)).toBe('1')
})
