import { sql } from 'kysely'
import { actions } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { toIdNo18 } from '#contract/idNumber.ts'
import { onRoll } from '#contract/units.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { Fault } from '#server/fault.ts'
import { changedOf, complain, storedOf } from '#server/personFacts.ts'
import { change } from '#server/rows.ts'
import { searchText } from '#server/search.ts'
import { holdsIn } from '#server/scope.ts'
import type { Input } from '#server/serve.ts'
import { lockClasses } from '#server/units.ts'
import type { stu } from './stu.contract.ts'
import { eyesOf, readStudent } from './stu.list.ts'
import { setPhotos } from './stu.photos.ts'
import { lockStudent, refuseLeft } from './stu.state.ts'
import { nextLabels } from './stu.wts.ts'

export async function createStudent(
  { entNo, wts, cardPht, facePht, cnsntFlag, cnsntBy, ...facts }: Input<typeof stu.create>,
  context: Context,
) {
  const { db, number, services } = context
  if (!facts.sex && !facts.idNo) throw complain('sex', '性别不能为空；有身份证号时由它得出')
  await lockClasses(db, entNo, [facts.unitNo])
  await refuseTaken(context, entNo, facts)
  const labels = await nextLabels(context, { entNo, unitNo: facts.unitNo, wts: null }, wts ?? null)
  const stuNo = await number('STU_NO')
  const { stuName, unitNo, stdyNo, authTel } = facts
  const words = searchText(stuName, [stuNo, stdyNo], authTel)
  await db
    .insertInto('stu')
    // A sex is there: given, or told by the ID number.
    .values({ sex: 'U', ...storedOf(facts, services.secret), stuName, unitNo, wts: labels, entNo, stuNo, searchText: words })
    .execute()
  await setPhotos(context, { entNo, stuNo, cardPht, facePht, cnsntFlag, cnsntBy })
  return readStudent(db, entNo, stuNo, await eyesOf(context, entNo))
}

export async function updateStudent(input: Input<typeof stu.update>, context: Context) {
  const { entNo, stuNo, ver, wts, cardPht, facePht, cnsntFlag, cnsntBy, ...facts } = input
  const { db, services } = context
  const kept = await lockStudent(db, entNo, stuNo)
  // Not the row alone: whoever merges sees class and labels as they are now.
  if (ver !== undefined && ver !== kept.ver)
    throw new Fault('conflict', undefined, await readStudent(db, entNo, stuNo, await eyesOf(context, entNo)))
  if (facts.authTel !== undefined && facts.authTel !== kept.authTel && kept.authFlag === '1')
    throw complain('authTel', '手机已认证，请用“改手机”')
  const isPhoto = cardPht !== undefined || facePht !== undefined
  if (isPhoto && !(await holdsIn(context, `stu:${actions.set}`, entNo, kept.unitNo)))
    throw new Fault('forbidden', '没有权限直接更换照片，请提交审核')
  if (facts.unitNo && facts.unitNo !== kept.unitNo) {
    refuseLeft([kept], '调班')
    await lockClasses(db, entNo, [facts.unitNo])
  }
  await refuseTaken(context, entNo, facts, kept)
  const labels = wts !== undefined && { wts: await nextLabels(context, { entNo, ...kept }, wts) }
  const { stuName = kept.stuName, stdyNo = kept.stdyNo, authTel = kept.authTel } = facts
  const words = searchText(stuName, [stuNo, stdyNo], authTel)
  await change(db, 'stu', { entNo, stuNo }, { ...changedOf(facts, kept.idNo, services.secret), ...labels, searchText: words }, [])
  await setPhotos(context, { entNo, stuNo, cardPht, facePht, cnsntFlag, cnsntBy })
  return readStudent(db, entNo, stuNo, await eyesOf(context, entNo))
}

type Numbers = { idNo?: string | null | undefined; stdyNo?: string | null | undefined }
type Other = { stuName: string; unitName: string | null }

/** Names the student who has an ID number (of those on the roll) or a student number already, as far as the caller may see them. */
async function refuseTaken(
  { db, services }: Context,
  entNo: string,
  { idNo, stdyNo }: Numbers,
  { stuNo, stt }: { stuNo: string; stt: string } = { stuNo: '', stt: onRoll[0] },
) {
  const isOnRoll = (onRoll as readonly string[]).includes(stt)
  const others = (condition: ReturnType<typeof sql>) => whoHas(db, entNo, stuNo, condition)
  if (idNo && isOnRoll) {
    const hash = services.secret.hash(toIdNo18(idNo))
    const other = await others(sql`s.id_no_hash = ${hash} and s.stt in (${sql.join(onRoll)})`)
    if (other) throw taken('idNo', `身份证号已被${called(other)}使用`)
  }
  if (!stdyNo) return
  const other = await others(sql`s.stdy_no = ${stdyNo} and s.stt <> ${Status.deleted}`)
  if (other) throw taken('stdyNo', `学号“${stdyNo}”已被${called(other)}使用`)
}

const called = ({ stuName, unitName }: Other) => (unitName ? `${unitName}的${stuName}` : stuName)

async function whoHas(db: Db, entNo: string, stuNo: string, condition: ReturnType<typeof sql>): Promise<Other | undefined> {
  const { rows } = await sql<Other>`select s.stu_name, u.unit_name from stu s left join edcunit u using (ent_no, unit_no)
    where s.ent_no = ${entNo} and s.stu_no <> ${stuNo} and ${condition} limit 1`.execute(db)
  return rows[0]
}

const taken = (field: string, message: string) => new Fault('taken', message, { errors: [{ field, message }] })
