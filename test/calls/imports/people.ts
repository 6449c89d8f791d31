import fc from 'fast-check'
import { Status } from '#contract/fields.ts'
import { searchText } from '#server/base/search.ts'
import { asOwner, makeSchool, type School, type TestServer } from '../../support/harness.ts'
import { idNoOf } from '../../support/staffList.ts'

/** Lists everybody of whom rows may speak; the first of them may work at the school already. */
export const everybody = Array.from({ length: 24 }, (_, at) => {
  const brth = `19${70 + at}0${1 + (at % 9)}1${at % 9}`
  const male = at % 3 === 0
  return {
    empName: ['高明', '郭慧', '欧阳晓峰', '买买提·艾力', '李娜'][at % 5] as string,
    sex: male ? 'M' : 'F',
    workNo: `W${at}`,
    authTel: `139000000${10 + at}`,
    idNo: idNoOf(`980102${brth}0${at % 10}${male ? 1 : 2}`),
    brth: `${brth.slice(0, 4)}-${brth.slice(4, 6)}-${brth.slice(6)}`,
  }
})
const mostKnown = 12

/** Maps departments by the names that rows use; 体育组 alone is two of them. */
export const departments: Record<string, string> = {
  教务处: '',
  财务室: 'a',
  语文教研组: 'b',
  初中部: 'c',
  '初中部/体育组': 'd',
  小学部: 'e',
  '小学部/体育组': 'f',
}
export const roles: Record<string, string> = { 教职员工: 'P030STAFF', 学校管理员: 'P030ADMIN' }
export const peoples: Record<string, string> = { 汉族: '01', 回族: '03' }
export const posts: Record<string, string> = { 教师: '050', 校医: '090' }

const oneOf = (list: Record<string, string>) => fc.constantFrom(...Object.values(list))
const sometimes = fc.boolean()

const asListed = { hasWorkNo: true, hasIdNo: true, orgs: [''], roles: [], archive: { ntnl: '01', pstn: '050' }, rem: null }
const otherwise = fc.record({
  hasWorkNo: sometimes,
  hasIdNo: sometimes,
  orgs: fc.uniqueArray(oneOf(departments), { minLength: 1, maxLength: 3 }),
  roles: fc.uniqueArray(oneOf(roles), { maxLength: 2 }),
  archive: fc.option(fc.record({ ntnl: oneOf(peoples), pstn: fc.option(oneOf(posts)) })),
  rem: fc.option(fc.constantFrom('班主任', '返聘')),
})

/** Draws the staff of the school before the import, each in one or several departments; some of them just as lists have them. */
export const staff = fc.array(
  fc
    .tuple(
      fc.oneof(fc.constant(asListed), { weight: 2, arbitrary: otherwise }),
      fc.record({
        leads: sometimes,
        verified: fc.nat(3).map((draw) => draw === 0),
        stt: fc.constantFrom(Status.enabled, Status.enabled, Status.enabled, Status.disabled, Status.deleted),
      }),
    )
    .map(([known, more]) => ({ ...known, ...more })),
  { maxLength: mostKnown, size: 'max' },
)

type Staff = typeof staff extends fc.Arbitrary<infer One> ? One : never

/** Returns the number of a department of the names above. */
export const orgNoOf = ({ orgNo }: School, end: string) => (end ? `${orgNo}-${end}` : orgNo)

/** Makes a school with the departments and its staff. */
export async function seedStaff(server: TestServer, staff: Staff): Promise<School> {
  const school = await makeSchool(server)
  const { entNo } = school
  const known = staff.map((one, at) => ({ ...one, ...(everybody[at] as (typeof everybody)[number]), empNo: `K${at}`, entNo }))
  await asOwner(server, entNo, async (db) => {
    const orgs = Object.entries(departments).flatMap(([path, end]) => {
      const [top = '', below] = path.split('/')
      return end
        ? [{ entNo, orgNo: orgNoOf(school, end), orgName: below ?? top, prtNo: below ? parentOf(school, top) : null }]
        : []
    })
    await db.insertInto('org').values(orgs).execute()
    for (const { empNo, empName, sex, authTel, brth, ...one } of known) {
      const [workNo, idNo] = [one.hasWorkNo ? one.workNo : null, one.hasIdNo ? one.idNo : null]
      const { seal, hash } = server.services.secret
      const id = idNo ? { idNo: seal(idNo), idNoHash: hash(idNo), brth } : {}
      const plain = {
        entNo,
        empNo,
        empName,
        sex,
        authTel,
        workNo,
        rem: one.rem,
        stt: one.stt,
        authFlag: one.verified ? '1' : '0',
      }
      await db
        .insertInto('emp')
        .values({ ...plain, ...id, idntNo: '030', searchText: searchText(empName, [empNo, workNo], authTel) })
        .execute()
      const places = one.orgs.map((end, at) => ({
        entNo,
        empNo,
        orgNo: orgNoOf(school, end),
        mstFlag: at === 0 ? '1' : '0',
        leadFlag: one.leads ? '1' : '0',
        showOrd: 10 + at,
      }))
      await db.insertInto('orgemp').values(places).execute()
      for (const roleNo of one.roles) await db.insertInto('emprole').values({ entNo, empNo, roleNo }).execute()
      if (one.archive)
        await db
          .insertInto('emparch')
          .values({ entNo, empNo, ...one.archive, hobby: '书法' })
          .execute()
    }
  })
  return school
}

const parentOf = (school: School, name: string) => orgNoOf(school, departments[name] ?? '')

/** Draws what a colleague does between preview and writing. */
export const meanwhile = fc.option(
  fc.record({ who: fc.nat(mostKnown - 1), what: fc.constantFrom('rem', 'verify', 'delete', 'take phone', 'take number') }),
  { freq: 2 },
)

type Meanwhile = typeof meanwhile extends fc.Arbitrary<infer One> ? One : never

export async function meddle({ entNo, server }: School, change: Meanwhile) {
  if (!change) return
  const { who, what } = change
  await asOwner(server, entNo, async (db) => {
    const set = { rem: { rem: '同事改的' }, verify: { authFlag: '1' }, delete: { stt: Status.deleted } }[what as 'rem']
    const mine = db.updateTable('emp').where('entNo', '=', entNo).where('empNo', '=', `K${who}`)
    if (set) return mine.set(set).execute()
    const { authTel, workNo } = everybody[everybody.length - 1 - who] as (typeof everybody)[number]
    const taken = what === 'take phone' ? { authTel } : { authTel: '13999999999', workNo }
    const other = { entNo, empNo: 'K99', idntNo: '030', empName: '同事', sex: 'U', searchText: '同事' }
    return db
      .insertInto('emp')
      .values({ ...other, ...taken })
      .onConflict((clash) => clash.doNothing())
      .execute()
  })
}
