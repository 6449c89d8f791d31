import { type RawBuilder, sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { maskPhone } from '#contract/values/masking.ts'

type Flag = '0' | '1'

/** Describes a guardian of a student with their link, as the database gives them. */
export type KeptGuardian = {
  ptrNo: string
  ptrName: string
  relt: string
  authTel: string
  authFlag: Flag
  grdFlag: Flag
  msgFlag: Flag
  pickFlag: Flag
  liveFlag: Flag
  prior: number
  rem: string | null
  stt: string
}

const whole = sql`jsonb_build_object('ptrNo', p.ptr_no, 'ptrName', p.ptr_name, 'relt', l.relt, 'authTel', p.auth_tel,
  'authFlag', p.auth_flag, 'grdFlag', l.grd_flag, 'msgFlag', l.msg_flag, 'pickFlag', l.pick_flag, 'liveFlag', l.live_flag,
  'prior', l.prior, 'rem', l.rem, 'stt', p.stt)`

/** Selects the live guardians of the student `s` as a list, the one to call first at its head. */
export const guardiansOfStudent = <Row = { name: string }>(row: RawBuilder<unknown> = whole) =>
  sql<Row[]>`(select coalesce(jsonb_agg(${row} order by l.prior, l.ptr_no), '[]')
    from stuptr l join ptr p using (ent_no, ptr_no)
    where l.ent_no = s.ent_no and l.stu_no = s.stu_no and p.stt <> ${Status.deleted})`

export const linkedGuardianOut = (guardian: KeptGuardian) => ({ ...guardian, authTel: maskPhone(guardian.authTel) })
