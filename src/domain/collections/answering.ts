import { sql } from 'kysely'
import type * as z from 'zod'
import type { Column, FormValues } from '#contract/form/column.ts'
import { scoreOf } from '#contract/form/scores.ts'
import { Status } from '#contract/fields.ts'
import { openValues, readColumns, readFilled, sealValues } from '#domain/forms/formTemplates.ts'
import { signalInbox } from '#domain/messages/messages.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { Fault } from '#server/base/fault.ts'
import type { Db } from '#server/database/database.ts'
import { requireRow } from '#server/database/rows.ts'
import type { Secret } from '#server/database/secret.ts'
import { boxAnswer } from './anonymous.ts'
import { answerUploader, claimAnswerFiles } from './answerFiles.ts'
import { fillKept, withoutColumns } from './archive/prefilling.ts'
import { propose } from './archive/proposing.ts'
import { Anonymity, ApprovalState, type aprStt, AskedState, CollectionState } from './collections.contract.ts'
import './collection.table.ts'
import { withoutFills } from './shownForm.ts'

/**
 * Names who fills in a form: a member of staff for themselves, a guardian for one of their children, or whoever came by the link of
 * the collection, of whom nothing is known but the hash of the key of their page.
 */
export type Filler = { entNo: string; hndNo: string } & (
  | { empNo: string; ptrNo?: undefined; stuNo?: undefined; keyHash?: undefined }
  | { ptrNo: string; stuNo: string; empNo?: undefined; keyHash?: undefined }
  | { keyHash: string; ptrNo?: undefined; stuNo?: undefined; empNo?: undefined }
)

/** Names who wrote an answer: a guardian, or a member of staff, for themselves or for somebody else; neither by a link. */
export type Writer = { ptrNo?: string | undefined; empNo?: string | undefined; keyHash?: string | undefined; isProxy?: boolean }

export type Asked = {
  entNo: string
  hndNo: string
  toNo: string
  toStt: string
  empNo: string | null
  stuNo: string | null
  stt: string
  keyHash: string | null
  isLate: boolean
  lateFlag: string
  editFlag: string
  anon: string
  msgNo: string | null
  tmplNo: string
  verNo: number
  byPtrNo: string | null
  byEmpNo: string | null
  prxFlag: string | null
  /** Names the flow by which answers are approved, and its version; null where nobody decides about them. */
  flowNo: string | null
  flowVer: number | null
  /** Lists the questions that those who decide fill in. */
  fills: string[]
  aprStt: z.output<typeof aprStt>
}

/** Locks one who is asked, with the collection. Throws notFound where there is none. */
export async function lockAsked(db: Db, entNo: string, which: ReturnType<typeof sql>): Promise<Asked> {
  // Waits for an end or an exemption under way, and for whoever answers at this moment, before it reads.
  await sql`select from hndto t join hnd h using (ent_no, hnd_no) where t.ent_no = ${entNo} and ${which} for share of h`.execute(
    db,
  )
  await sql`select from hndto t where t.ent_no = ${entNo} and ${which} for update`.execute(db)
  const { rows } =
    await sql<Asked>`select t.ent_no, t.hnd_no, t.to_no::text as to_no, t.stt as to_stt, t.emp_no, t.stu_no, t.key_hash, h.stt,
      coalesce(h.due_tm < now(), false) as is_late, h.late_flag, h.edit_flag, h.anon, h.msg_no, h.tmpl_no, h.ver_no,
      a.by_ptr_no, a.by_emp_no, a.prx_flag, h.flow_no, h.flow_ver, t.apr_stt,
      coalesce((select jsonb_agg(f.no) from flowver v, jsonb_array_elements(v.steps) s, jsonb_array_elements_text(s -> 'fills') f (no)
        where v.ent_no = h.ent_no and v.flow_no = h.flow_no and v.ver_no = h.flow_ver), '[]') as fills
    from hndto t join hnd h using (ent_no, hnd_no) left join ans a on a.ent_no = t.ent_no and a.to_no = t.to_no and a.stt = '1'
    where t.ent_no = ${entNo} and ${which} and h.stt in (${CollectionState.open}, ${CollectionState.ended})`.execute(db)
  return requireRow(rows[0])
}

// Opens to a guardian what is about a child on the roll of whom they are told, alone.
export const isFilledBy = ({ hndNo, empNo, ptrNo, stuNo, keyHash }: Filler) => {
  if (keyHash !== undefined) return sql`t.hnd_no = ${hndNo} and t.key_hash = ${keyHash}`
  return empNo !== undefined
    ? sql`t.hnd_no = ${hndNo} and t.emp_no = ${empNo}`
    : sql`t.hnd_no = ${hndNo} and t.stu_no = ${stuNo} and exists (select from stuptr l
        join ptr g using (ent_no, ptr_no) join stu s using (ent_no, stu_no) where l.ent_no = t.ent_no and l.stu_no = t.stu_no
        and l.ptr_no = ${ptrNo} and l.msg_flag = '1' and g.stt = ${Status.enabled} and ${isOnRoll})`
}

/** Tells whether somebody wrote the answer themselves; by a link an answer is found by its own key alone. */
export const isOwnAnswer = (
  asked: Pick<Asked, 'byPtrNo' | 'byEmpNo' | 'keyHash' | 'prxFlag'>,
  { empNo, ptrNo, keyHash }: Writer,
) => {
  if (keyHash !== undefined) return asked.keyHash === keyHash
  return asked.prxFlag !== '1' && (empNo !== undefined ? asked.byEmpNo === empNo : asked.byPtrNo === ptrNo)
}

/** Says what has been decided about an answer, by its state. */
export const decidedWords: Record<string, string> = {
  [ApprovalState.deciding]: '正在审批',
  [ApprovalState.passed]: '审批已通过',
  [ApprovalState.refused]: '审批没有通过',
}

/** Says why somebody cannot fill in a form now; null where they can. */
export function shutWhy(asked: Asked, by: Writer): string | null {
  if (asked.stt !== CollectionState.open) return '收集已经结束，不能再填写'
  if (asked.isLate && asked.lateFlag !== '1') return '已过截止时间，不能再填写，请联系发起人'
  if (asked.toStt === AskedState.exempt) return '已设为免填，不用填写'
  if (asked.toStt === AskedState.gone) return '这份答卷已被发起人作废'
  if (asked.toStt !== AskedState.done) return null
  if (asked.anon === Anonymity.full) return '已经匿名提交。答卷不与任何人关联，所以不能再看，也不能修改'
  if (asked.prxFlag === '1') return '已由学校代填，要修改请联系发起人'
  if (!isOwnAnswer(asked, by)) return '已由另一位家长填写，要修改请由他本人修改，或联系发起人'
  if (decidedWords[asked.aprStt ?? '']) return `${decidedWords[asked.aprStt ?? '']}，不能再修改`
  return asked.editFlag === '1' ? null : '已经提交，不能再修改'
}

/** Names a writer among the drafts and files of an answer. */
export const draftKey = ({ ptrNo, empNo, keyHash }: Writer) => ptrNo ?? empNo ?? (keyHash === undefined ? '' : answerUploader)

// Limits a draft, which no contract has looked into yet, to what a form of a hundred fields needs.
const longestDraft = 200_000

/** Keeps what somebody has written so far, readable by them alone. Throws invalid where it cannot be sent any more. */
export async function keepDraft(db: Db, secret: Secret, filler: Filler, vals: FormValues) {
  const asked = await lockToFill(db, filler)
  if (asked.anon === Anonymity.full) throw new Fault('invalid', '完全匿名的表单不存草稿，请一次填完')
  // Keeps nothing that nobody would find again: what is sent is what opens.
  if (asked.toStt === AskedState.done) throw new Fault('invalid', '已经提交过，请刷新后点“修改”，改好直接保存')
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
export type Given = { given: FormValues; kept?: readonly string[] | undefined; by: Writer; check?: Check | undefined }

/**
 * Stores an answer, and tells those who were asked that nothing is expected of them any more; answers it as it is stored. What it
 * would change in archives is proposed once nobody has to approve it any more. Throws invalid with every error by column.
 */
export async function storeAnswer(db: Db, secret: Secret, asked: Asked, { given, kept = [], by, check }: Given) {
  const { entNo, hndNo, tmplNo, verNo, msgNo } = asked
  const toNo = Number(asked.toNo)
  const columns = withoutFills(await readColumns(db, entNo, tmplNo, verNo), asked.fills)
  const answered = { entNo, hndNo, toNo, empNo: asked.empNo, stuNo: asked.stuNo, ptrNo: by.ptrNo ?? null }
  const unchanged = await fillKept(db, secret, answered, { columns, given, kept })
  const values = await readFilled(db, entNo, columns, { ...given, ...unchanged })
  await check?.(columns, values)
  await claimAnswerFiles(db, { entNo, toNo, byNo: draftKey(by), columns, values })
  const vals = sealValues(secret, columns, values)
  if (asked.anon === Anonymity.full) await boxAnswer(db, secret, { entNo, hndNo }, vals)
  else await keepAnswer(db, asked, by, { vals, score: scoreOf(columns, values), keptClmns: Object.keys(unchanged) })
  // Counts the answers by a link in their order; who is asked by name has none.
  await sql`update hndto t set stt = ${AskedState.done}, drafts = '{}', back_why = null,
      seq_no = case when t.key_hash is null then null else coalesce(t.seq_no, (select coalesce(max(o.seq_no), 0) + 1 from hndto o
        where o.ent_no = t.ent_no and o.hnd_no = t.hnd_no)) end
    where t.ent_no = ${entNo} and t.to_no = ${toNo}`.execute(db)
  if (asked.flowNo === null) await propose(db, secret, answered, { columns, values })
  if (!msgNo) return vals
  // Tells of an answer without a name only on which day it was given.
  const doneTm = asked.anon === Anonymity.full ? sql`date_trunc('day', now())` : sql`now()`
  await sql`update msgto t set done_tm = ${doneTm}, read_tm = coalesce(read_tm, ${doneTm})
    where t.ent_no = ${entNo} and t.msg_no = ${msgNo} and (t.emp_no = ${asked.empNo} or t.stu_no = ${asked.stuNo})`.execute(db)
  await signalInbox(db, { entNo, msgNo })
  return vals
}

type Kept = { vals: FormValues; score: number | null; keptClmns: string[] }

async function keepAnswer(db: Db, asked: Asked, by: Writer, { vals, score, keptClmns }: Kept) {
  const { entNo, hndNo, empNo, stuNo } = asked
  const toNo = Number(asked.toNo)
  const written = {
    vals: JSON.stringify(vals),
    score,
    keptClmns: JSON.stringify(keptClmns),
    byPtrNo: by.ptrNo ?? null,
    byEmpNo: by.ptrNo ? null : (by.empNo ?? null),
    prxFlag: by.isProxy ? ('1' as const) : ('0' as const),
    lateFlag: asked.isLate ? ('1' as const) : ('0' as const),
    sentTm: sql<string>`now()`,
    stt: '1' as const,
  }
  await db
    .insertInto('ans')
    .values({ entNo, toNo, hndNo, empNo, stuNo, ...written })
    .onConflict((on) => on.columns(['entNo', 'toNo']).doUpdateSet(written))
    .execute()
}
