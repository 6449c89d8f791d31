import { maskPhone } from '#contract/values/masking.ts'
import { matchesKeyWord } from '#domain/people/personFacts.ts'
import { isOfName } from '#domain/search/phrasePeople.ts'
import { type At, lineOf, mostHits, findNearest, type SearchKind, surestMatches, unusualState } from '#domain/search/searching.ts'
import { mainDepartment } from '#domain/staff/staff.ts'
import { leadsOf } from '#domain/units/unitLeads.ts'
import { emp } from './emp.contract.ts'
import { employees } from './emp.list.ts'

const columns = [
  ...(['e.empNo as no', 'e.empName as name', 'e.workNo', 'e.authTel', 'e.stt'] as const),
  mainDepartment('orgName'),
] as const

type Row = { no: string; name: string; workNo: string | null; authTel: string; stt: string; orgName: string | null }

const hitOf = ({ no, name, workNo, authTel, stt, orgName }: Row, before = '') => ({
  no,
  name,
  note: lineOf(before, orgName, workNo && `工号 ${workNo}`),
  tel: maskPhone(authTel),
  stt: unusualState(stt),
  path: `/ent/emp?empNo=${no}`,
})

const find = ({ context, entNo }: At) => employees(context.db, context.services.secret, { entNo }).select(columns)

// Reads those who hold these units through a role, in the order of the units.
async function holders(unitNos: readonly string[], at: At) {
  const leads = await leadsOf(at.context.db, at.entNo)
  const roles = new Map<string, string>()
  for (const unitNo of unitNos)
    for (const { empNo, roleName } of leads.get(unitNo) ?? []) if (roles.size < mostHits) roles.set(empNo, roleName)
  if (roles.size === 0) return []
  const rows: Row[] = await find(at)
    .where('e.empNo', 'in', [...roles.keys()])
    .execute()
  return [...roles].flatMap(([empNo, role]) => rows.flatMap((row) => (row.no === empNo ? [hitOf(row, role)] : [])))
}

/** Searches employees; for a class or a grade those who hold it. */
export const employeeSearch: SearchKind = {
  kind: 'emp',
  call: emp.getpage,

  async byWord(word, at) {
    const conditions = [
      ...surestMatches('e', { name: 'empName', numbers: ['empNo', 'workNo'] }, word),
      matchesKeyWord('e', word, at.context.services.secret),
    ]
    const rows = await findNearest<Row>(word, conditions, (condition, most) => find(at).where(condition).limit(most).execute())
    return rows.map((row) => hitOf(row))
  },

  byPhrase: {
    heads: ({ unitNos }, at) => holders(unitNos, at),
    teachers: ({ unitNos }, at) => holders(unitNos, at),

    async colleague({ name }, at) {
      const rows = await find(at)
        .where(isOfName('e', 'empName', name as string))
        .limit(mostHits)
        .execute()
      return rows.map((row) => hitOf(row))
    },
  },
}
