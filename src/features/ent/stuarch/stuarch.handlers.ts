import { sql, type Expression, type SqlBool } from 'kysely'
import { maySeeIdNumbers } from '#server/access/idNumberSearch.ts'
import { countNumberProbes } from '#server/access/numberProbeLimit.ts'
import { oddNationalNo } from '#contract/archive.ts'
import { Status } from '#contract/fields.ts'
import { onRoll } from '#domain/units/units.contract.ts'
import { filledOf, setArchive, withMasks } from '#domain/people/archive.ts'
import { areaCodeOf } from '#domain/people/area.ts'
import type { Context } from '#server/call/context.ts'
import type { Db } from '#server/database/database.ts'
import { limitLooks, recordLook } from '#server/history/history.ts'
import { storedNational, withNational } from '#domain/students/nationalNo.ts'
import { requireRow, pageOf } from '#server/database/rows.ts'
import { serve } from '#server/call/serve.ts'
import { archiveIs, orderStudents, keyedStudents, lockChild, studentCount, unitNameOf } from '#domain/students/students.ts'
import { isOnRoll } from '#domain/units/studentReach.ts'
import { ofUnit, requireUnit } from '#domain/units/units.ts'
import { archiveFields, studentCompletenessFields, maskedStudentArchiveFields, stuarch } from './stuarch.contract.ts'
import { alsoElsewhere, refuseTakenNationalNo } from './stuarch.national.ts'
import './stuarch.table.ts'

const fullPct = sql<number>`(100 * ${filledOf(studentCompletenessFields)} / ${studentCompletenessFields.length}::int)::int`.as(
  'fullPct',
)

const students = (db: Db, entNo: string) =>
  db
    .selectFrom('stu as s')
    .leftJoin('stuarch as a', (on) => on.onRef('a.entNo', '=', 's.entNo').onRef('a.stuNo', '=', 's.stuNo'))
    .select(['s.stuNo', 's.stuName', 's.stdyNo', 's.stt', unitNameOf.as('unitName'), fullPct, 'a.ver'])
    .where('s.entNo', '=', entNo)
    .where('s.stt', '<>', Status.deleted)

const kept = archiveFields.map((field) => `a.${field}` as const)

async function readArchive(context: Context, entNo: string, stuNo: string) {
  const { db } = context
  const { secret } = context.services
  const row = await students(db, entNo).select(kept).select('s.idNo').where('s.stuNo', '=', stuNo).executeTakeFirst()
  const { idNo, ...archive } = requireRow(row)
  const wrns = [
    ...oddNationalNo(archive.unfStuNo && secret.open(archive.unfStuNo), idNo && secret.open(idNo)),
    ...(await alsoElsewhere(context, entNo, archive)),
  ]
  return { ...withNational(withMasks(archive, ['adr', 'email', 'qq', 'vx'])), wrns }
}

export const stuarchHandlers = serve(stuarch, {
  async getpage({ entNo, stuNo, unitNo, stt, keyWord, pageIndex, pageSize, ...asked }, { db, services: { secret } }) {
    await requireUnit(db, { entNo, unitNo })
    const { unfStuNo, ntnl, nation, pltc, lack } = asked
    const fits = archiveIs({ unfStuNoHash: unfStuNo && secret.hash(unfStuNo), ntnl, nation, pltc, lack })
    const { order, filter } = await orderStudents(db, { entNo, unitNo, subFlag: undefined })
    const units = unitNo && ofUnit(entNo, unitNo, filter.subFlag)
    const list = students(db, entNo)
      .select(['a.unfStuNo', 'a.ntnl', 'a.nation', 'a.pltc', 'a.prvn', 'a.city', 'a.dstr', 'a.adr'])
      .where(stt ? sql<SqlBool>`s.stt = ${stt}` : isOnRoll)
      .$if(!!stuNo, (only) => only.where('s.stuNo', '=', stuNo as string))
      .$if(!!units, (only) => only.where('s.unitNo', 'in', units as Expression<string>))
      .$if(!!fits, (only) => only.where(fits as Expression<SqlBool>))
      .$if(!!keyWord, (only) => only.where(keyedStudents(entNo, keyWord as string, secret)))
    const isPlain = !stuNo && !fits && !keyWord
    const counted = isPlain ? studentCount(db, { entNo, stts: stt ? [stt] : onRoll, ...(units && { units }) }) : undefined
    const shown = await pageOf(list, order, { pageIndex, pageSize }, counted)
    return { ...shown, datas: shown.datas.map((row) => withNational(withMasks(row, ['adr']))) }
  },

  get: ({ entNo, stuNo }, context) => readArchive(context, entNo, stuNo),

  async set({ entNo, stuNo, ...given }, context) {
    const { db, me, services } = context
    // Counts the number even where it is taken: the remark on it tells whether it fits the hidden ID number.
    if (given.unfStuNo && !maySeeIdNumbers(me, 'stu')) await countNumberProbes(services, me.userNo, [given.unfStuNo])
    const { stt } = await lockChild(db, entNo, stuNo)
    const now = await readArchive(context, entNo, stuNo)
    if (given.npPrvn !== undefined || given.npCity !== undefined)
      await areaCodeOf(db, { npPrvn: now.npPrvn, npCity: now.npCity, ...given }, ['npPrvn', 'npCity'])
    if (given.unfStuNo) await refuseTakenNationalNo(context, entNo, { stuNo, stt, unfStuNo: given.unfStuNo })
    await setArchive(db, { table: 'stuarch', key: { entNo, stuNo } }, now, storedNational(given, services.secret))
    return readArchive(context, entNo, stuNo)
  },

  async reveal({ entNo, stuNo, field }, { db, me, services }) {
    await limitLooks(db, entNo, me.userNo)
    const row = requireRow(
      await students(db, entNo)
        .select(maskedStudentArchiveFields.map((name) => `a.${name}` as const))
        .where('s.stuNo', '=', stuNo)
        .executeTakeFirst(),
    )
    await recordLook(db, entNo, 'stuarch', { stu_no: stuNo, field })
    const value = row[field]
    return { value: field === 'unfStuNo' ? value && services.secret.open(value) : value }
  },
})
