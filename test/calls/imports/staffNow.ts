import { sql } from 'kysely'
import type { ImportRow } from '#contract/importing.ts'
import { searchText } from '#server/base/search.ts'
import { camelOf } from '#server/base/wireNames.ts'
import { asOwner, type School } from '../../support/harness.ts'
import { type Meaning, meaningOf } from './texts.ts'

type Row = Record<string, unknown>

/** Describes one employee with all that an import may write, without stamps; null values are absent. */
type Employee = { emp: Row; orgs: Record<string, Row>; roles: Record<string, Row>; archive: Row; ver: number }
type Staff = Record<string, Employee>

/** Reads all employees of a school by number, the deleted among them; ID numbers as they are stored or, with `open`, in clear. */
export async function staffNow({ entNo, server }: School, open = false): Promise<Staff> {
  const plain = sql.raw(`- array['ver', 'crt_user', 'crt_tm', 'upd_user', 'upd_tm', 'search', 'ent_no']`)
  const own = sql`t.ent_no = e.ent_no and t.emp_no = e.emp_no`
  const all = (table: string, key: string) =>
    sql`(select coalesce(jsonb_object_agg(${sql.ref(key)}, to_jsonb(t) ${plain}), '{}') from ${sql.table(table)} t where ${own})`
  const { rows } = await asOwner(server, entNo, (db) =>
    sql<{ no: string; one: Employee }>`select e.emp_no as no, jsonb_strip_nulls(jsonb_build_object('emp', to_jsonb(e) ${plain},
      'orgs', ${all('orgemp', 'org_no')}, 'roles', ${all('emprole', 'role_no')},
      'archive', coalesce((select to_jsonb(t) ${plain} from emparch t where ${own}), '{}'), 'ver', e.ver)) as one
      from emp e where e.ent_no = ${entNo}`.execute(db),
  )
  const { secret } = server.services
  for (const { one } of rows) if (open && one.emp.id_no) one.emp.id_no = secret.open(String(one.emp.id_no))
  return Object.fromEntries(rows.map(({ no, one }) => [no, one]))
}

const isLive = ({ emp }: Employee) => emp.stt !== '0'

/** Returns all values, without the versions; of people added and deleted again only what is left beside their own row. */
export const valuesOf = (staff: Staff, before: Staff = staff) =>
  Object.fromEntries(
    Object.entries(staff).flatMap(([no, { ver: _, ...one }]) => {
      const isGone = !before[no] && one.emp.stt === '0'
      const { orgs, roles, archive } = one
      return isGone && Object.keys({ ...orgs, ...roles, ...archive }).length === 0 ? [] : [[no, one]]
    }),
  )

/**
 * Returns whom a row means: the same ID number, else the same work number, else phone and name; two ID numbers are two people.
 */
function targetOf({ emp }: Meaning, before: Staff) {
  const live = Object.values(before).filter(isLive)
  const same = (...names: string[]) => live.find((one) => names.every((name) => emp[name] && one.emp[name] === emp[name]))
  const isPossible = (one?: Employee) => one && (!emp.id_no || !one.emp.id_no || emp.id_no === one.emp.id_no)
  return same('id_no') ?? [same('work_no'), same('auth_tel', 'emp_name')].find(isPossible)
}

/**
 * Returns the staff after the rows that were not refused: each outcome with the fields that change, and everybody as they are
 * afterwards; the number of a new person is found by their phone.
 */
export function outcomeOf(school: School, rows: ImportRow[], before: Staff, after: Staff) {
  const staff = { ...before }
  const told = rows.map(({ rowNo, vals }) => {
    const meaning = meaningOf(vals, school)
    const target = targetOf(meaning, before)
    const no = String(target?.emp.emp_no ?? numberOf(meaning, before, after))
    const one = written(target ?? newcomer(no), meaning, school)
    const chg = target ? changed(target, one) : []
    const act = !target ? 'add' : chg.length > 0 ? 'upd' : 'same'
    staff[no] = { ...one, ver: act === 'same' ? one.ver : (after[no]?.ver ?? 0) }
    return { rowNo, act, chg }
  })
  return { told, staff }
}

const numberOf = ({ emp }: Meaning, before: Staff, after: Staff) =>
  Object.keys(after).find((no) => !before[no] && after[no]?.emp.auth_tel === emp.auth_tel) ?? `nobody with ${emp.auth_tel}`

const newcomer = (emp_no: string): Employee => ({
  emp: { emp_no, idnt_no: '030', auth_flag: '0', stt: '1' },
  orgs: {},
  roles: {},
  archive: {},
  ver: 1,
})

function written(was: Employee, { emp, orgs, roles, archive }: Meaning, { server }: School): Employee {
  const one = structuredClone(was)
  Object.assign(one.emp, emp)
  if (emp.id_no) one.emp.id_no_hash = server.services.secret.hash(emp.id_no)
  const { emp_no = '', emp_name = '', work_no, auth_tel } = one.emp as Record<string, string>
  one.emp.search_text = searchText(emp_name, [emp_no, work_no], auth_tel)
  const main = mainOf(was)
  if (main && !orgs.includes(main)) delete one.orgs[main]
  for (const [at, org_no] of orgs.entries()) {
    const place = (one.orgs[org_no] ??= { org_no, emp_no, mst_flag: '0', lead_flag: '0', show_ord: 10 })
    if (at === 0) Object.assign(place, { mst_flag: '1' })
    else if (org_no === main) Object.assign(place, { mst_flag: '0' })
  }
  for (const role_no of roles) one.roles[role_no] ??= { emp_no, role_no, show_ord: 10 }
  if (Object.keys(archive).length > 0) one.archive = { emp_no, ...one.archive, ...archive }
  return one
}

const mainOf = ({ orgs }: Employee) => Object.keys(orgs).find((no) => orgs[no]?.mst_flag === '1')

// Lists the fields of a row whose values differ from before.
function changed(was: Employee, is: Employee) {
  const columns = ['emp_name', 'sex', 'work_no', 'auth_tel', 'id_no', 'brth', 'rem']
  const differs = (one: Row, other: Row) => (name: string) => one[name] !== other[name]
  return [
    ...columns.filter(differs(was.emp, is.emp)).map(camelOf),
    ...['ntnl', 'pstn'].filter(differs(was.archive, is.archive)),
    ...(JSON.stringify(was.orgs) === JSON.stringify(is.orgs) ? [] : ['orgName']),
    ...(Object.keys(was.roles).length === Object.keys(is.roles).length ? [] : ['roleName']),
  ].toSorted()
}
