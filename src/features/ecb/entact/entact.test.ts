import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, type Person, startServer, type TestServer } from '../../../../test/support/harness.ts'
import { makeOperator } from '../../../../test/support/seedSchool.ts'
import { history } from '#contract/shell/history.contract.ts'
import { upload } from '#contract/shell/upload.contract.ts'
import { portrait } from '../../../../test/support/uploads.ts'
import { payitem } from '../payitem/payitem.contract.ts'
import { entact } from './entact.contract.ts'

let server: TestServer
let operator: Person
beforeAll(async () => {
  server = await startServer()
  operator = await makeOperator(server)
})
afterAll(() => server.close())

const bank = { payType: '03', actName: '晨光市第一实验学校', actNo: '6222021234567890', opnBank: '晨光银行' }

test('an account number is taken once, and from then on only its last four digits are told', async () => {
  const { entNo, admin } = await makeSchool(server)
  const { client } = operator
  const made = await client.call(entact.create, { entNo, ...bank })
  expect(made).toMatchObject({ rdx: 1, actNo: '****7890', stt: '1' })
  expect(await admin.client.call(entact.getlist, { keyWord: '7890' })).toEqual([made])
  const stale = await client.answer(entact.update, { entNo, rdx: 1, ver: 9, actName: '新名' })
  expect(stale).toMatchObject({ code: 10004, result: { actNo: '****7890' } })
  const masked = await client.answer(entact.update, { entNo, rdx: 1, actNo: made.actNo as string })
  expect(masked.message).toBe('账号应为 4 到 32 位字母、数字、- 或 _')
  expect(await client.call(entact.update, { entNo, rdx: 1, actName: '新名', ver: 1 })).toMatchObject({ actName: '新名', ver: 2 })
})

test('an account keeps its picture, which is shown by a link; another one’s file is none', async () => {
  const { entNo, admin } = await makeSchool(server)
  const { client } = operator
  const { fileNo } = await client.call(upload.upload, { entNo, file: await portrait() })
  const { rdx, logoPath: link } = await client.call(entact.create, { entNo, ...bank, logoPath: fileNo })
  expect(link).toContain(fileNo)
  expect((await admin.client.call(entact.getlist, {})).map(({ logoPath }) => logoPath)).toEqual([expect.stringContaining(fileNo)])
  const colleague = await makeOperator(server)
  const foreign = await colleague.client.answer(entact.create, { entNo, ...bank, payType: '01', logoPath: fileNo })
  expect(foreign).toMatchObject({ message: '图片文件不存在，请重新上传', result: { errors: [{ field: 'logoPath' }] } })
  expect(await client.call(entact.update, { entNo, rdx, logoPath: null })).toMatchObject({ logoPath: null })
  // Takes what was its picture before, whoever uploaded it.
  expect((await colleague.client.call(entact.update, { entNo, rdx, logoPath: fileNo })).logoPath).toContain(fileNo)
})

test('an account is found by name, pinyin, bank, and its number whole or by its tail, never by another part of it', async () => {
  const { entNo, admin } = await makeSchool(server)
  await operator.client.call(entact.create, { entNo, ...bank })
  const found = async (keyWord: string) => (await admin.client.call(entact.getlist, { keyWord })).length
  for (const keyWord of ['第一实验', 'chenguangshi', 'cgyh', '7890', '6222021234567890'])
    expect([keyWord, await found(keyWord)]).toEqual([keyWord, 1])
  for (const keyWord of ['62220212', '3456', '12345']) expect([keyWord, await found(keyWord)]).toEqual([keyWord, 0])
})

test('a bank account names its bank, and no account is there twice', async () => {
  const { entNo } = await makeSchool(server)
  const { client } = operator
  const { opnBank: _, ...without } = bank
  expect(await client.answer(entact.create, { entNo, ...without })).toMatchObject({
    message: '银行对公账户要填写开户行',
    result: { errors: [{ field: 'opnBank' }] },
  })
  await client.call(entact.create, { entNo, ...bank })
  const again = await client.answer(entact.create, { entNo, ...bank, actName: '又' })
  expect([again.code, again.message]).toEqual([10003, '这个账号已登记为序号 1 的“晨光市第一实验学校”，请核对账号'])
  expect(await client.call(entact.create, { entNo, ...bank, payType: '01' })).toMatchObject({ rdx: 2 })
  await client.call(entact.delete, { entNo, rdx: 1 })
  // Checks that a number of the list is never given twice, while the account itself is free again.
  expect(await client.call(entact.create, { entNo, ...bank })).toMatchObject({ rdx: 3 })
})

test('an account that items are paid on stays, and names them', async () => {
  const { entNo, admin } = await makeSchool(server)
  const { client } = operator
  const { rdx } = await client.call(entact.create, { entNo, ...bank })
  const item = { entNo, theme: '学杂费', itemName: '学费', amt: 1200, actRdx: rdx, onFlag: '1' as const }
  const { payItemNo } = await client.call(payitem.create, item)
  const say = async (call: typeof entact.update, input: object) => (await client.answer(call, { entNo, rdx, ...input })).message
  expect((await client.answer(entact.delete, { entNo, rdx })).message).toBe('缴费项目“学费”在用这个账户，换成别的账户后才能删除')
  expect(await say(entact.update, { stt: '2' })).toMatch('换成别的账户后才能停用')
  expect(await say(entact.update, { payType: '09' })).toMatch('它的账户不能是现金')
  await client.call(payitem.update, { entNo, payItemNo, actRdx: null })
  await client.call(entact.update, { entNo, rdx, stt: '2' })
  expect(await admin.client.call(entact.getlist, { stt: '1' })).toEqual([])
  await client.call(history.undo, { entNo, op: client.lastOp })
  expect(await admin.client.call(entact.getlist, { stt: '1' })).toHaveLength(1)
})

test('a school changes its accounts, an agent makes them for schools below, a bureau looks', async () => {
  const [agent, bureau] = [await makeSchool(server, { idntNo: '040' }), await makeSchool(server, { idntNo: '020' })]
  const school = await makeSchool(server, { prtNo: agent.entNo })
  const watched = await makeSchool(server, { prtNo: bureau.entNo })
  await agent.admin.client.call(entact.create, { entNo: school.entNo, ...bank })
  expect(await school.admin.client.call(entact.update, { rdx: 1, opnBank: '另一家' })).toMatchObject({ opnBank: '另一家' })
  expect((await school.admin.client.answer(entact.create, bank)).code).toBe(30001)
  await operator.client.call(entact.create, { entNo: watched.entNo, ...bank })
  expect(await bureau.admin.client.call(entact.getlist, { entNo: watched.entNo })).toHaveLength(1)
  expect((await bureau.admin.client.answer(entact.update, { entNo: watched.entNo, rdx: 1, opnBank: '乙' })).code).toBe(30001)
  expect((await agent.admin.client.answer(entact.getlist, { entNo: watched.entNo })).code).toBe(10002)
})

test('an undo leaves no item on an account that it may not have', async () => {
  const { entNo } = await makeSchool(server)
  const { client } = operator
  const { rdx } = await client.call(entact.create, { entNo, payType: '09', actName: '总务处', actNo: 'CASH-1' })
  const changed = async (changes: object) => {
    await client.call(entact.update, { entNo, rdx, ...changes })
    return client.lastOp
  }
  await changed({ stt: '2' })
  const enabled = await changed({ stt: '1' })
  const noCash = await changed({ payType: '01' })
  const item = { entNo, theme: '学杂费', itemName: '学费', amt: 1200, actRdx: rdx, onFlag: '1' as const }
  const { payItemNo } = await client.call(payitem.create, item)
  expect(await client.answer(history.undo, { entNo, op: noCash })).toMatchObject({
    code: 10014,
    message: '缴费项目“学费”只能线上缴费，它的账户不能是现金',
  })
  expect(await client.answer(history.undo, { entNo, op: enabled })).toMatchObject({
    code: 10014,
    message: '缴费项目“学费”在用这个账户，换成别的账户后才能撤销',
  })
  await client.call(payitem.update, { entNo, payItemNo, actRdx: null })
  await client.call(history.undo, { entNo, op: noCash })
  await client.call(history.undo, { entNo, op: enabled })
})
