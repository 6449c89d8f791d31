import { Status } from '#contract/fields.ts'
import type { Db } from '#server/database/database.ts'
import { furnishEnterprise, workOn } from '#server/reference/load.ts'
import { insertAreas } from '#server/reference/areas.ts'
import { insertMany, requireRow } from '#server/database/rows.ts'
import { enterpriseSearchWords } from '#server/reference/enterprise.ts'
import { searchTextOf } from '#server/database/tableRows.ts'
import { employeeTable } from '#features/ent/emp/emp.table.ts'
import { groupTable } from '#features/ent/empgrp/empgrp.table.ts'
import { guardianTable } from '#domain/guardians/guardian.table.ts'
import { studentTable } from '#features/ent/stu/stu.table.ts'
import { storedNational } from '#domain/students/nationalNo.ts'
import type { Secret } from '#server/database/secret.ts'
import { makeActivities } from './activities/activities.ts'
import { giveStaffRoles, makeAccounts } from './accounts.ts'
import { fileArchives, fileStudents } from './archives.ts'
import { staffFrontLine } from './company.ts'
import { plantDefects } from './defects.ts'
import { type DemoEnterprise, type Maker, openEnterprise, type Rows } from './enterprise.ts'
import { enterprises as listed, knownEnterprises } from './enterprises.ts'
import { makeApprovals } from './office/approvals.ts'
import { makeLeaves } from './office/leaves.ts'
import { makeCollections } from './office/collections.ts'
import { makeApproved } from './office/approved.ts'
import { makeUnnamed } from './office/unnamed.ts'
import { makeWriteBacks } from './office/writebacks.ts'
import { makeForms } from './office/forms.ts'
import { makeMeetings } from './meetings.ts'
import { makeMinutes } from './office/minutes.ts'
import { makeLaterMessages } from './office/laterMessages.ts'
import { makeMessages } from './office/messages.ts'
import { openNumbers } from './numbers.ts'
import { groupOffice, staffOffice } from './office.ts'
import { makePeople } from './people.ts'
import { hangPhotos } from './photos.ts'
import { makeRandom } from './random.ts'
import { makeDemoFiles } from './files/demoFiles.ts'
import { makeResources } from './resources/resources.ts'
import { iso } from './days.ts'
import { beginning, byTime, during, insertRows, insertTables, placeStudents, repeatAll } from './deeds.ts'
import { liveYear } from './liveYear.ts'
import { fillSchool } from './school.ts'
import { schoolYear } from './units.ts'
import { makeSignIns } from './signIns.ts'
import { orderGuardians } from './students.ts'
import { makeVisits } from './visits.ts'

const seed = 20260901

// Sets the seed with which the classes add up to the 3,075 students of the demo (docs/spec/demo.md#people).
const classSizesSeed = 2115

/**
 * Fills an empty database that has its reference data with the demo: the same people every time, all invented.
 * Runs in the caller's transaction, as the owner; every account gets the same password.
 */
export async function loadDemo(db: Db, secret: Secret, passwordHash: string) {
  // Draws them on other threads meanwhile.
  const making = makeDemoFiles()
  await insertAreas(db, 'demo_area')
  const random = makeRandom(seed)
  const maker: Maker = {
    random,
    classSizes: makeRandom(classSizesSeed),
    archives: makeRandom(seed + 1),
    people: makePeople(random),
    numbers: await openNumbers(db),
  }
  const enterprises = listed.map((entry) => fill(maker, openEnterprise(maker, entry)))
  const schools = enterprises.filter(({ idntNo }) => idntNo === '030')
  plantDefects(maker, schools)
  // Inserts accounts first: identities refer to them, and they belong to no enterprise.
  const accounts = makeAccounts(maker, enterprises, passwordHash)
  await insertMany(db, 'account', accounts)
  await insertMany(db, 'loginLog', makeSignIns(seed + 2, enterprises, accounts))
  schools.forEach(giveStaffRoles)
  for (const enterprise of enterprises) fileArchives(maker.archives, enterprise)
  for (const school of schools) fileStudents(maker.archives, school)
  const known = (no: string) => requireRow(enterprises.find(({ entNo }) => entNo === no))
  const [school, company] = [known(knownEnterprises.experimentalSchool), known(knownEnterprises.company)]
  for (const enterprise of [school, company]) makeForms(enterprise)
  makeVisits(maker, secret, school)
  makeMeetings(maker, school)
  makeMessages(maker, school)
  makeLaterMessages(maker, school)
  makeCollections(maker, school)
  makeUnnamed(maker, school)
  makeWriteBacks(maker, school)
  const deciders = makeApprovals(maker, school)
  makeLeaves(maker, school, deciders)
  makeApproved(maker, school, deciders.director)
  makeMinutes(maker, school)
  const userNos = userNosOf(enterprises)
  const files = await making
  makeActivities({ maker, school, userNos, files })
  makeResources({ maker, enterprises, userNos, files })
  hangPhotos(makeRandom(seed + 3), { school, userNos, files })
  maker.numbers.startAfter('FILE_NO', files.length)
  liveYear(maker, school, userNos)
  await during(db, beginning(), async () => {
    for (const [i, enterprise] of enterprises.entries()) await write(db, secret, enterprise, (i + 1) * 10)
  })
  await maker.numbers.keep()
}

/** Maps employees with an account to it, by enterprise and employee. */
const userNosOf = (enterprises: DemoEnterprise[]) =>
  new Map(enterprises.flatMap(({ rows }) => rows.identity.map(({ entNo, idntVal, userNo }) => [`${entNo} ${idntVal}`, userNo])))

function fill(maker: Maker, enterprise: DemoEnterprise): DemoEnterprise {
  const { entNo, idntNo } = enterprise
  maker.numbers.startAfter('ENT_NO', Number(entNo.slice(3)))
  if (idntNo === '030') fillSchool(maker, enterprise)
  else {
    staffOffice(maker, enterprise)
    if (entNo === knownEnterprises.company) staffFrontLine(maker, enterprise)
    else groupOffice(enterprise)
  }
  return enterprise
}

async function write(db: Db, secret: Secret, enterprise: DemoEnterprise, showOrd: number) {
  const { entNo, entName, prtNo, idntNo, selfNo, des, rem, rows, deeds } = enterprise
  const [leader] = rows.emp
  await workOn(db, entNo)
  const began = beginning()
  const { atFirst, later } = byTime(finish(secret, rows), deeds)
  await insertRows(db, 'ent', [
    {
      entNo,
      entName,
      prtNo,
      idntNo,
      selfNo,
      des,
      rem,
      ...enterpriseSearchWords({ entNo, entName, selfNo }),
      linkMan: leader?.empName,
      linkTel: leader?.authTel,
      showOrd,
      stt: Status.enabled,
      crtTm: iso(began),
    },
  ])
  await furnishEnterprise(db, entNo, idntNo)
  // Updates the root unit, which came with the school; the demo data belong to one school year, whatever the day.
  await db.updateTable('edcunit').set({ curSchYear: schoolYear }).where('entNo', '=', entNo).execute()
  await insertTables(db, atFirst)
  await placeStudents(db, entNo, began)
  await repeatAll(db, entNo, later)
}

/** Seals numbers and adds what keywords are looked up in. */
function finish(secret: Secret, rows: Rows): Rows {
  const seal = (idNo: string | null | undefined) => ({
    idNo: idNo ? secret.seal(idNo) : null,
    idNoHash: idNo ? secret.hash(idNo) : null,
  })
  return {
    ...rows,
    stuptr: orderGuardians(rows.stuptr),
    emp: rows.emp.map((row) => ({
      ...row,
      ...seal(row.idNo),
      searchText: searchTextOf(employeeTable, { workNo: null, ...row }),
    })),
    stu: rows.stu.map((row) => ({
      ...row,
      ...seal(row.idNo),
      searchText: searchTextOf(studentTable, { stdyNo: null, authTel: null, ...row }),
    })),
    ptr: rows.ptr.map((row) => ({ ...row, ...seal(row.idNo), searchText: searchTextOf(guardianTable, row) })),
    stuarch: rows.stuarch.map((row) => ({ unfStuNoHash: null, ...storedNational(row, secret) })),
    empgrp: rows.empgrp.map((row) => ({ ...row, searchText: searchTextOf(groupTable, row) })),
  }
}
