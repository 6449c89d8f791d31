import { sql } from 'kysely'
import { EnrolState, WorkKind, WorkState } from '#domain/activities/activities.contract.ts'
import { permissions, permits } from '#contract/access.ts'
import { type LockedActivity, lockActivity, isPublished } from '#domain/activities/activities.ts'
import type { Context } from '#server/call/context.ts'
import { ownEnrolments } from '#domain/activities/enrolments.ts'
import { Fault, invalidField } from '#server/base/fault.ts'
import { dbTimestamp } from '#server/database/dbTime.ts'
import { requireRow } from '#server/database/rows.ts'
import { requireOwn } from '#server/call/scope.ts'
import type { Input } from '#server/call/serve.ts'
import type { wrk } from './wrk.contract.ts'
import { reviews } from './wrk.list.ts'

type File = { fileNo: string; name: string; type: string; size: number }
const pictureTypes = ['png', 'jpg', 'jpeg', 'gif']

/** Submits a work for one of the caller's enrolments. Throws notFound for another's. */
export async function handIn({ entNo, regNo, title, note = null, fileNos }: Input<typeof wrk.create>, context: Context) {
  requireOwn(context, entNo)
  const { db, me, number } = context
  const isOwn = await ownEnrolments(context, entNo)
  const { rows } = await sql<{ actNo: string }>`select r.act_no from reg r where r.ent_no = ${entNo}
    and r.reg_no = ${regNo} and r.stt <> '0' and ${isOwn}`.execute(db)
  const { actNo } = requireRow(rows[0])
  const wrkNo = await number('WRK_NO')
  const held = await lockActivity(context, { entNo, actNo }, 'handIn', isPublished)
  await checkTaken(context, entNo, regNo)
  await checkOpen(context, held, entNo, regNo)
  const files = await filesOf(context, entNo, fileNos)
  const kind = kindOf(files, held.wrkTypes)
  const row = { entNo, wrkNo, actNo, regNo, title, note, kind, files: JSON.stringify(files), byUserNo: me.userNo }
  await db
    .insertInto('wrk')
    .values({ ...row, agreeTm: sql<string>`now()` })
    .execute()
  return { wrkNo }
}

// Locks the activity, so that nobody cancels or is refused meanwhile.
async function checkTaken({ db }: Context, entNo: string, regNo: string) {
  const { rows } = await sql`select from reg where ent_no = ${entNo} and reg_no = ${regNo} and stt = ${EnrolState.taken}`.execute(
    db,
  )
  if (rows.length === 0) throw invalidField('regNo', '报上名以后才能上传作品')
}

async function checkOpen({ db }: Context, { wrkFlag, wrkSDt, wrkEDt, wrkMax }: LockedActivity, entNo: string, regNo: string) {
  if (wrkFlag !== '1' || !wrkSDt || !wrkEDt) throw new Fault('invalid', '这个活动不收作品')
  const { rows } = await sql<{
    isEarly: boolean
    isLate: boolean
    cnt: number
  }>`select now() < ${dbTimestamp(wrkSDt)} as is_early,
    now() > ${dbTimestamp(wrkEDt)} as is_late, (select count(*)::int from wrk where ent_no = ${entNo} and reg_no = ${regNo}
      and stt in (${WorkState.waiting}, ${WorkState.shown})) as cnt`.execute(db)
  const { isEarly = false, isLate = false, cnt = 0 } = rows[0] ?? {}
  if (isEarly) throw new Fault('invalid', '还没有开始收作品')
  if (isLate) throw new Fault('invalid', '作品已截止')
  if (cnt >= wrkMax) throw new Fault('invalid', `每人最多交 ${wrkMax} 件作品，可以先删除一件`)
}

// Reads the caller's own files, in the order in which they were named.
async function filesOf({ db, me }: Context, entNo: string, fileNos: readonly string[]): Promise<File[]> {
  const { rows } = await sql<File>`select file_no, name, type, size from file where ent_no = ${entNo}
    and file_no = any(${fileNos}) and user_no = ${me.userNo}`.execute(db)
  return fileNos.map((no) => {
    const file = rows.find(({ fileNo }) => fileNo === no)
    if (!file) throw invalidField('fileNos', '有的文件已失效，请重新上传')
    return file
  })
}

function kindOf(files: readonly File[], allowed: string): string {
  const isVideo = files.length === 1 && files[0]?.type === 'mp4'
  if (!isVideo && !files.every(({ type }) => pictureTypes.includes(type)))
    throw invalidField('fileNos', '作品是最多九张图片（png、jpg、gif），或一个 mp4 视频')
  const kind = isVideo ? WorkKind.video : WorkKind.pictures
  if (allowed !== WorkKind.either && allowed !== kind)
    throw invalidField('fileNos', allowed === WorkKind.video ? '这个活动只收视频' : '这个活动只收图片')
  return kind
}

type Several = { entNo: string; wrkNos: readonly string[] }
const mayDelete = permissions('wrk').delete

/** Changes works in one of these states, which the caller reaches; all of them, or none. */
async function changeAll(
  { db }: Context,
  { entNo, wrkNos }: Several,
  { from, reached, to }: { from: readonly string[]; reached: ReturnType<typeof sql>; to: Record<string, unknown> },
) {
  const set = sql.join(Object.entries(to).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
  const { numAffectedRows } = await sql`update wrk w set ${set} from act a
    where w.ent_no = ${entNo} and a.ent_no = w.ent_no and a.act_no = w.act_no and w.wrk_no = any(${wrkNos})
      and w.stt = any(${from}) and ${reached}`.execute(db)
  if (numAffectedRows !== BigInt(wrkNos.length)) throw new Fault('notFound', '有的作品已删除、已审核，或不由你负责，请刷新后再试')
}

/** Takes works away: the own ones, or those that one sees to. */
export function removeWorks(context: Context, of: Several) {
  const own = sql`w.by_user_no = ${context.me.userNo}`
  const reached = permits(context.me, mayDelete) ? sql`(${own} or ${reviews(context)})` : own
  const from = [WorkState.waiting, WorkState.shown, WorkState.refused]
  return changeAll(context, of, { from, reached, to: { stt: WorkState.deleted } })
}

/** Hangs works on the wall. */
export const approveWorks = (context: Context, of: Several) =>
  changeAll(context, of, {
    from: [WorkState.waiting, WorkState.refused],
    reached: reviews(context),
    to: { stt: WorkState.shown, answer: null },
  })

/** Refuses works, also those that hang already; what was reported of them is settled by it. */
export async function rejectWorks(context: Context, { answer, ...of }: Several & { answer: string }) {
  await changeAll(context, of, {
    from: [WorkState.waiting, WorkState.shown],
    reached: reviews(context),
    to: { stt: WorkState.refused, answer },
  })
  await settleReports(context, of)
}

/** Leaves on the wall what was reported. */
export async function keepReported(context: Context, of: Several) {
  await changeAll(context, of, { from: [WorkState.shown], reached: reviews(context), to: { ver: sql`w.ver` } })
  await settleReports(context, of)
}

const settleReports = ({ db }: Context, { entNo, wrkNos }: Several) =>
  sql`update wrkrpt set stt = '2' where ent_no = ${entNo} and wrk_no = any(${wrkNos}) and stt = '1'`.execute(db)

type One = { entNo: string; wrkNo: string }

/** Refuses a work that does not hang on the wall. */
async function requireShown({ db }: Context, { entNo, wrkNo }: One) {
  const { rows } = await sql<{ voteFlag: string }>`select a.vote_flag from wrk w join act a using (ent_no, act_no)
    where w.ent_no = ${entNo} and w.wrk_no = ${wrkNo} and w.stt = ${WorkState.shown}`.execute(db)
  return requireRow(rows[0])
}

/** Likes a work, once a day. Throws invalid a second time, and where works are not liked. */
export async function likeWork(context: Context, { entNo, wrkNo }: One) {
  requireOwn(context, entNo)
  const { voteFlag } = await requireShown(context, { entNo, wrkNo })
  if (voteFlag !== '1') throw new Fault('invalid', '这个活动不点赞')
  const { numAffectedRows } = await sql`insert into wrklike (ent_no, wrk_no, user_no, day)
    values (${entNo}, ${wrkNo}, ${context.me.userNo}, current_date) on conflict do nothing`.execute(context.db)
  if (numAffectedRows === 0n) throw new Fault('invalid', '今天已经点过赞')
  const { rows } = await sql<{ likeCnt: number }>`select count(*)::int as like_cnt from wrklike
    where ent_no = ${entNo} and wrk_no = ${wrkNo}`.execute(context.db)
  return { likeCnt: rows[0]?.likeCnt ?? 0 }
}

/** Tells those who review what is wrong with a work; once, until they have looked. */
export async function reportWork(context: Context, { entNo, wrkNo, rsn }: One & { rsn: string }) {
  requireOwn(context, entNo)
  await requireShown(context, { entNo, wrkNo })
  await sql`insert into wrkrpt (ent_no, wrk_no, user_no, rsn) values (${entNo}, ${wrkNo}, ${context.me.userNo}, ${rsn})
    on conflict (ent_no, wrk_no, user_no) do update set rsn = excluded.rsn, stt = '1'`.execute(context.db)
}
