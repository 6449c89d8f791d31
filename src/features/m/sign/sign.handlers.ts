import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { type Code, formToken, openCode, openShortCode } from '#domain/meetings/meetingCode.ts'
import { readParameter } from '#server/reference/parameterValues.ts'
import type { Db } from '#server/database/database.ts'
import { checkGuesses, missGuess, networkOf } from '#server/auth/attempts.ts'
import { attendeeNamed, signIn } from '#domain/meetings/meetingSign.ts'
import { takesShortCode } from '#domain/meetings/meetings.ts'
import type { Context } from '#server/call/context.ts'
import { Fault } from '#server/base/fault.ts'
import { requireRow } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { mSign } from './sign.contract.ts'

export const mSignHandlers = serve(mSign, {
  get: ({ token }, context) => readSession(context, openCode(context.services.secret, token)),

  async find({ code: digits }, context) {
    const { inOwnTransaction, origin, serialize } = context
    const network = networkOf(origin.address)
    // Limits guesses of one address, which a whole hall may share, and of all together: a wrong code belongs to no meeting.
    const guesses = [
      { who: `sign code:${network}`, most: 30 },
      { who: 'sign code', most: 3000 },
    ]
    await serialize(`sign code ${network}`)
    await inOwnTransaction((db) => checkGuesses(db, guesses))
    const found = await findByDigits(context, digits)
    const [code] = found
    if (!code) {
      await inOwnTransaction((db) => missGuess(db, guesses))
      throw new Fault('notFound', '数字码不对或已更换，请输入屏幕上最新的 6 位数字')
    }
    if (found.length > 1) throw new Fault('conflict', '这个数字码碰巧和另一场会议相同，请等屏幕上换了新的再输入，或扫描二维码')
    return readSession(context, code)
  },

  async sign({ token, name, tel4 }, { inOwnTransaction, origin, services }) {
    const code = openCode(services.secret, token)
    const { entNo, mtgNo } = code
    // Limits guesses for one name from anywhere, and for one address, which a whole hall may share.
    const guesses = [
      { who: `sign ${entNo} ${mtgNo} ${name}`, most: 10 },
      { who: `sign ${entNo} ${mtgNo}:${networkOf(origin.address)}`, most: 100 },
    ]
    const find = async (db: Db) => {
      await checkGuesses(db, guesses)
      const person = await namedGuest(db, code, name, tel4)
      if (!person) await missGuess(db, guesses)
      return person
    }
    // Locks the meeting meanwhile, so that tries at the same moment are counted one after the other.
    const done = await inOwnTransaction((db) => signIn(db, code, () => find(db)), { entNo })
    if (!done) throw new Fault('notFound', '没有找到参会信息，请核对姓名和手机后四位')
    return done
  },
})

/** Finds the sessions that show these six digits, among all that are signed in to now. */
async function findByDigits({ inOwnTransaction, services }: Context, digits: string): Promise<Code[]> {
  const { rows } = await inOwnTransaction(
    (db) =>
      sql<Omit<Code, 'since'>>`select m.ent_no, m.mtg_no, c.rdx from mtg m join mtgschd c using (ent_no, mtg_no)
        join ent t using (ent_no) where ${takesShortCode} and t.stt = ${Status.enabled}`.execute(db),
    { rootNo: services.rootNo },
  )
  return rows.flatMap((place) => openShortCode(services.secret, place, digits) ?? [])
}

/** Reads the session that a code is for. Throws notFound where it is gone. */
function readSession({ inOwnTransaction, services }: Context, code: Code) {
  const { entNo, mtgNo, rdx } = code
  return inOwnTransaction(
    async (db) => {
      const { rows } = await sql<Session>`select t.ent_name, m.mtg_name, m.out_flag, c.schd_name, c.place, c.s_dt, c.e_dt
        from mtg m join mtgschd c using (ent_no, mtg_no) join ent t using (ent_no)
        where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo} and c.rdx = ${rdx} and m.stt = '2'`.execute(db)
      const nameFlag: '0' | '1' = (await employeesByName(db, entNo)) ? '1' : '0'
      return { ...requireRow(rows[0]), nameFlag, token: formToken(services.secret, code) }
    },
    { entNo },
  )
}

const employeesByName = async (db: Db, entNo: string) => (await readParameter(db, entNo, 'MTG_SIGN_NAME')) === '1'

/** Finds the attendee by name and phone; employees only where their enterprise lets them sign in without an account. */
async function namedGuest(db: Db, code: Code, name: string, tel4: string) {
  const person = await attendeeNamed(db, code, name, tel4)
  if (person?.empNo && !(await employeesByName(db, code.entNo)))
    throw new Fault('invalid', '你是本单位的员工，请用“员工登录签到”')
  return person
}

type Session = {
  entName: string
  mtgName: string
  outFlag: '0' | '1'
  schdName: string | null
  place: string | null
  sDt: string
  eDt: string
}
