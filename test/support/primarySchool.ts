import { rootUnitOf } from '#domain/units/units.contract.ts'
import { type Plan, rollover } from '#features/ent/rollover/rollover.contract.ts'
import { asOwner, makeSchool, type School, type TestServer } from './harness.ts'

const now = new Date(Date.now() + 8 * 3600_000)
/** Holds the school year of the calendar, from September on. */
export const thisYear = now.getUTCFullYear() - (now.getUTCMonth() < 8 ? 1 : 0)

/** Makes a primary school of six grades with two classes of three children each; guardians of the first child of every class. */
export async function makePrimary(server: TestServer, perClass = 3) {
  const school = await makeSchool(server)
  const { entNo } = school
  await asOwner(server, entNo, async (db) => {
    await db.updateTable('edcunit').set({ curSchYear: thisYear }).where('entNo', '=', entNo).execute()
    const root = rootUnitOf(entNo)
    for (let grade = 1; grade <= 6; grade++) {
      const entrYear = thisYear - grade + 1
      const years = { entNo, stdyPrd: '1', entrYear, grdtYear: entrYear + 6 }
      const gradeName = `${'一二三四五六'[grade - 1]}年级`
      const gradeNo = `G${grade}`
      const names = { unitName: gradeName, unitType: '4', prtNo: root, curGrade: grade, showOrd: grade * 10 }
      await db
        .insertInto('edcunit')
        .values({ ...years, unitNo: gradeNo, ...names })
        .execute()
      for (const clsNo of [1, 2]) {
        const unitNo = `C${grade}${clsNo}`
        const unitName = `${gradeName}（${clsNo}）班`
        await db
          .insertInto('edcunit')
          .values({ ...years, unitNo, unitName, unitType: '5', prtNo: gradeNo, clsNo })
          .execute()
        const children = Array.from({ length: perClass }, (_, i) => ({
          entNo,
          stuNo: `S${grade}${clsNo}${i}`,
          stuName: `学生${grade}${clsNo}${i}`,
          unitNo,
          sex: 'M',
        }))
        await db.insertInto('stu').values(children).execute()
        const ptr = { ptrNo: `P${grade}${clsNo}`, ptrName: '家长', sex: 'F', authTel: `139${entNo.slice(-6)}${grade}${clsNo}` }
        await db
          .insertInto('ptr')
          .values({ entNo, ...ptr })
          .execute()
        await db
          .insertInto('stuptr')
          .values({ entNo, stuNo: `S${grade}${clsNo}0`, ptrNo: ptr.ptrNo, relt: '52' })
          .execute()
      }
    }
  })
  return school
}

export const schoolTables = ['edcunit', 'stu', 'ptr', 'stuptr', 'empdatapwr', 'stuarch', 'rollover']

/** Reads every row of a school as it is, without what an undo may change. */
export async function snapshot({ entNo, server }: School) {
  const rows = schoolTables.map(async (table) => {
    const skip = `'ver', 'upd_user', 'upd_tm'${table === 'rollover' ? ", 'stt', 'op', 'done_tm', 'counts', 'user_no'" : ''}`
    const live = table === 'edcunit' ? `and t.stt <> '0'` : ''
    const { rows: found } = await server.owner.query(
      `select (to_jsonb(t) - array[${skip}])::text as row from ${table} t where ent_no = $1 ${live} order by 1`,
      [entNo],
    )
    return [table, found.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

/** Keeps the proposed plan with some changes, and answers what it comes to. */
export async function prepare(school: School, changes: Partial<Plan> = {}) {
  const { client } = school.admin
  const shown = await client.call(rollover.get)
  return client.call(rollover.savedraft, { plan: { ...shown.plan, ...changes } })
}

/** Does a year-end. */
export async function run(school: School, changes: Partial<Plan> = {}) {
  const { rollNo, sign } = await prepare(school, changes)
  const input = { rollNo: rollNo as string, sign, schYear: thisYear + 1, seasonFlag: '1' as const }
  const counts = await school.admin.client.call(rollover.run, input)
  return { rollNo: rollNo as string, counts }
}

/** Reads grades and classes by number. */
export const unitsOf = async ({ entNo, server }: School) => {
  const { rows } = await server.owner.query(
    `select unit_no, unit_name, stt, grdt_flag, cur_grade from edcunit where ent_no = $1 and stt <> '0' and unit_type in ('4', '5') order by unit_no`,
    [entNo],
  )
  return new Map(rows.map((row) => [row.unit_no as string, row]))
}

/** Reads the place and state of a student. */
export const studentOf = async ({ entNo, server }: School, stuNo: string) =>
  (await server.owner.query('select unit_no, stt, lv_rsn from stu where ent_no = $1 and stu_no = $2', [entNo, stuNo])).rows[0]

type At = Pick<School, 'entNo' | 'server'>

/** Changes rows of a school past the product. */
export const change = ({ entNo, server }: At, statement: string) =>
  server.owner.query(`begin; set local app.ent_no = '${entNo}'; ${statement}; commit`)

/** Makes an import of students that somebody has not written yet. */
export const openImport = (school: At, userNo: string) =>
  change(
    school,
    `insert into imp_batch (ent_no, batch_no, kind, user_no, file_name, total)
     values ('${school.entNo}', 'B${userNo}', 'stu', '${userNo}', '学生.xlsx', 1)`,
  )
