import { sql } from 'kysely'
import { actions, type Right } from '#contract/access.ts'
import { Status } from '#contract/fields.ts'
import { rightHolders } from '#server/access/rightHolders.ts'
import { readGrants } from '#server/call/grants.ts'
import { rightsFrom } from '#server/call/rights.ts'
import type { Db } from '#server/database/database.ts'
import { placesOf, reachOf, type RecordTarget } from './reason.reach.ts'

// Limits the employees whose roles are looked at.
const most = 500

// Names the module that shows each kind of record.
const modules = { emp: 'emp', org: 'org', unit: 'edcunit', stu: 'stu' } as const

type Candidate = { empNo: string; empName: string; orgName: string | null }

/** Lists who may see a record, those who reach the least first. */
export async function viewersOf(db: Db, entNo: string, target: RecordTarget) {
  const right: Right = `${modules[target.recType]}:${actions.view}`
  const [candidates, places] = await Promise.all([candidatesFor(db, entNo, right), placesOf(db, entNo, target)])
  const viewers = []
  for (const candidate of candidates.slice(0, most)) {
    const grants = await readGrants(db, entNo, candidate.empNo)
    const rights = rightsFrom(grants)
    if (!rights.has(right)) continue
    const found = reachOf(rights, right, target.recType, places)
    if (found !== 'whole' && found.length === 0) continue
    const roles = grants.roles.filter((role) => role.rights.includes(right)).map(({ roleName }) => roleName)
    const roleNames = roles.length > 0 ? roles.join('、') : '个人权限调整'
    const rank = found === 'whole' ? places.length : places.indexOf(found[0] as (typeof places)[number])
    viewers.push({ ...candidate, roleNames, placeNames: found === 'whole' ? '' : found.map(({ name }) => name).join('、'), rank })
  }
  return {
    viewers: viewers.sort((one, other) => one.rank - other.rank).map(({ rank: _, ...viewer }) => viewer),
    isMore: candidates.length > most,
  }
}

// Lists employees with an account who have the right by a role or an exception; what takes it away is seen afterwards.
async function candidatesFor(db: Db, entNo: string, right: Right): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select e.emp_no, e.emp_name, (select d.org_name from orgemp o join org d using (ent_no, org_no)
      where o.ent_no = e.ent_no and o.emp_no = e.emp_no and o.mst_flag = '1') as org_name
    from emp e join (${rightHolders(entNo, right)}) h using (emp_no) where e.ent_no = ${entNo} and e.stt = ${Status.enabled}
      and exists (select from identity i where i.ent_no = e.ent_no and i.idnt_val = e.emp_no)
    order by e.emp_no limit ${most + 1}`.execute(db)
  return rows
}
