import { sql } from 'kysely'
import { formToken, openCode } from '#server/meetingCode.ts'
import { checkGuesses, missGuess, networkOf } from '#server/attempts.ts'
import { attendeeNamed, signIn } from '#server/meetingSign.ts'
import { Fault } from '#server/fault.ts'
import { found } from '#server/rows.ts'
import { serve } from '#server/serve.ts'
import { mSign } from './sign.contract.ts'

export const mSignHandlers = serve(mSign, {
  async get({ token }, { apart, services }) {
    const code = openCode(services.secret, token)
    const { entNo, mtgNo, rdx } = code
    const { rows } = await apart(
      (db) =>
        sql<Session>`select t.ent_name, m.mtg_name, m.out_flag, c.schd_name, c.place, c.s_dt, c.e_dt
          from mtg m join mtgschd c using (ent_no, mtg_no) join ent t using (ent_no)
          where m.ent_no = ${entNo} and m.mtg_no = ${mtgNo} and c.rdx = ${rdx} and m.stt = '2'`.execute(db),
      { entNo },
    )
    return { ...found(rows[0]), token: formToken(services.secret, code) }
  },

  async sign({ token, name, tel4 }, { apart, origin, services }) {
    const code = openCode(services.secret, token)
    const { entNo, mtgNo } = code
    // Of one address, and of one name from wherever: a whole hall may share its address.
    const keys = [`sign ${entNo} ${mtgNo}:${networkOf(origin.address)}`, `sign ${entNo} ${mtgNo} ${name}`]
    await apart((db) => checkGuesses(db, keys))
    const person = await apart((db) => attendeeNamed(db, code, name, tel4), { entNo })
    if (!person) {
      await apart((db) => missGuess(db, keys))
      throw new Fault('notFound', '没有找到参会信息，请核对姓名和手机后四位')
    }
    return apart((db) => signIn(db, code, person), { entNo })
  },
})

type Session = {
  entName: string
  mtgName: string
  outFlag: '0' | '1'
  schdName: string | null
  place: string | null
  sDt: string
  eDt: string
}
