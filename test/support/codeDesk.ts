import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { codeSignIn } from '#features/common/user/codes.contract.ts'
import { hashPassword } from '#server/auth/password.ts'
import { leaveCodes, sent, setCodeChannel, setTelOf, takeCodes, telOf } from './codeChannel.ts'
import { clientOf, makePerson, makeSchool, type Person, rootNo, type School, startServer, type TestServer } from './harness.ts'

/** Holds the password of everybody whom the desk makes. */
export const pwd = 'Campus2026'
const refused = '手机或验证码不对，或验证码已过期；管理员还要填对密码'
/** Holds the one answer to every wrong proof. */
export const wrong = { code: 20009, message: refused, result: { errors: [{ field: 'code', message: refused }] } }
/** Returns a code that is another one. */
export const other = (code: string) => (code === '111111' ? '222222' : '111111')

export type Made = Person & { tel: string }

/** Opens a school with a platform that sends codes, of which the tests read each; every test begins without codes or tries. */
export function openCodeDesk() {
  let server: TestServer
  let school: School
  let pwdHash: string
  const setChannel = (entNo: string, conf: Record<string, string>, useFlag?: string) =>
    setCodeChannel(server, entNo, conf, useFlag)
  const setCaptcha = (val: string) =>
    server.owner.query(`update pbccfg set dftl_val = $1 where cfg_code = 'CAPTCHA' and idnt_no = '000'`, [val])

  beforeAll(async () => {
    // Runs in this process, whose channel is replaced.
    server = await startServer({ allowInside: ['127.0.0.1:9'] })
    school = await makeSchool(server)
    pwdHash = await hashPassword(pwd)
  })
  afterAll(async () => {
    leaveCodes()
    await server.close()
  })
  beforeEach(async () => {
    sent.length = 0
    takeCodes()
    await server.owner.query('delete from phonecode')
    await server.owner.query('delete from login_fail')
    await server.owner.query(`update outward set pause_tm = null`)
    await setCaptcha('off')
    await setChannel(rootNo, { tplCode: 'SMS_1' })
  })

  const stranger = () => clientOf(server)
  const setTel = (person: Person, tel: string | null, ago?: string | null) => setTelOf(server, person, tel, ago)

  /** Makes somebody whose phone has answered a code. */
  async function verified(facts: Parameters<typeof makePerson>[1] = {}, where = school): Promise<Made> {
    const person = await makePerson(where, { pwdHash, ...facts })
    const tel = await telOf(server, person)
    await setTel(person, tel)
    return { ...person, tel }
  }

  /** Asks for a code and returns what the phone gets. */
  async function codeFor(authTel: string, purpose: 'signin' | 'reset' = 'signin'): Promise<string> {
    // Lets the minute between two codes pass.
    await server.owner.query(`update phonecode set made_tm = made_tm - interval '61 seconds'`)
    const before = sent.length
    await stranger().call(codeSignIn.sendcode, { authTel, purpose })
    await expect.poll(() => sent.length, { timeout: 5000 }).toBe(before + 1)
    expect(sent.at(-1)).toMatchObject({ to: authTel, sms: { purpose: 'code' } })
    return sent.at(-1)?.sms.params[0] as string
  }

  return {
    get server() {
      return server
    },
    get school() {
      return school
    },
    get pwdHash() {
      return pwdHash
    },
    setChannel,
    setCaptcha,
    stranger,
    setTel,
    verified,
    codeFor,
    enter: (input: Record<string, unknown>) => stranger().answer(codeSignIn.signinbycode, input),
  }
}
