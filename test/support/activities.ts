import type * as z from 'zod'
import { act } from '#features/vam/act/act.contract.ts'
import { asOwner, makePerson, makeSchool, type Person, type School, type TestServer } from './harness.ts'
import { minutes } from './meetings.ts'
import { type Pupils, seedPupils } from './seedPupils.ts'

/**
 * Describes a school with a grade of two classes, two children in the first of them, their head teacher, and one more employee.
 */
export type Field = { school: School; admin: Person; head: Person; staff: Person; pupils: Pupils }

let fields = 0

export async function makeField(server: TestServer): Promise<Field> {
  const school = await makeSchool(server)
  const { entNo, admin } = school
  const of = { userNo: admin.userNo, empNo: admin.empNo, op: '00000000-0000-7000-8000-000000000000' }
  const pupils = await seedPupils(server, entNo, `场${++fields}`, of)
  const head = await makePerson(school, { name: '李班主任', roles: ['P030CLASS', 'P030STAFF'] })
  const held = { entNo, empNo: head.empNo, roleNo: 'P030CLASS', dataVal: pupils.classNo, dataType: 'unit' }
  await asOwner(server, entNo, (db) => db.insertInto('empdatapwr').values(held).execute())
  const staff = await makePerson(school, { name: '孙老师', roles: ['P030STAFF'] })
  return { school, admin, head, staff, pupils }
}

/** Makes so many further children in the second class. */
export async function makeChildren({ school, pupils }: Field, count: number): Promise<string[]> {
  const { entNo, server } = school
  const rows = Array.from({ length: count }, (_, i) => ({
    entNo,
    stuNo: `C${entNo.slice(-6)}${String(i).padStart(5, '0')}`,
    stuName: `学生${i}`,
    unitNo: pupils.emptyClassNo,
    sex: i % 2 === 0 ? 'M' : 'F',
    stdyNo: `X${entNo.slice(-6)}${i}`,
  }))
  await asOwner(server, entNo, (db) => db.insertInto('stu').values(rows).execute())
  return rows.map(({ stuNo }) => stuNo)
}

type Facts = Partial<z.input<typeof act.create.input>>

export const opening: z.input<typeof act.create.input> = {
  title: '春季运动会',
  cls: '1',
  place: '操场',
  regSDt: minutes(-60),
  regEDt: minutes(24 * 60),
  sDt: minutes(48 * 60),
  eDt: minutes(50 * 60),
}

/** Makes an activity that is published and open for enrolment. */
export async function openActivity({ client }: Person, facts: Facts = {}): Promise<string> {
  const { actNo } = await client.call(act.create, { ...opening, ...facts })
  await client.call(act.publish, { actNo })
  return actNo
}
