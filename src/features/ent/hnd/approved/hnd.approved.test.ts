import { afterAll, beforeAll, expect, test } from 'vitest'
import { newColumn } from '#contract/form/initial.ts'
import { flow } from '#features/ent/flow/flow.contract.ts'
import { prop } from '#features/ent/prop/prop.contract.ts'
import { mAns } from '#features/m/ans/ans.contract.ts'
import { mPrc } from '#features/m/prc/prc.contract.ts'
import { ans } from '#features/user/ans/ans.contract.ts'
import { prc } from '#features/user/prc/prc.contract.ts'
import { tsk } from '#features/user/tsk/tsk.contract.ts'
import { pass, step, taskOf } from '../../../../../test/support/approvals.ts'
import { filled, handOut, publish, questions } from '../../../../../test/support/handOut.ts'
import { clientOf, type Person, sharedServer, type TestServer } from '../../../../../test/support/harness.ts'
import { makePupilSchool, type PupilSchool } from '../../../../../test/support/pupilSchool.ts'
import { cellsOf } from '../../../../../test/support/seedSchool.ts'
import { hnd } from '../hnd.contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})
afterAll(() => server.close())

const form = [
  ...questions,
  newColumn('c5', '爱好', { ctrlNo: 'text', arcFld: 'stuarch.hobby' }),
  newColumn('c6', '办理意见', { ctrlNo: 'text', len: 50, mustFlag: '1' }),
]
const stranger = () => clientOf(server)

/** Publishes a flow of the form that nobody starts: the head teacher decides, then the office, which fills in what was done. */
async function makeFlow({ admin }: PupilSchool, tmplNo: string, steps: object[] = []) {
  const { flowNo } = await admin.client.call(flow.create, { flowName: '家庭情况审核', tmplNo })
  const own = [step(1, '班主任', { who: 'head' }), step(2, '办公室', { empNos: [admin.empNo], fills: ['c6'] }), ...steps]
  await admin.client.call(flow.update, { flowNo, startBy: 'none', steps: own as never })
  await admin.client.call(flow.publish, { flowNo })
  return flowNo
}

/** Hands the form out to the families of a class, whose answers are approved. */
async function handOutApproved(more: object = {}, billClmns = form) {
  const before = (school: PupilSchool, tmplNo: string) => makeFlow(school, tmplNo)
  const made = await handOut(server, { aprFlag: '1', ...more }, { billClmns, before })
  await server.owner.query("update stuptr set grd_flag = '1' where ent_no = $1", [made.school.entNo])
  return made
}
type Made = Awaited<ReturnType<typeof handOutApproved>>

const rowOf = async ({ client, hndNo }: Pick<Made, 'client' | 'hndNo'>, name: string) => {
  const { datas } = await client.call(hnd.getasked, { hndNo })
  const row = datas.find((one) => one.name === name)
  if (!row) throw new Error(`${name} is not asked`)
  return row
}
const prcOf = async (made: Made, name = '王小明') => (await rowOf(made, name)).prcNo ?? ''
const linesOf = async ({ client }: Pick<Made, 'client'>, hndNo: string) => {
  const { result } = await client.answer(hnd.export, { hndNo })
  return cellsOf((result as Uint8Array<ArrayBuffer>).buffer)
}
const back = async (who: Person, prcNo: string, word: string, to = 0) =>
  who.client.call(tsk.back, { tskNo: (await taskOf(who, prcNo)) ?? '', step: to, againFlag: '1', word })

test('an answer of a collection is approved step by step, with what the office fills in, and stands in the list and the workbook as passed', async () => {
  const made = await handOutApproved()
  const { client, hndNo, tokenOf, school } = made
  const { head, admin } = school
  const opened = await stranger().call(mAns.open, { token: tokenOf('王建国') })
  // Asks families for nothing that the office fills in.
  expect(opened.billClmns.map(({ clmnNo }) => clmnNo)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5'])
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: filled })
  expect(await rowOf(made, '王小明')).toMatchObject({ stt: '2', aprStt: '1', byName: '王建国' })
  const prcNo = await prcOf(made)
  expect(await head.client.call(prc.get, { prcNo })).toMatchObject({
    title: '王小明的家庭情况',
    empName: '王建国',
    ptrFlag: '1',
    asked: { hndNo, title: '家庭情况', chdNo: made.ming },
  })
  await pass(head, prcNo)
  expect(await rowOf(made, '王小明')).toMatchObject({ aprStt: '2' })
  await pass(admin, prcNo, { vals: { c6: '已登记' } })
  expect(await rowOf(made, '王小明')).toMatchObject({ stt: '2', aprStt: '3' })
  const after = await stranger().call(mAns.open, { token: tokenOf('王建国') })
  expect(after).toMatchObject({ aprStt: '3', shutWhy: '审批已通过，不能再修改', vals: { ...filled, c6: '已登记' } })
  expect((await client.call(hnd.getanswers, { hndNo })).datas).toMatchObject([{ vals: { c6: '已登记' } }])
  const cells = await linesOf(made, hndNo)
  expect(cells).toMatch(/"填写人","审批","到校方式"/)
  expect(cells).toMatch(/\["王小明",[^\]]*"已通过"/)
})

test('points of what the office fills in count in the score of an answer', async () => {
  const scored = [
    newColumn('c1', '到校方式', { ctrlNo: 'radio', mustFlag: '1', opts: form[0]?.opts ?? [], scrFlag: '1', pts: { '2': 1.5 } }),
    newColumn('c6', '办公室评分', { ctrlNo: 'rate', scrFlag: '1' }),
  ]
  const made = await handOutApproved({}, scored)
  await stranger().call(mAns.send, { token: made.tokenOf('王建国'), vals: { c1: '2' } })
  expect(await rowOf(made, '王小明')).toMatchObject({ score: 1.5 })
  const prcNo = await prcOf(made)
  await pass(made.school.head, prcNo)
  await pass(made.school.admin, prcNo, { vals: { c6: 4 } })
  expect(await rowOf(made, '王小明')).toMatchObject({ score: 5.5 })
})

test('an answer that is returned is written again from its draft by whoever wrote it, in the same process, and goes back through the steps', async () => {
  const made = await handOutApproved({ editFlag: '0' })
  const { tokenOf, school, client, hndNo } = made
  const { head, admin } = school
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: filled })
  const prcNo = await prcOf(made)
  await pass(head, prcNo)
  await back(admin, prcNo, '身高再量一次')
  expect(await rowOf(made, '王小明')).toMatchObject({ stt: '1', aprStt: null, backWhy: '身高再量一次', remindCnt: 1 })
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ doneCnt: 0 })
  expect(await stranger().call(mAns.open, { token: tokenOf('王建国') })).toMatchObject({
    vals: filled,
    sentTm: null,
    backWhy: '身高再量一次',
    shutWhy: null,
  })
  expect(await stranger().answer(mPrc.resend, { token: tokenOf('王建国'), prcNo, vals: filled })).toMatchObject({
    code: 10001,
    message: '这份是收集的答卷，请打开要填的表单，改好后重新提交',
  })
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: { ...filled, c3: 131 } })
  expect(await prcOf(made)).toBe(prcNo)
  expect(await head.client.call(prc.get, { prcNo })).toMatchObject({ stt: '1', vals: { c3: 131 } })
  await pass(head, prcNo)
  await pass(admin, prcNo, { vals: { c6: '已登记' } })
  expect(await rowOf(made, '王小明')).toMatchObject({ aprStt: '3' })
})

test('until somebody has decided an answer can be changed, and who decides sees what it says now; afterwards nobody changes it', async () => {
  const made = await handOutApproved()
  const { tokenOf, school } = made
  const token = tokenOf('王建国')
  await stranger().call(mAns.send, { token, vals: filled })
  const prcNo = await prcOf(made)
  const stale = (await school.head.client.call(prc.get, { prcNo })).ver
  await stranger().call(mAns.send, { token, vals: { ...filled, c1: '1' } })
  expect(await school.head.client.call(prc.get, { prcNo })).toMatchObject({ stt: '1', vals: { c1: '1' } })
  const tskNo = (await taskOf(school.head, prcNo)) ?? ''
  expect(await school.head.client.answer(tsk.pass, { tskNo, ver: stale })).toMatchObject({
    message: '这个申请刚有变化，请看过再处理',
  })
  await pass(school.head, prcNo)
  expect(await stranger().answer(mAns.send, { token, vals: filled })).toMatchObject({ message: '正在审批，不能再修改' })
  const { toNo } = await rowOf(made, '王小明')
  expect(await made.client.answer(hnd.giveback, { hndNo: made.hndNo, toNo, why: '再看' })).toMatchObject({
    message: '这份答卷在审批里，请由审批人退回',
  })
})

test('one that is refused is over: it says so to the family, the list and the workbook, and is not written again', async () => {
  const made = await handOutApproved()
  const { tokenOf, school, client, hndNo } = made
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: filled })
  const prcNo = await prcOf(made)
  await school.head.client.call(tsk.reject, { tskNo: (await taskOf(school.head, prcNo)) ?? '', word: '不是本班学生' })
  expect(await rowOf(made, '王小明')).toMatchObject({ stt: '2', aprStt: '4' })
  expect(await stranger().call(mAns.open, { token: tokenOf('王建国') })).toMatchObject({ shutWhy: '审批没有通过，不能再修改' })
  expect(await client.call(hnd.get, { hndNo })).toMatchObject({ doneCnt: 1, flowName: '家庭情况审核' })
})

test('what is to be written back waits for the approval, and nothing is proposed of what is returned or refused', async () => {
  const backs = [{ clmnNo: 'c5', way: 'replace' as const }]
  const made = await handOutApproved({ backs })
  const { tokenOf, school } = made
  const proposed = async () => (await school.admin.client.call(prop.getpage, {})).recordCount
  await stranger().call(mAns.send, { token: tokenOf('王建国'), vals: { ...filled, c5: '围棋' } })
  await stranger().call(mAns.send, { token: tokenOf('李卫东'), vals: { ...filled, c5: '足球' } })
  expect(await proposed()).toBe(0)
  const [ming, hong] = [await prcOf(made), await prcOf(made, '李小红')]
  await school.head.client.call(tsk.reject, { tskNo: (await taskOf(school.head, hong)) ?? '', word: '重复' })
  await pass(school.head, ming)
  expect(await proposed()).toBe(0)
  await pass(school.admin, ming, { vals: { c6: '好' } })
  expect(await proposed()).toBe(1)
})

test('whoever answers takes it back until somebody has decided: it is their draft again; the school answers for a family in its own name', async () => {
  const made = await handOutApproved()
  const { tokenOf, school, client, hndNo } = made
  const token = tokenOf('王建国')
  await stranger().call(mAns.send, { token, vals: filled })
  const prcNo = await prcOf(made)
  await stranger().call(mPrc.withdraw, { token, prcNo })
  expect(await rowOf(made, '王小明')).toMatchObject({ stt: '1', aprStt: null, backWhy: null, remindCnt: 0 })
  expect(await taskOf(school.head, prcNo)).toBeUndefined()
  expect(await stranger().call(mAns.open, { token })).toMatchObject({ vals: filled, sentTm: null })
  await stranger().call(mAns.send, { token, vals: filled })
  expect(await taskOf(school.head, prcNo)).toBeDefined()
  const { toNo } = await rowOf(made, '周没人')
  await client.call(hnd.proxy, { hndNo, toNo, vals: filled })
  // Whoever answered for the family does not decide about it as well.
  const proxied = await prcOf(made, '周没人')
  expect(await taskOf(school.head, proxied)).toBeUndefined()
  expect(await school.admin.client.call(prc.get, { prcNo: proxied })).toMatchObject({ empName: '韩老师', ptrFlag: '0', stt: '1' })
})

test('a member of staff answers, is given it back and writes it again; who is exempted meanwhile has nothing to hand in any more', async () => {
  const school = await makePupilSchool(server)
  const { admin, head } = school
  const tmplNo = await publish(school, form)
  await makeFlow(school, tmplNo)
  const scope = [{ kind: 'emp' as const, no: head.empNo }]
  const asked = { title: '教师信息', tmplNo, scope, aprFlag: '1' as const }
  const { hndNo } = await admin.client.call(hnd.handout, asked)
  await head.client.call(ans.send, { hndNo, vals: filled })
  const { datas } = await admin.client.call(hnd.getasked, { hndNo })
  const [{ prcNo, toNo } = { prcNo: '', toNo: '' }] = datas
  await back(admin, prcNo ?? '', '写全')
  expect(await head.client.call(prc.get, { prcNo: prcNo ?? '' })).toMatchObject({
    stt: '4',
    mineFlag: '1',
    task: null,
    asked: { hndNo, chdNo: null },
  })
  expect(await head.client.call(ans.open, { hndNo })).toMatchObject({ vals: filled, backWhy: '写全' })
  await admin.client.call(hnd.exempt, { hndNo, toNos: [toNo], exmFlag: '1' })
  expect(await head.client.call(prc.get, { prcNo: prcNo ?? '' })).toMatchObject({ stt: '5' })
  await admin.client.call(hnd.exempt, { hndNo, toNos: [toNo], exmFlag: '0' })
  await head.client.call(ans.send, { hndNo, vals: filled })
  expect(await admin.client.call(prc.get, { prcNo: prcNo ?? '' })).toMatchObject({ stt: '1' })
})

test('what cannot be approved is not handed out so: by a link, without names, or of a form without a flow in use', async () => {
  const school = await makePupilSchool(server)
  const { admin } = school
  const tmplNo = await publish(school, form)
  const asked = { title: '家庭情况', tmplNo, scope: [{ kind: 'all' as const, no: school.entNo }], aprFlag: '1' as const }
  const refused = async (more: object) => (await admin.client.answer(hnd.handout, { ...asked, ...more })).message
  expect(await refused({})).toBe('这张表单没有可以用的审批流程，请先在“审批流程”里发布一个')
  const flowNo = await makeFlow(school, tmplNo)
  expect(await admin.client.call(hnd.preview, { scope: asked.scope, tmplNo })).toMatchObject({ flowName: '家庭情况审核' })
  expect(await refused({ opnFlag: '1', scope: [] })).toBe('有链接就能填的收集不知道是谁填的，不能审批')
  expect(await refused({ anon: '1' })).toBe('匿名的收集不知道是谁填的，不能审批')
  // Nobody starts such a flow of their own accord, and nobody chooses who decides in it.
  expect((await admin.client.call(prc.getforms, {})).map((one) => one.flowNo)).not.toContain(flowNo)
  const steps = [step(1, '自选', { who: 'chosen' })] as never
  expect(await admin.client.answer(flow.update, { flowNo, startBy: 'none', steps })).toMatchObject({
    message: '第 1 步“自选”：填收集的人不选审批人，请换一种审批人',
  })
})

test('a guardian who changes an answer at the moment at which it is returned loses nothing, and the process stays in one state', async () => {
  const made = await handOutApproved()
  const { tokenOf, school } = made
  const token = tokenOf('王建国')
  for (let n = 0; n < 5; n++) {
    await stranger().call(mAns.send, { token, vals: { ...filled, c3: 120 + n } })
    const prcNo = await prcOf(made)
    const tskNo = (await taskOf(school.head, prcNo)) ?? ''
    const answers = await Promise.all([
      school.head.client.answer(tsk.back, { tskNo, step: 0, againFlag: '1', word: '再看' }),
      stranger().answer(mAns.send, { token, vals: { ...filled, c3: 140 + n } }),
    ])
    for (const { code } of answers) expect([0, 10001]).toContain(code)
    const row = await rowOf(made, '王小明')
    const { stt } = await school.head.client.call(prc.get, { prcNo })
    expect([`${row.stt} ${stt}`]).toContain(row.stt === '2' ? '2 1' : '1 4')
    const { vals } = await stranger().call(mAns.open, { token })
    expect(vals?.['c3']).toBe(answers[1]?.code === 0 ? 140 + n : 120 + n)
  }
})
