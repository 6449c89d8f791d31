import type { Person, School, TestServer } from './harness.ts'
import type { Activities } from './seedActivities.ts'
import type { Office } from './seedOffice.ts'
import type { Pupils } from './seedPupils.ts'

/** Describes what a seeded school offers to a call that needs records in a state of their own. */
export type Ground = {
  server: TestServer
  school: School
  batchNo: string
  caller: Person
  entNo: string
  empNo: string
  second: string
  empty: string
  pupils: Pupils
  office: Office
  activities: Activities
  emptyClsNo: string
  all: string[]
}
