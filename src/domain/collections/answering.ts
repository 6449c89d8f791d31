import { sql } from 'kysely'
import type * as z from 'zod'
import type { Column, FormValues } from '#contract/form/column.ts'
import { Status } from '#contract/fields.ts'
import { maskValues, openValues, readColumns, readFilled, readFormChoices, sealValues } from '#domain/forms/formTemplates.ts'
import { signalInbox } from '#domain/messages/messages.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { Fault } from '#server/base/fault.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { claimAnswerFiles, readAnswerFiles } from './answerFiles.ts'
import { fillKept, prefill, withoutColumns, withoutOwner } from './archive/prefilling.ts'
import { propose, withdrawProposals } from './archive/proposing.ts'
import { type AskedForm, AskedState, CollectionState } from './collections.contract.ts'
import './collection.table.ts'

/** Names who fills in a form: a member of staff for themselves, or a guardian for one of their children. */
export type Filler = { entNo: string; hndNo: string } & (
  | { empNo: string; ptrNo?: undefined; stuNo?: undefined }
  | { ptrNo: string; stuNo: string; empNo?: undefined }
)

/** Names who wrote an answer: a guardian, or a member of staff, for themselves or for somebody else. */
export type Writer = { ptrNo?: string | undefined; empNo?: string | undefined; isProxy?: boolean }

export type Asked = {
  entNo: string
  hndNo: string
  toNo: string
  toStt: string
  empNo: string | null
  stuNo: string | null
  stt: string
  isLate: boolean
  lateFlag: string
  editFlag: string
  msgNo: string | null
  tmplNo: string
  verNo: number
  byPtrNo: string | null
  byEmpNo: string | null
  prxFlag: string | null
}

/** Locks one who is asked, with the collection. Throws notFound where there is none. */
export async function lockAsked(db: Db, entNo: string, which: ReturnType<typeof sql>): Promise<Asked> {
  // Waits for an end or an exemption under way, and for whoever answers at this moment, before it reads.
  await sql`select from hndto t join hnd h using (ent_no, hnd_no) where t.ent_no = ${entNo} and ${which} for share of h`.execute(
    db,
  )
  await sql`select from hndto t where t.ent_no = ${entNo} and ${which} for update`.execute(db)
  const { rows } = await sql<Asked>`select t.ent_no, t.hnd_no, t.to_no::text as to_no, t.stt as to_stt, t.emp_no, t.stu_no, h.stt,
      coalesce(h.due_tm < now(), false) as is_late, h.late_flag, h.edit_flag, h.msg_no, h.tmpl_no, h.ver_no,
      a.by_ptr_no, a.by_emp_no, a.prx_flag
    from hndto t join hnd h using (ent_no, hnd_no) left join ans a on a.ent_no = t.ent_no and a.to_no = t.to_no and a.stt = '1'
    where t.ent_no = ${entNo} and ${which} and h.stt in (${CollectionState.open}, ${CollectionState.ended})`.execute(db)
  return requireRow(rows[0])
}

// Opens to a guardian what is about a child on the roll of whom they are told, alone.
const isFilledBy = ({ hndNo, empNo, ptrNo, stuNo }: Filler) =>
  empNo !== undefined
    ? sql`t.hnd_no = ${hndNo} and t.emp_no = ${empNo}`
    : sql`t.hnd_no = ${hndNo} and t.stu_no = ${stuNo} and exists (select from stuptr l
        join ptr g using (ent_no, ptr_no) join stu s using (ent_no, stu_no) where l.ent_no = t.ent_no and l.stu_no = t.stu_no
        and l.ptr_no = ${ptrNo} and l.msg_flag = '1' and g.stt = ${Status.enabled} and ${isOnRoll})`

const isOwnAnswer = (asked: Pick<Asked, 'byPtrNo' | 'byEmpNo' | 'prxFlag'>, { empNo, ptrNo }: Writer) =>
  asked.prxFlag !== '1' && (empNo !== undefined ? asked.byEmpNo === empNo : asked.byPtrNo === ptrNo)

/** Says why somebody cannot fill in a form now; null where they can. */
function shutWhy(asked: Asked, by: Writer): string | null {
  if (asked.stt !== CollectionState.open) return '收集已经结束，不能再填写'
  if (asked.isLate && asked.lateFlag !== '1') return '已过截止时间，不能再填写，请联系发起人'
  if (asked.toStt === AskedState.exempt) return '已设为免填，不用填写'
  if (asked.toStt !== AskedState.done) return null
  if (asked.prxFlag === '1') return '已由学校代填，要修改请联系发起人'
  if (!isOwnAnswer(asked, by)) return '已由另一位家长填写，要修改请由他本人修改，或联系发起人'
  return asked.editFlag === '1' ? null : '已经提交，不能再修改'
}

type Head = Pick<
  z.output<typeof AskedForm>,
  'title' | 'des' | 'entName' | 'sndName' | 'stuName' | 'dueTm' | 'sentTm' | 'backWhy'
> & {
  vals: FormValues | null
  keptClmns: string[] | null
  draft: string | null
  isGuardian: boolean
}

/**
 * Reads a form as whoever is asked fills it in; `isByLink`: its files open without an account. Throws notFound where they are not
 * asked.
 */
export async function readAskedForm(
  db: Db,
  secret: Secret,
  filler: Filler,
  { isByLink = false } = {},
): Promise<z.output<typeof AskedForm>> {
  const { entNo } = filler
  const asked = await lockAsked(db, entNo, isFilledBy(filler))
  const { rows } =
    await sql<Head>`select h.title, h.des, n.ent_name, e.emp_name as snd_name, s.stu_name, h.due_tm, a.sent_tm, a.vals, a.kept_clmns,
      exists (select from stuptr l where l.ent_no = t.ent_no and l.stu_no = t.stu_no and l.ptr_no = ${filler.ptrNo ?? null}
        and l.grd_flag = '1') as is_guardian,
      t.drafts ->> ${draftKey(filler)} as draft, t.back_why
    from hndto t join hnd h using (ent_no, hnd_no) join ent n using (ent_no) join emp e on e.ent_no = h.ent_no and e.emp_no = h.emp_no
    left join stu s on s.ent_no = t.ent_no and s.stu_no = t.stu_no
    left join ans a on a.ent_no = t.ent_no and a.to_no = t.to_no and a.stt = '1'
    where t.ent_no = ${entNo} and t.to_no = ${Number(asked.toNo)}`.execute(db)
  const { vals, keptClmns, draft, isGuardian, ...head } = requireRow(rows[0])
  const billClmns = await readColumns(db, entNo, asked.tmplNo, asked.verNo)
  const isOthers = vals !== null && !isOwnAnswer(asked, filler)
  const files = { entNo, toNo: Number(asked.toNo), byNo: draftKey(filler), isPublic: isByLink }
  const sent =
    vals &&
    (isOthers
      ? withoutOwner(billClmns, maskValues(billClmns, vals), 'ptr')
      : withoutColumns(openValues(secret, billClmns, vals), keptClmns ?? []))
  const written = sent ?? (draft ? (JSON.parse(secret.open(draft)) as FormValues) : null)
  const why = shutWhy(asked, filler)
  const subject = { entNo, empNo: asked.empNo, stuNo: asked.stuNo, ptrNo: filler.ptrNo ?? null }
  // Tells numbers and addresses in clear to the person, and to a legal guardian who has signed in: a link may be passed on.
  const isClear = !isByLink && (filler.empNo !== undefined || isGuardian)
  const filled = why ? { vals: written } : await prefill(db, secret, subject, { columns: billClmns, written, isClear })
  return {
    known: [],
    sameFlag: '0',
    ...head,
    lateFlag: asked.isLate && asked.lateFlag === '1' ? '1' : '0',
    billClmns,
    choices: await readFormChoices(db, entNo, billClmns),
    ...filled,
    files: isOthers ? [] : await readAnswerFiles(db, secret, files),
    otherFlag: isOthers ? '1' : '0',
    shutWhy: why,
  }
}

/** Names a writer among the drafts and files of an answer. */
export const draftKey = ({ ptrNo, empNo }: Writer) => ptrNo ?? empNo ?? ''

// Limits a draft, which no contract has looked into yet, to what a form of a hundred fields needs.
const longestDraft = 200_000

/** Keeps what somebody has written so far, readable by them alone. Throws invalid where it cannot be sent any more. */
export async function keepDraft(db: Db, secret: Secret, filler: Filler, vals: FormValues) {
  const asked = await lockToFill(db, filler)
  const written = JSON.stringify(vals)
  if (written.length > longestDraft) throw new Fault('tooLarge', '填写的内容太多，不能存为草稿')
  await sql`update hndto set drafts = drafts || jsonb_build_object(${draftKey(filler)}::text, ${secret.seal(written)}::text)
    where ent_no = ${filler.entNo} and to_no = ${Number(asked.toNo)}`.execute(db)
}

/** Locks a form for whoever fills it in. Throws notFound where they are not asked, invalid where it is closed to them. */
export async function lockToFill(db: Db, filler: Filler): Promise<Asked> {
  const asked = await lockAsked(db, filler.entNo, isFilledBy(filler))
  refuseShut(asked, filler)
  return asked
}

function refuseShut(asked: Asked, by: Writer) {
  const why = shutWhy(asked, by)
  if (why) throw new Fault('invalid', why)
}

/** Stores the answer of somebody who is asked. Throws invalid with every error by column, and where it is closed to them. */
export async function sendAnswer(db: Db, secret: Secret, filler: Filler, sent: Omit<Given, 'by'>) {
  const asked = await lockToFill(db, filler)
  await storeAnswer(db, secret, asked, { ...sent, by: filler })
}

/**
 * Takes an answer away to be written again: whoever wrote it finds it as their draft, with `why`; history keeps the version. Throws
 * notFound where nothing is answered.
 */
export async function giveBackAnswer(db: Db, secret: Secret, asked: Asked, why: string) {
  const { entNo, byPtrNo, byEmpNo } = asked
  const toNo = Number(asked.toNo)
  const { rows } = await sql<{ vals: FormValues; keptClmns: string[] }>`update ans set stt = ${Status.deleted}
    where ent_no = ${entNo} and to_no = ${toNo} and stt = ${Status.enabled} returning vals, kept_clmns`.execute(db)
  const { vals, keptClmns } = requireRow(rows[0])
  await withdrawProposals(db, entNo, toNo)
  const columns = await readColumns(db, entNo, asked.tmplNo, asked.verNo)
  const written = secret.seal(JSON.stringify(withoutColumns(openValues(secret, columns, vals), keptClmns)))
  await sql`update hndto set stt = ${AskedState.todo}, back_why = ${why},
      drafts = jsonb_build_object(${byPtrNo ?? byEmpNo}::text, ${written}::text)
    where ent_no = ${entNo} and to_no = ${toNo}`.execute(db)
}

/** Reads in clear what somebody wrote themselves, as an answer or as a draft that is not sent; null for nothing. */
export async function readGiven(db: Db, secret: Secret, asked: Asked, by: Writer): Promise<FormValues | null> {
  const { rows } = await sql<{
    vals: FormValues | null
    keptClmns: string[] | null
    draft: string | null
  }>`select a.vals, a.kept_clmns, t.drafts ->> ${draftKey(by)} as draft
    from hndto t left join ans a on a.ent_no = t.ent_no and a.to_no = t.to_no and a.stt = ${Status.enabled}
      and a.prx_flag = ${by.isProxy ? '1' : '0'} and ${draftKey(by)} in (a.by_ptr_no, a.by_emp_no)
    where t.ent_no = ${asked.entNo} and t.to_no = ${Number(asked.toNo)}`.execute(db)
  const { vals, keptClmns, draft } = requireRow(rows[0])
  const open = async (sealed: FormValues) =>
    openValues(secret, await readColumns(db, asked.entNo, asked.tmplNo, asked.verNo), sealed)
  if (vals) return withoutColumns(await open(vals), keptClmns ?? [])
  return draft ? (JSON.parse(secret.open(draft)) as FormValues) : null
}

type Check = (columns: readonly Column[], values: FormValues) => Promise<void>
type Given = { given: FormValues; kept?: readonly string[] | undefined; by: Writer; check?: Check | undefined }

/** Stores an answer, and tells those who were asked that nothing is expected of them any more. */
export async function storeAnswer(db: Db, secret: Secret, asked: Asked, { given, kept = [], by, check }: Given) {
  const { entNo, hndNo, tmplNo, verNo, msgNo } = asked
  const toNo = Number(asked.toNo)
  const columns = await readColumns(db, entNo, tmplNo, verNo)
  const answered = { entNo, hndNo, toNo, empNo: asked.empNo, stuNo: asked.stuNo, ptrNo: by.ptrNo ?? null }
  const unchanged = await fillKept(db, secret, answered, { columns, given, kept })
  const values = await readFilled(db, entNo, columns, { ...given, ...unchanged })
  await check?.(columns, values)
  await claimAnswerFiles(db, { entNo, toNo, byNo: draftKey(by), columns, values })
  const written = {
    vals: JSON.stringify(sealValues(secret, columns, values)),
    keptClmns: JSON.stringify(Object.keys(unchanged)),
    byPtrNo: by.ptrNo ?? null,
    byEmpNo: by.ptrNo ? null : (by.empNo ?? null),
    prxFlag: by.isProxy ? ('1' as const) : ('0' as const),
    lateFlag: asked.isLate ? ('1' as const) : ('0' as const),
    sentTm: sql<string>`now()`,
    stt: '1' as const,
  }
  await db
    .insertInto('ans')
    .values({ entNo, toNo, hndNo, empNo: asked.empNo, stuNo: asked.stuNo, ...written })
    .onConflict((on) => on.columns(['entNo', 'toNo']).doUpdateSet(written))
    .execute()
  await sql`update hndto set stt = ${AskedState.done}, drafts = '{}', back_why = null
    where ent_no = ${entNo} and to_no = ${toNo}`.execute(db)
  await propose(db, secret, answered, { columns, values })
  if (!msgNo) return
  await sql`update msgto t set done_tm = now(), read_tm = coalesce(read_tm, now()) where t.ent_no = ${entNo} and t.msg_no = ${msgNo}
    and (t.emp_no = ${asked.empNo} or t.stu_no = ${asked.stuNo})`.execute(db)
  await signalInbox(db, { entNo, msgNo })
}
