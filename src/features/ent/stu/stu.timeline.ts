import { permits } from '#contract/access.ts'
import { archiveFields, StudentArchive, stuarch } from '#features/ent/stuarch/stuarch.contract.ts'
import { linkFields } from '#features/ent/stuptr/stuptr.contract.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/database.ts'
import { labelsOf as wordsOf } from '#server/dictionary.ts'
import { rightsIn } from '#server/labelSight.ts'
import { found } from '#server/rows.ts'
import type { Input } from '#server/serve.ts'
import { classTelling, nameTelling, personTellings, sealed } from '#server/tellings.ts'
import { type Telling, timelineOf } from '#server/timeline.ts'
import { type stu, Student, StudentEx } from './stu.contract.ts'
import { type Holder, seenLabels } from './stu.labels.contract.ts'
import { eyesOf, students } from './stu.list.ts'

const { stuName, sex, stdyNo, authTel, authFlag, idNo, brth, wts, lvDt, lvRsn, stt, rem, unitName } = Student.shape
const { cardPht, facePht } = StudentEx.shape
const own = {
  stuName,
  sex,
  unitNo: unitName,
  stdyNo,
  idNo,
  brth,
  authTel,
  authFlag,
  wts,
  stt,
  lvDt,
  lvRsn,
  cardPht,
  facePht,
  rem,
}
const filed = Object.fromEntries(archiveFields.map((name) => [name, StudentArchive.shape[name]]))

/** What was done to a student, the archive and the links with guardians, newest first; labels as far as the caller sees them. */
export async function readTimeline({ entNo, stuNo, ...page }: Input<typeof stu.gethist>, context: Context) {
  const { db, me, services } = context
  const eyes = await eyesOf(context, entNo)
  const { unitNo } = found(await students(db, { entNo }, eyes).where('s.stuNo', '=', stuNo).select('s.unitNo').executeTakeFirst())
  const tellings = {
    ...personTellings(services.secret),
    unitNo: classTelling(db, entNo),
    wts: await labelsTelling(db, rightsIn(eyes.sight, unitNo)),
  }
  const parts = [
    { table: 'stu', what: '资料', fields: own, tellings },
    { table: 'stuarch', what: '档案', fields: filed, tellings: { unfStuNo: sealed(services.secret) } },
    { table: 'stuptr', what: nameTelling(db, entNo, 'ptr', '家长', '家长'), fields: linkFields },
  ]
  const seen = parts.filter(({ table }) => table !== 'stuarch' || permits(me, stuarch.get.access))
  return timelineOf(db, { ...page, entNo, column: 'stu_no', no: stuNo, parts: seen })
}

async function labelsTelling(db: Db, rights: Holder): Promise<Telling> {
  const words = await wordsOf(db, 'STU_LBL')
  return {
    read: (kept) =>
      seenLabels(rights, kept)
        .map((code) => words.get(code) ?? code)
        .join('、'),
  }
}
