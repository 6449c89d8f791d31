import { enterpriseSearch } from '#features/ecb/ent/ent.search.ts'
import { settingSearch } from '#features/ecb/entcfg/entcfg.search.ts'
import { unitSearch } from '#features/ent/edcunit/edcunit.search.ts'
import { employeeSearch } from '#features/ent/emp/emp.search.ts'
import { meetingSearch } from '#features/ent/mtg/mtg.search.ts'
import { departmentSearch } from '#features/ent/org/org.search.ts'
import { guardianSearch } from '#features/ent/ptr/ptr.search.ts'
import { studentSearch } from '#features/ent/stu/stu.search.ts'
import { resourceSearch } from '#features/res/res/res.search.ts'
import { activitySearch } from '#features/vam/act/act.search.ts'
import type { SearchKind } from './searching.ts'

/** Everything that one search looks for, in the order in which it is answered. */
export const searchKinds: readonly SearchKind[] = [
  studentSearch,
  guardianSearch,
  employeeSearch,
  unitSearch,
  departmentSearch,
  meetingSearch,
  activitySearch,
  resourceSearch,
  settingSearch,
  // Last: it lets what follows see the enterprises below.
  enterpriseSearch,
]
