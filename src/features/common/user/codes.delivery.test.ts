import { expect, test, vi } from 'vitest'
import { user } from '#contract/shell/user.contract.ts'
import { log } from '#server/base/log.ts'
import { makePerson, makeSchool, rootNo } from '../../../../test/support/harness.ts'
import { sent, takeAll, takeCodes } from '../../../../test/support/codeChannel.ts'
import { openCodeDesk } from '../../../../test/support/codeDesk.ts'
import { externalSignIn } from './externalSignIn.contract.ts'

const desk = openCodeDesk()
const { setChannel, stranger, verified, codeFor, enter } = desk

test('the code leaves through the own enterprise where it has a template for codes, else through the platform, else not at all', async () => {
  const through: string[] = []
  takeCodes((lot, { settings }) => {
    through.push(settings.tplCode ?? '')
    return takeAll(lot)
  })
  const own = await makeSchool(desk.server)
  const person = await verified({}, own)
  await setChannel(own.entNo, { tplNotice: 'SMS_9' })
  await codeFor(person.tel)
  await setChannel(own.entNo, { tplCode: 'SMS_2' })
  await codeFor(person.tel)
  expect(through).toEqual(['SMS_1', 'SMS_2'])
  expect(await stranger().call(externalSignIn.getways)).toMatchObject({ codeFlag: '1' })
  for (const entNo of [own.entNo, rootNo]) await setChannel(entNo, { tplCode: 'SMS_1' }, '0')
  expect(await stranger().call(externalSignIn.getways)).toMatchObject({ codeFlag: '0' })
  expect(await person.client.answer(user.sendtelcode)).toMatchObject({ code: 10019 })
  await desk.server.owner.query('delete from phonecode')
  expect((await person.client.answer(user.sendtelcode)).message).toBe('短信没有发出去，请稍后再试，或联系管理员')
})

test('a restored installation sends no code', async () => {
  const person = await makePerson(desk.school, { pwdHash: desk.pwdHash })
  await desk.server.owner.query(`update outward set pause_tm = now(), pause_why = '恢复'`)
  expect((await person.client.answer(user.sendtelcode)).message).toBe('短信没有发出去，请稍后再试，或联系管理员')
  expect(sent).toEqual([])
  expect(await stranger().call(externalSignIn.getways)).toMatchObject({ codeFlag: '0' })
})

test('neither logs nor history nor any table holds a code, not even where the channel quotes it', async () => {
  const lines = vi.spyOn(log, 'warn')
  const person = await verified()
  const code = await codeFor(person.tel)
  await enter({ authTel: person.tel, code })
  takeCodes(async (lot) => {
    sent.push(...lot)
    throw new Error(`template refused ${lot[0]?.sms.params[0]}`)
  })
  const lost = await codeFor(person.tel, 'reset')
  await expect.poll(() => lines.mock.calls.length).toBeGreaterThan(0)
  expect(JSON.stringify(lines.mock.calls)).not.toContain(lost)
  lines.mockRestore()
  for (const table of ['history', 'login_log', 'phonecode', 'operation', 'session', 'login_fail']) {
    const { rows } = await desk.server.owner.query(`select t::text as row from ${table} t`)
    for (const one of [code, lost]) for (const { row } of rows) expect(row.split(/[^0-9a-zA-Z]+/), table).not.toContain(one)
  }
})

test('a code for somebody who also works elsewhere leaves through the platform, not through what one of the enterprises has set', async () => {
  const through: string[] = []
  takeCodes((lot, { settings }) => {
    through.push(settings.tplCode ?? '')
    return takeAll(lot)
  })
  const [own, second] = [await makeSchool(desk.server), await makeSchool(desk.server)]
  const person = await verified({}, own)
  for (const { entNo } of [own, second]) await setChannel(entNo, { tplCode: `of ${entNo}` })
  await codeFor(person.tel)
  const guest = await makePerson(second, {})
  await desk.server.owner.query('insert into identity (user_no, idnt_no, ent_no, idnt_val) values ($1, $2, $3, $4)', [
    person.userNo,
    guest.idntNo,
    second.entNo,
    `${guest.empNo}X`,
  ])
  await codeFor(person.tel)
  expect(through).toEqual([`of ${own.entNo}`, 'SMS_1'])
})
