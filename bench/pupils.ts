import { sql } from 'kysely'
import { className, gradeName, rootUnitOf, usualNaming } from '#domain/units/units.contract.ts'
import { mendKeptCounts } from '#domain/students/keptCounts.ts'
import type { Db } from '#server/database/database.ts'
import { makePeople } from '#app/server/demo/people.ts'
import { makeRandom } from '#app/server/demo/random.ts'
import { insertMany } from '#server/database/rows.ts'
import { searchText } from '#server/base/search.ts'
import { makeSecret } from '#server/database/secret.ts'
import { testKey } from '../test/support/world.ts'
import { enterprises, entNoOf } from './enterprises.ts'

const scale = Number(process.env.SCALE ?? 1)
/** Names the school with half of all students, and the one whose year is rolled over. */
export const big = { at: 0, students: Math.round(510_000 * scale) }
export const rolled = { at: 1, students: Math.round(50_000 * scale) }
const others = Math.ceil((1_000_000 * scale - big.students - rolled.students) / (enterprises - 2))

export const studentsOf = (at: number) => (at === big.at ? big.students : at === rolled.at ? rolled.students : others)

export const schoolYear = 2026
const grades = 6
const classesOf = (at: number) => (at === big.at ? 120 : 40)

const random = makeRandom(20261121)
export const people = makePeople(random)
// Repeats so many names, as names are repeated.
const named = Array.from({ length: 4000 }, () => people.adult('20140901', '20200831'))
export const names = named.map(({ name }) => name)
const words = names.map((name) => searchText(name))

// Stands for every ID number: what it says is not measured, that it is sealed is.
const sealed = makeSecret(testKey).seal('110105201605120016')

/** Fills a school with the rows below, and counts them. */
export async function fillSchool(db: Db, at: number, total = studentsOf(at)) {
  await fillRows(db, at, total)
  // Lets the planner know of them: with the statistics of other schools alone it takes minutes to count these.
  await sql`analyze stu, ptr, stuptr, stuarch`.execute(db)
  await countSchool(db, at)
}

/** Counts a school as the triggers would have. */
export const countSchool = (db: Db, at: number) => mendKeptCounts(db, entNoOf(at))

/**
 * Fills a school with six grades of classes, and students with one guardian each: some without an ID number, a number of their own
 * or a guardian, some who board, have an archive or stay away. Writes no history and counts nothing.
 */
export async function fillRows(db: Db, at: number, total: number) {
  const entNo = entNoOf(at)
  const root = rootUnitOf(entNo)
  await sql`update edcunit set cur_sch_year = ${schoolYear} where ent_no = ${entNo}`.execute(db)
  await sql`set local session_replication_role = replica`.execute(db)
  await insertMany(db, 'edcunit', unitsOf(at, root))
  const seats = grades * classesOf(at)
  await sql`
    insert into stu (ent_no, stu_no, stu_name, unit_no, sex, brth, wts, stdy_no, auth_tel, stt, search_text, id_no, id_no_hash)
    select ${entNo}, 'S' || ${at}::int * 1000000 + i, n.name, 'C' || i % ${seats}::int, case i % 2 when 0 then 'M' else 'F' end,
      date '2014-09-01' + i % 2000,
      case i % 5 when 0 then '02' else '01' end || case when i % 7 = 0 then ',11' else '' end || case when i % 50 = 0 then ',31' else '' end,
      case when i % 100 <> 0 then 'N' || i end, case when i % 3 = 0 then '1' || lpad((i % 10000000)::text, 10, '0') end,
      case when i % 200 = 0 and i % ${seats}::int < ${seats - classesOf(at)}::int then '4' else '1' end, n.words || ' s' || ${at}::int * 1000000 + i || ' n' || i,
      case when i % 20 <> 0 then ${sealed} end, case when i % 20 <> 0 then md5(${at}::int || '/' || i) end
    from generate_series(1, ${total}::int) i
    join unnest(${names}::text[], ${words}::text[]) with ordinality n (name, words, place) on n.place = 1 + i % ${names.length}::int`.execute(
    db,
  )
  await sql`
    insert into ptr (ent_no, ptr_no, ptr_name, sex, auth_tel, auth_flag, search_text)
    select ${entNo}, 'P' || ${at}::int * 1000000 + i, n.name, 'F', '1' || lpad((${at}::int * 1000000 + i)::text, 10, '0'),
      case when i % 4 = 0 then '1' else '0' end, n.words
    from generate_series(1, ${total}::int) i
    join unnest(${names}::text[], ${words}::text[]) with ordinality n (name, words, place) on n.place = 1 + (i * 7) % ${names.length}::int`.execute(
    db,
  )
  await sql`
    insert into stuptr (ent_no, stu_no, ptr_no, relt) select ${entNo}, 'S' || ${at}::int * 1000000 + i, 'P' || ${at}::int * 1000000 + i, '52'
    from generate_series(1, ${total}::int) i where i % 33 <> 0`.execute(db)
  await sql`
    insert into stuarch (ent_no, stu_no, ntnl, nation, prvn, city, adr, pltc, email)
    select ${entNo}, 'S' || ${at}::int * 1000000 + i, 'CN', case when i % 9 = 0 then '02' else '01' end, '广东省', '深圳市', '某路 1 号', '03',
      case when i % 4 = 0 then 'a@b.cn' end
    from generate_series(1, ${total}::int) i where i % 2 = 0`.execute(db)
  await sql`set local session_replication_role = origin`.execute(db)
}

/** Fills the history of a school with six changes for ten students, spread over the last fifty days. */
export async function fillHistory(db: Db, at: number, total = studentsOf(at)) {
  const entNo = entNoOf(at)
  const logged = Math.round(total * 0.6)
  const when = sql`now() - interval '50 days' * i / ${logged}::int`
  const op = sql`md5(${at}::int || '-' || i)::uuid`
  const changes = sql`generate_series(1, ${logged}::int) i`
  await sql`set local session_replication_role = replica`.execute(db)
  await sql`insert into operation (ent_no, op, at, user_no, call, is_look)
    select ${entNo}, ${op}, ${when}, ${`9000${at}`}, '/ent/stu/update', i % 10 = 0 from ${changes}`.execute(db)
  await sql`insert into history (ent_no, at, op, tbl, key, act, before, user_no, call)
    select ${entNo}, ${when}, ${op}, 'stu',
      jsonb_build_object('ent_no', ${entNo}::text, 'stu_no', 'S' || ${at}::int * 1000000 + 1 + i % greatest(1, ${logged}::int / 5)),
      case when i % 10 = 0 then 'read' else 'update' end,
      jsonb_build_object('rem', 'x' || i, 'stu_name', 'n', 'stt', '1', 'wts', '01', 'sex', 'M', 'unit_no', 'C1'), ${`9000${at}`}, '/ent/stu/update'
    from ${changes}`.execute(db)
  await sql`set local session_replication_role = origin`.execute(db)
}

function unitsOf(at: number, root: string) {
  const entNo = entNoOf(at)
  const empty = { entNo, curGrade: null, clsNo: null, stdyPrd: '1', stt: '1', nameLock: '0', grdtFlag: '0', waitFlag: '0' }
  return Array.from({ length: grades }, (_, g) => {
    const entrYear = schoolYear - g
    const years = { ...empty, entrYear, grdtYear: entrYear + grades, showOrd: 10 * (g + 1) }
    const unitName = gradeName({ stdyPrd: '1', curGrade: g + 1, entrYear }, usualNaming)
    const grade = { ...years, unitNo: `G${g}`, unitName, unitType: '4', prtNo: root, curGrade: g + 1 }
    const classes = Array.from({ length: classesOf(at) }, (_, c) => ({
      ...years,
      unitNo: `C${g * classesOf(at) + c}`,
      unitName: className(unitName, c + 1, usualNaming),
      unitType: '5',
      prtNo: `G${g}`,
      clsNo: c + 1,
      showOrd: 10 * (c + 1),
    }))
    return [grade, ...classes]
  }).flat()
}
