import { sql } from 'kysely'
import { Status } from '#contract/fields.ts'
import { filledOf, setArchive, withMasks } from '#domain/people/archive.ts'
import { areaCodeOf } from '#domain/people/area.ts'
import type { Db } from '#server/database/database.ts'
import { limitLooks, recordLook } from '#server/history/history.ts'
import { requireRow, pageOf } from '#server/database/rows.ts'
import { matches } from '#server/base/search.ts'
import { serve } from '#server/call/serve.ts'
import { lockPeople, mainDepartment, requireDepartment, withinDepartment } from '#domain/staff/staff.ts'
import { employeeCompletenessFields, emparch, maskedEmployeeArchiveFields } from './emparch.contract.ts'
import './emparch.table.ts'

const teachersAt = '030'

// Asks people at a school for the facts of teachers, nobody else.
const isTeaching = sql`e.idnt_no = ${teachersAt}`
const fullPct =
  sql<number>`(100 * (${filledOf(employeeCompletenessFields.all)} + case when ${isTeaching} then ${filledOf(employeeCompletenessFields.teachers)} else 0 end)
  / (${employeeCompletenessFields.all.length}::int + case when ${isTeaching} then ${employeeCompletenessFields.teachers.length}::int else 0 end))::int`.as(
    'fullPct',
  )

const people = (db: Db, entNo: string) =>
  db
    .selectFrom('emp as e')
    .leftJoin('emparch as a', (on) => on.onRef('a.entNo', '=', 'e.entNo').onRef('a.empNo', '=', 'e.empNo'))
    .select(['e.empNo', 'e.empName', 'e.workNo', mainDepartment('orgName'), fullPct, 'a.ver'])
    .where('e.entNo', '=', entNo)
    .where('e.stt', '<>', Status.deleted)

const kept = [
  ...(['a.ntnl', 'a.nation', 'a.npPrvn', 'a.npCity', 'a.prvn', 'a.city', 'a.dstr', 'a.chdDstr', 'a.adr', 'a.entDt'] as const),
  ...(['a.pstn', 'a.pstnDtt', 'a.pltc', 'a.ttl', 'a.przDt', 'a.qlfcNo', 'a.sbtNo', 'a.maxEdc', 'a.pthLvl', 'a.itLvl'] as const),
  ...(['a.manChr', 'a.hobby', 'a.qq', 'a.vx'] as const),
]

async function readArchive(db: Db, entNo: string, empNo: string) {
  return withMasks(
    requireRow(await people(db, entNo).select(kept).where('e.empNo', '=', empNo).executeTakeFirst()),
    maskedEmployeeArchiveFields,
  )
}

export const emparchHandlers = serve(emparch, {
  async getpage({ entNo, orgNo, subFlag, pstn, ttl, maxEdc, sbtNo, lack, keyWord, pageIndex, pageSize }, { db }) {
    await requireDepartment(db, { entNo, orgNo })
    const among = subFlag === '0' ? sql`(${orgNo})` : withinDepartment(entNo, orgNo ?? '')
    const list = people(db, entNo)
      .select(['a.pstn', 'a.ttl', 'a.przDt', 'a.maxEdc', 'a.sbtNo', 'a.pltc', 'a.entDt'])
      .$if(!!orgNo, (only) =>
        only.where(
          sql<boolean>`exists (select from orgemp m where m.ent_no = e.ent_no and m.emp_no = e.emp_no and m.org_no in ${among})`,
        ),
      )
      .$if(!!pstn, (only) => only.where('a.pstn', '=', pstn as string))
      .$if(!!ttl, (only) => only.where('a.ttl', '=', ttl as string))
      .$if(!!maxEdc, (only) => only.where('a.maxEdc', '=', maxEdc as string))
      .$if(!!sbtNo, (only) => only.where('a.sbtNo', '=', sbtNo as string))
      .$if(!!lack, (only) => only.where(sql<boolean>`${sql.ref(`a.${lack}`)} is null`))
      .$if(!!keyWord, (only) => only.where(matches('e', keyWord as string)))
    return pageOf(list, ['e.empNo'], { pageIndex, pageSize })
  },

  get: ({ entNo, empNo }, { db }) => readArchive(db, entNo, empNo),

  async set({ entNo, empNo, ...given }, { db }) {
    requireRow((await people(db, entNo).where('e.empNo', '=', empNo).executeTakeFirst())?.empNo)
    await lockPeople(db, entNo, [empNo])
    const now = await readArchive(db, entNo, empNo)
    if (given.npPrvn !== undefined || given.npCity !== undefined)
      await areaCodeOf(db, { npPrvn: now.npPrvn, npCity: now.npCity, ...given }, ['npPrvn', 'npCity'])
    await setArchive(db, { table: 'emparch', key: { entNo, empNo } }, now, given)
    return readArchive(db, entNo, empNo)
  },

  async reveal({ entNo, empNo, field }, { db, me }) {
    await limitLooks(db, entNo, me.userNo)
    const row = requireRow(
      await people(db, entNo)
        .select(maskedEmployeeArchiveFields.map((name) => `a.${name}` as const))
        .where('e.empNo', '=', empNo)
        .executeTakeFirst(),
    )
    await recordLook(db, entNo, 'emparch', { emp_no: empNo, field })
    return { value: row[field] }
  },
})
