import { sql } from 'kysely'
import { withDashes } from '#contract/values/day.ts'
import { Status } from '#contract/fields.ts'
import { hiddenNumber, maskPhone } from '#contract/values/masking.ts'
import type { Db } from '#server/database/database.ts'
import { readDictionaryLabels } from '#server/database/dictionary.ts'
import { exportedRows, type Listing, readExportNumbers, plainCells } from '#server/exporting/exportRows.ts'
import { Fault } from '#server/base/fault.ts'
import type { Secret } from '#server/database/secret.ts'
import { sexOut } from '#contract/values/sex.ts'
import type { WrittenCell, RowSource } from '#server/exporting/workbook.ts'
import { employeeExportFields } from '../emp.contract.ts'
import { employeeFields } from '../emp.fields.ts'
import { employees, type EmployeeFilter } from '../emp.list.ts'

type Field = (typeof employeeExportFields)[number]
type Row = Record<Field, string | null>

/** Yields the rows of an export of employees. */
export const rows: RowSource<Listing<EmployeeFilter, Field>> = async function* (db, secret, { filter, ...listing }) {
  const { entNo, empNos } = filter
  const [nos, cells, names] = await Promise.all([
    readExportNumbers(db, employees(db, secret, filter).select('e.empNo as no')),
    cellsOf(db, secret, listing.isClear),
    namesOf(db, entNo),
  ])
  if (empNos && nos.length < empNos.length) throw new Fault('notFound', '所选员工有的已不存在，请刷新后再选')
  const read = (some: string[]) => rowsOf(db, entNo, some, names)
  yield* exportedRows(db, { ...listing, entNo, table: 'emp', nos, cells, read })
}

async function cellsOf(db: Db, secret: Secret, isClear: boolean): Promise<Record<Field, (row: Row) => WrittenCell>> {
  const sexes = await readDictionaryLabels(db, 'SEX')
  return {
    ...(await plainCells(db, employeeFields, employeeExportFields)),
    sex: ({ sex }) => sexes.get(sexOut(sex ?? 'U')) ?? '',
    authTel: ({ authTel }) => authTel && (isClear ? authTel : maskPhone(authTel)),
    idNo: ({ idNo }) => idNo && (isClear ? secret.open(idNo) : hiddenNumber),
    cardPht: ({ cardPht }) => (cardPht ? '有' : '无'),
    facePht: ({ facePht }) => (facePht ? '有' : '无'),
    crtTm: ({ crtTm }) => withDashes(crtTm),
    updTm: ({ updTm }) => withDashes(updTm),
  }
}

// Names what is put together of other tables; all else are columns of the employee's own.
const joinedNames = ['orgName', 'orgNames', 'grpNames', 'roleNames', 'leadOrgs'] as const
type Joined = (typeof joinedNames)[number]
const isOwn = (name: Field): name is Exclude<Field, Joined> => !(joinedNames as readonly string[]).includes(name)
const stored = employeeExportFields.filter(isOwn)

type Names = Awaited<ReturnType<typeof namesOf>>

/**
 * Reads the names that a person's departments and groups are exported with: by number, departments in the order of their tree.
 */
async function namesOf(db: Db, entNo: string) {
  const [orgs, grps, roles, common] = await Promise.all([
    db
      .selectFrom('org')
      .select(['orgNo as no', 'orgName as name'])
      .where('entNo', '=', entNo)
      .orderBy('showOrd')
      .orderBy('orgNo')
      .execute(),
    db
      .selectFrom('empgrp')
      .select(['grpNo as no', 'grpName as name'])
      .where('entNo', '=', entNo)
      .where('stt', '<>', Status.deleted)
      .orderBy('showOrd')
      .execute(),
    db.selectFrom('role').select(['roleNo as no', 'roleName as name']).where('entNo', '=', entNo).execute(),
    db.selectFrom('pbcrole').select(['roleNo as no', 'roleName as name']).execute(),
  ])
  return { orgs: numbered(orgs), grps: numbered(grps), roles: numbered([...common, ...roles]) }
}

type Named = { name: string; place: number }
const numbered = (list: { no: string; name: string }[]) =>
  new Map<string, Named>(list.map(({ no, name }, place) => [no, { name, place }]))

// Names are joined here: it costs the database three times as much.
async function rowsOf(db: Db, entNo: string, empNos: string[], names: Names): Promise<Row[]> {
  const among = sql<boolean>`emp_no = any(${empNos})`
  const [people, places, groups, held] = await Promise.all([
    db.selectFrom('emp').select(stored).where('entNo', '=', entNo).where(among).orderBy('empNo').execute(),
    db
      .selectFrom('orgemp')
      .select(['empNo', 'orgNo as no', 'mstFlag', 'leadFlag'])
      .where('entNo', '=', entNo)
      .where(among)
      .execute(),
    db.selectFrom('empgrpmbr').select(['empNo', 'grpNo as no']).where('entNo', '=', entNo).where(among).execute(),
    db
      .selectFrom('emprole')
      .select(['empNo', 'roleNo as no'])
      .where('entNo', '=', entNo)
      .where(among)
      .orderBy('showOrd')
      .execute(),
  ])
  const [inOrgs, inGroups, withRoles] = [byPerson(places), byPerson(groups), byPerson(held)]
  return people.map((person) => {
    const orgs = inOrgs.get(person.empNo)?.toSorted(inOrder(names.orgs)) ?? []
    const main = orgs.filter(({ mstFlag }) => mstFlag === '1')
    return {
      ...person,
      orgName: joined(names.orgs, main),
      orgNames: joined(names.orgs, [...main, ...orgs.filter(({ mstFlag }) => mstFlag !== '1')]),
      leadOrgs: joined(
        names.orgs,
        orgs.filter(({ leadFlag }) => leadFlag === '1'),
      ),
      grpNames: joined(names.grps, inGroups.get(person.empNo)?.toSorted(inOrder(names.grps))),
      roleNames: joined(names.roles, withRoles.get(person.empNo)),
    }
  })
}

function byPerson<Link extends { empNo: string }>(links: Link[]) {
  const found = new Map<string, Link[]>()
  for (const link of links) {
    const known = found.get(link.empNo)
    if (known) known.push(link)
    else found.set(link.empNo, [link])
  }
  return found
}

type Link = { no: string }

const inOrder = (names: Map<string, Named>) => (one: Link, other: Link) =>
  (names.get(one.no)?.place ?? 0) - (names.get(other.no)?.place ?? 0)

const joined = (names: Map<string, Named>, links: Link[] = []) =>
  links.flatMap(({ no }) => names.get(no)?.name ?? []).join('、') || null
