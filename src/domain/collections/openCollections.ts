import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod'
import { Status } from '#contract/fields.ts'
import { limitRate } from '#server/auth/attempts.ts'
import { readFormChoices } from '#domain/forms/formTemplates.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import type { Db } from '#server/database/database.ts'
import type { Secret } from '#server/database/secret.ts'
import { readAskedForm } from './askedForm.ts'
import { type AskedForm, AskedState, CollectionState } from './collections.contract.ts'
import { readShownForm } from './shownForm.ts'

type Place = { entNo: string; hndNo: string; lnkNo: number }

const signed = (secret: Secret, { entNo, hndNo, lnkNo }: Place) => secret.sign(`fill ${entNo} ${hndNo} ${lnkNo}`)

/** Returns the address at which anybody fills in a collection; a newer link makes it open nothing. */
export const openAddress = (secret: Secret, place: Place) =>
  `/m/fill#k=${[place.entNo, place.hndNo, place.lnkNo, signed(secret, place)].join('.')}`

/** Returns which link of which collection a key is; undefined for one that is forged. */
export function openFillKey(secret: Secret, key: string): Place | undefined {
  const [entNo = '', hndNo = '', lnkNo = '', signature = '', ...more] = key.split('.')
  const place = { entNo, hndNo, lnkNo: Number(lnkNo) }
  const given = Buffer.from(signature)
  const right = Buffer.from(signed(secret, place))
  const isReal =
    more.length === 0 && /^[1-9]\d{0,8}$/.test(lnkNo) && given.length === right.length && timingSafeEqual(given, right)
  return isReal ? place : undefined
}

/** Returns the fault for every link that opens nothing. */
export const isDeadLink = () => new Fault('notFound', '这个链接已经失效，请向发起人要新的链接')

type Open = {
  title: string
  des: string | null
  entName: string
  sndName: string
  dueTm: string | null
  isLate: boolean
  lateFlag: '0' | '1'
  stt: string
  tmplNo: string
  verNo: number
  mostCnt: number | null
  doneCnt: number
  passWord: string | null
}

/** Reads the collection of a link. Throws notFound for one that is no more, or has another link. */
async function readOpen(db: Db, { entNo, hndNo, lnkNo }: Place): Promise<Open> {
  const { rows } = await sql<Open>`select h.title, h.des, n.ent_name, coalesce(e.emp_name, '') as snd_name, h.due_tm,
      coalesce(h.due_tm < now(), false) as is_late, h.late_flag, h.stt, h.tmpl_no, h.ver_no, h.most_cnt, h.pass_word,
      (select count(*)::int from hndto t where t.ent_no = h.ent_no and t.hnd_no = h.hnd_no and t.stt = ${AskedState.done}) as done_cnt
    from hnd h join ent n using (ent_no) left join emp e on e.ent_no = h.ent_no and e.emp_no = h.emp_no
    where h.ent_no = ${entNo} and h.hnd_no = ${hndNo} and h.opn_flag = '1' and h.lnk_no = ${lnkNo} and n.stt = ${Status.enabled}
      and h.stt in (${CollectionState.open}, ${CollectionState.ended})`.execute(db)
  if (!rows[0]) throw isDeadLink()
  return rows[0]
}

/** Says why nobody can begin to answer; null where somebody can. */
function closedWhy({ stt, isLate, lateFlag, mostCnt, doneCnt }: Open): string | null {
  if (stt !== CollectionState.open) return '收集已经结束，不能再填写'
  if (isLate && lateFlag !== '1') return '已过截止时间，不能再填写'
  return mostCnt !== null && doneCnt >= mostCnt ? `已收满 ${mostCnt} 份，不再接收` : null
}

/** Describes who comes by a link: its place, the hash of the key of their page, and the word that they typed. */
export type Visitor = { place: Place; keyHash: string; word?: string | undefined; network: string }

// Limits wrong words per hour, from one address and for one collection.
const wrongWords = 30

/** Refuses who does not know the word of a collection that has one. Throws invalid naming the field, busy after too many. */
async function checkWord(
  secret: Secret,
  { passWord }: Open,
  { place, word, network }: Visitor,
  count: (work: (db: Db) => Promise<void>) => Promise<void>,
) {
  if (passWord === null || secret.open(passWord) === word) return
  if (word)
    await count((db) => limitRate(db, `fill word ${place.hndNo}:${network}`, wrongWords, '口令错误次数太多，请一小时后再试'))
  throw invalidField('word', word ? '口令不对，请向发起人确认' : '请输入口令')
}

/** Describes a form for whoever comes by a link: the form, or that its word is wanted first. */
export type OpenForm = { wordFlag: '0' | '1'; title: string; entName: string; form: z.output<typeof AskedForm> | null }

/** Reads the form of a link, with what the same page answered before. Throws notFound for a dead link. */
export async function readOpenForm(
  db: Db,
  secret: Secret,
  visitor: Visitor,
  count: (work: (db: Db) => Promise<void>) => Promise<void>,
): Promise<OpenForm> {
  const { place, keyHash, word } = visitor
  const { entNo, hndNo } = place
  const open = await readOpen(db, place)
  const head = { title: open.title, entName: open.entName }
  if (open.passWord !== null && !word) return { ...head, wordFlag: '1', form: null }
  await checkWord(secret, open, visitor, count)
  const { rows } = await sql`select from hndto where ent_no = ${entNo} and hnd_no = ${hndNo} and key_hash = ${keyHash}`.execute(
    db,
  )
  if (rows.length > 0)
    return { ...head, wordFlag: '0', form: await readAskedForm(db, secret, { entNo, hndNo, keyHash }, { isByLink: true }) }
  const { columns, shown } = await readShownForm(db, { entNo, ...open }, { isOwn: false, score: null })
  return {
    ...head,
    wordFlag: '0',
    form: {
      ...head,
      des: open.des,
      sndName: open.sndName,
      stuName: null,
      dueTm: open.dueTm,
      lateFlag: open.isLate ? open.lateFlag : '0',
      ...shown,
      choices: await readFormChoices(db, entNo, columns),
      vals: null,
      known: [],
      aprStt: null,
      sameFlag: '0',
      sentTm: null,
      backWhy: null,
      files: [],
      otherFlag: '0',
      shutWhy: closedWhy(open),
      anon: '0',
    },
  }
}

/**
 * Makes room for the answer of whoever comes by a link, once for the key of their page: answers wait for each other, so that no more
 * come than are taken. Throws notFound for a dead link, invalid where it is over, or full, or its word is wrong.
 */
export async function beginOpenAnswer(
  db: Db,
  secret: Secret,
  visitor: Visitor,
  count: (work: (db: Db) => Promise<void>) => Promise<void>,
) {
  const { place, keyHash } = visitor
  const { entNo, hndNo } = place
  // Counts what came before only after whoever else answers has done.
  await sql`select from hnd where ent_no = ${entNo} and hnd_no = ${hndNo} for update`.execute(db)
  const open = await readOpen(db, place)
  await checkWord(secret, open, visitor, count)
  const { rows } = await sql<{ stt: string }>`select stt from hndto
    where ent_no = ${entNo} and hnd_no = ${hndNo} and key_hash = ${keyHash}`.execute(db)
  if (rows[0] && rows[0].stt !== AskedState.todo) return { entNo, hndNo, keyHash }
  const why = closedWhy(open)
  if (why) throw new Fault('invalid', why)
  await sql`insert into hndto (ent_no, hnd_no, key_hash) values (${entNo}, ${hndNo}, ${keyHash}) on conflict do nothing`.execute(
    db,
  )
  return { entNo, hndNo, keyHash }
}
