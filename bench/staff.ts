import type { Db } from '#server/database/database.ts'
import { makePeople, type DemoPerson } from '#app/server/demo/people.ts'
import { makeRandom } from '#app/server/demo/random.ts'
import { insertMany } from '#server/database/rows.ts'
import { initials, searchText } from '#server/base/search.ts'
import type { Secret } from '#server/database/secret.ts'
import { enterprises, entNoOf } from './enterprises.ts'
import type { Served } from './serving.ts'

/** Describes the servers, a session of each enterprise, and its people. */
export type Bench = { ours: Served; bare: Served; tokens: string[]; people: DemoPerson[][] }

/** Names the enterprise with most of the people, and how many of them are in one department and those below it. */
export const big = { at: 0, people: 104_000, department: 'OB0-1', inDepartment: 50_000 }
/** Names the enterprise with a tree of 5,000 departments. */
export const deep = { at: 1, departments: 5000 }
export const departments = 60
const others = Math.ceil((200_000 - big.people) / (enterprises - 1))
const groups = 20
const part = 4000

export const peopleOf = (at: number) => (at === big.at ? big.people : others)

const random = makeRandom(20261121)
/** Makes people up; no two of them share an ID number or a phone. */
export const people = makePeople(random)

/** Fills one enterprise with departments in levels, groups, and people who are in one department, one group and one role. */
export async function staffEnterprise(db: Db, secret: Secret, at: number, total = peopleOf(at)): Promise<DemoPerson[]> {
  const entNo = entNoOf(at)
  await insertMany(db, 'org', departmentsOf(at))
  await insertMany(db, 'empgrp', groupsOf(at))
  const made: DemoPerson[] = []
  for (let from = 0; from < total; from += part) {
    const length = Math.min(part, total - from)
    const some = Array.from({ length }, () => people.adult('19670101', '20060831'))
    const empNoOf = (i: number) => `E${String(at * 200_000 + from + i).padStart(9, '0')}`
    await insertMany(
      db,
      'emp',
      some.map((person, i) => rowOf(person, { entNo, empNo: empNoOf(i), workNo: `G${from + i + 1}` }, secret)),
    )
    const joins = some.map((_, i) => ({ entNo, empNo: empNoOf(i) }))
    await insertMany(
      db,
      'orgemp',
      joins.map((join, i) => ({
        ...join,
        orgNo: departmentOf(at, from + i),
        mstFlag: '1',
        leadFlag: i % 40 ? '0' : '1',
        showOrd: 10 * (from + i),
      })),
    )
    await insertMany(
      db,
      'empgrpmbr',
      joins.map((join, i) => ({ ...join, grpNo: `GB${at}-${i % groups}` })),
    )
    await insertMany(
      db,
      'emprole',
      joins.map((join) => ({ ...join, roleNo: 'P010STAFF', showOrd: 10 })),
    )
    made.push(...some)
  }
  return made
}

type Numbers = { entNo: string; empNo: string; workNo: string }

const rowOf = ({ name, idNo, ...known }: DemoPerson, numbers: Numbers, secret: Secret) => ({
  ...known,
  ...numbers,
  idntNo: '010',
  empName: name,
  idNo: secret.seal(idNo),
  idNoHash: secret.hash(idNo),
  rem: '测量用',
  stt: '1',
  searchText: searchText(name, [numbers.empNo, numbers.workNo], known.authTel),
})

const departmentsOn = (at: number) => (at === deep.at ? deep.departments : departments)

/** Makes the departments of an enterprise: three at the top and children by fours, so that 60 are three levels, 5,000 seven. */
export function departmentsOf(at: number) {
  return Array.from({ length: departmentsOn(at) }, (_, i) => {
    const orgName = `${['教学', '后勤', '信息', '财务', '运营'][i % 5]}${i}部`
    const prtNo = i < 3 ? null : `OB${at}-${parentOf(i)}`
    return {
      entNo: entNoOf(at),
      orgNo: `OB${at}-${i}`,
      orgName,
      prtNo,
      helpCode: initials(orgName),
      showOrd: 10 * (i + 1),
      stt: '1',
    }
  })
}

const parentOf = (i: number) => Math.floor((i - 3) / 4)

function topOf(i: number): number {
  return i < 3 ? i : topOf(parentOf(i))
}

// Gives department 1 of the big enterprise and those below it the exact number of people that is exported.
const inside = Array.from({ length: departments }, (_, i) => i).filter((i) => topOf(i) === 1)
const outside = Array.from({ length: departments }, (_, i) => i).filter((i) => topOf(i) !== 1)

function departmentOf(at: number, i: number): string {
  if (at !== big.at) return `OB${at}-${(i * 7) % departmentsOn(at)}`
  // Spreads them over the whole list, as departments are: of any 104 people 50 are inside.
  const own = i % 104 < 50 ? inside : outside
  return `OB${at}-${random.pick(own)}`
}

const groupsOf = (at: number) =>
  Array.from({ length: groups }, (_, i) => {
    const numbers = { entNo: entNoOf(at), grpNo: `GB${at}-${i}` }
    return { ...numbers, grpName: `员工组${i}`, grpType: '1', showOrd: 10 * (i + 1), stt: '1', searchText: `员工组${i}` }
  })
