import { sql } from 'kysely'
import { rootUnitOf } from '#domain/units/units.contract.ts'
import { searchText } from '#server/base/search.ts'
import { asOwner, makeSchool, type School, type TestServer } from '../../support/harness.ts'
import { idNoOf } from '../../support/staffList.ts'

/** Lists children of whom rows may speak; the first of them are at the school. */
export const children = Array.from({ length: 14 }, (_, at) => {
  const isBoy = at % 2 === 0
  const digits = `9801022017${String(1 + (at % 9)).padStart(2, '0')}1${at % 9}0${at % 10}${isBoy ? 1 : 2}`
  return {
    at,
    stuName: `${'王李张刘'[at % 4]}${'明梅强芳'[at % 4]}${'一二三'[at % 3]}`,
    isBoy,
    stdyNo: `K${at}`,
    idNo: idNoOf(digits),
  }
})
export const known = 9

/** Lists guardians by phone; each of the first children has the one of its number. */
export const guardians = Array.from({ length: 8 }, (_, at) => ({
  ptrName: `${'王李张刘'[at % 4]}${'父母'[at % 2]}${'甲乙'[at % 2]}`,
  authTel: `1440000010${at}`,
  relt: at % 2 === 0 ? '51' : '52',
}))

/** Seeds a school: two grades of two classes each, children in the classes, a guardian for each of some. */
export async function seedChildren(server: TestServer): Promise<School> {
  const school = await makeSchool(server)
  const { entNo } = school
  const { seal, hash } = server.services.secret
  const grade = (at: number) => ({ entNo, stdyPrd: '1', entrYear: 2026 - at, grdtYear: 2032 - at })
  await asOwner(server, entNo, async (db) => {
    await db.updateTable('edcunit').set({ curSchYear: 2026 }).where('unitNo', '=', rootUnitOf(entNo)).execute()
    for (const at of [2, 3])
      await db
        .insertInto('edcunit')
        .values({
          ...grade(at),
          unitNo: gradeNo(entNo, at),
          unitName: names[at] ?? '',
          unitType: '4',
          prtNo: rootUnitOf(entNo),
          curGrade: at + 1,
        })
        .execute()
    for (const [unitNo, at, clsNo] of classesOf(entNo))
      await db
        .insertInto('edcunit')
        .values({ ...grade(at), unitNo, unitName: `${names[at]}（${clsNo}）班`, unitType: '5', prtNo: gradeNo(entNo, at), clsNo })
        .execute()
    for (const { at, stuName, isBoy, stdyNo, idNo } of children.slice(0, known)) {
      const [unitNo = ''] = classesOf(entNo)[at % 4] ?? []
      const no = stuNo(entNo, at)
      // Leaves one without an ID number; another has left.
      const id = at === 7 ? {} : { idNo: seal(idNo), idNoHash: hash(idNo), brth: idNo.slice(6, 14) }
      const facts = { sex: isBoy ? 'M' : 'F', stdyNo, stt: at === 8 ? '3' : '1', wts: at % 3 === 0 ? '01,11' : null }
      await db
        .insertInto('stu')
        .values({ entNo, stuNo: no, stuName, unitNo, ...facts, ...id, searchText: searchText(stuName, [no, stdyNo]) })
        .execute()
    }
    for (const [at, { ptrName, authTel, relt }] of guardians.slice(0, 5).entries()) {
      const ptrNo = `G${at}-${entNo}`
      await db
        .insertInto('ptr')
        .values({
          entNo,
          ptrNo,
          ptrName,
          authTel,
          sex: 'U',
          authFlag: at === 4 ? '1' : '0',
          searchText: searchText(ptrName, [ptrNo], authTel),
        })
        .execute()
      await db
        .insertInto('stuptr')
        .values({ entNo, stuNo: stuNo(entNo, at), ptrNo, relt })
        .execute()
    }
  })
  return school
}

const names: Record<number, string> = { 2: '三年级', 3: '四年级' }
const gradeNo = (entNo: string, at: number) => `G${at}-${entNo}`
const classesOf = (entNo: string) =>
  [2, 3].flatMap((at) => [1, 2].map((clsNo) => [`C${at}${clsNo}-${entNo}`, at, clsNo] as const))
const stuNo = (entNo: string, at: number) => `S${at}-${entNo}`

type Row = Record<string, unknown>

/** Reads everything of the school that an import may write, by table and key, without stamps; ID numbers by their hashes. */
export async function everything({ entNo, server }: School): Promise<Record<string, Row>> {
  const plain = sql.raw(`- array['ver', 'crt_user', 'crt_tm', 'upd_user', 'upd_tm', 'id_no', 'search', 'ent_no']`)
  const of = (table: string, key: string, live: string) =>
    sql`select ${`${table} `} || ${sql.raw(key)} as no, to_jsonb(t) ${plain} as one from ${sql.table(table)} t where ent_no = ${entNo} and ${sql.raw(live)}`
  const { rows } = await asOwner(server, entNo, (db) =>
    sql<{ no: string; one: Row }>`${of('stu', 'stu_no', `stt <> '0'`)} union all ${of('stuarch', 'stu_no', 'true')}
      union all ${of('ptr', 'ptr_no', `stt <> '0'`)} union all ${of('stuptr', `stu_no || ' ' || ptr_no`, 'true')}
      union all ${of('edcunit', 'unit_no', `stt <> '0'`)} order by 1`.execute(db),
  )
  return Object.fromEntries(rows.map(({ no, one }) => [no, one]))
}

/** Returns the facts of a student, found by ID number or student number, as rows of lists give them. */
export function studentIn(all: Record<string, Row>, { hash, stdyNo }: { hash?: string; stdyNo?: string }) {
  const of = (table: string) => Object.entries(all).flatMap(([no, row]) => (no.startsWith(`${table} `) ? [row] : []))
  const live = of('stu').filter(({ stt }) => stt === '1' || stt === '4')
  const one =
    live.find((row) => hash !== undefined && row.id_no_hash === hash) ??
    of('stu').find((row) => (stdyNo && row.stdy_no === stdyNo) || (hash !== undefined && row.id_no_hash === hash))
  if (!one) return undefined
  const unit = of('edcunit').find(({ unit_no }) => unit_no === one.unit_no)
  const links = of('stuptr').filter(({ stu_no }) => stu_no === one.stu_no)
  const families = links.map(({ relt, ptr_no }) => ({ relt, ...of('ptr').find((row) => row.ptr_no === ptr_no) }) as Row)
  const archive = of('stuarch').find(({ stu_no }) => stu_no === one.stu_no) ?? {}
  return { ...one, className: unit?.unit_name, families, archive } as Row & { families: Row[]; archive: Row }
}
