import { Status } from '#contract/fields.ts'
import { accountTable } from '#server/auth/account.table.ts'
import { requireRow } from '#server/database/rows.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import type { DemoEnterprise, Maker, New } from './enterprise.ts'
import { knownEnterprises } from './enterprises.ts'
import type { NameSex } from './names.ts'
import type { DemoPerson } from './people.ts'

type Employee = New<'emp'>

/** Describes an identity; `find` names the employee; without it the person of the account's first identity is hired there too. */
type Identity = { entNo: string; roles: string[]; find?: (enterprise: DemoEnterprise) => Employee | undefined }

const nth =
  (index: number) =>
  ({ rows }: DemoEnterprise) =>
    rows.emp[index]

// Finds the first head teacher, whose class is the first row of empdatapwr.
const firstHeadTeacher = ({ rows }: DemoEnterprise) => rows.emp.find(({ empNo }) => empNo === rows.empdatapwr[0]?.empNo)

/** Lists who may sign in to the demo, by account name. */
const accounts: { name: string; identities: Identity[] }[] = [
  { name: 'platform', identities: [{ entNo: knownEnterprises.platform, roles: ['P060OPERATOR'], find: nth(0) }] },
  { name: 'bureau', identities: [{ entNo: knownEnterprises.cityBureau, roles: ['P020ADMIN'], find: nth(3) }] },
  { name: 'school', identities: [{ entNo: knownEnterprises.experimentalSchool, roles: ['P030ADMIN'], find: nth(4) }] },
  {
    name: 'teacher',
    identities: [{ entNo: knownEnterprises.experimentalSchool, roles: ['P030CLASS', 'P030STAFF'], find: firstHeadTeacher }],
  },
  { name: 'company', identities: [{ entNo: knownEnterprises.company, roles: ['P010ADMIN'], find: nth(1) }] },
  { name: 'agent', identities: [{ entNo: knownEnterprises.agent, roles: ['P040ADMIN'], find: nth(0) }] },
  { name: 'merchant', identities: [{ entNo: knownEnterprises.canteen, roles: ['P050ADMIN'], find: nth(0) }] },
  {
    name: 'multi',
    identities: [
      { entNo: knownEnterprises.middleSchool, roles: ['P030STAFF'], find: nth(20) },
      { entNo: knownEnterprises.districtBureau, roles: ['P020ADMIN'] },
      { entNo: knownEnterprises.company, roles: ['P010STAFF'] },
      { entNo: knownEnterprises.stationer, roles: ['P050ADMIN'] },
    ],
  },
  { name: 'visitor', identities: [] },
]

/** Makes the accounts, and in their enterprises the identities and roles that belong to them. */
export function makeAccounts(maker: Maker, enterprises: DemoEnterprise[], pwdHash: string) {
  return accounts.map(({ name, identities }) => {
    const userNo = maker.numbers.next('USER_NO')
    const places = identities.map((identity) => ({
      ...identity,
      enterprise: requireRow(enterprises.find(({ entNo }) => entNo === identity.entNo)),
    }))
    const [first] = places
    const holder = first?.find?.(first.enterprise)
    const person = holder ? personOf(holder) : maker.people.adult('19700101', '20001231')
    for (const { enterprise, find, roles } of places) {
      const employee = find?.(enterprise) ?? enterprise.hire(person, requireRow(enterprise.rows.org[0]).orgNo)
      Object.assign(employee, { authFlag: '1', stt: Status.enabled })
      giveRoles(enterprise, employee.empNo, roles)
      const { entNo, idntNo } = enterprise
      enterprise.rows.identity.push({ userNo, idntNo, entNo, idntVal: employee.empNo })
    }
    const named = { userNo, name, nickName: person.name }
    return { ...named, searchText: searchTextOf(accountTable, named), authTel: person.authTel, pwdHash, stt: Status.enabled }
  })
}

/** Gives the role of ordinary staff to every employee of a school who has none. */
export function giveStaffRoles({ entNo, rows }: DemoEnterprise) {
  const holders = new Set(rows.emprole.map(({ empNo }) => empNo))
  const others = rows.emp.filter(({ empNo }) => !holders.has(empNo))
  rows.emprole.push(...others.map(({ empNo }) => ({ entNo, empNo, roleNo: 'P030STAFF' })))
}

function giveRoles({ entNo, rows }: DemoEnterprise, empNo: string, roles: string[]) {
  const held = rows.emprole.filter((row) => row.empNo === empNo).map(({ roleNo }) => roleNo)
  rows.emprole.push(...roles.filter((roleNo) => !held.includes(roleNo)).map((roleNo) => ({ entNo, empNo, roleNo })))
}

// Restores the person: every employee here was hired from one, so nothing of it is missing.
const personOf = ({ empName, sex, brth, idNo, authTel }: Employee): DemoPerson => ({
  name: empName,
  sex: sex as NameSex,
  brth: brth as string,
  idNo: idNo as string,
  authTel,
  authFlag: '1',
})
