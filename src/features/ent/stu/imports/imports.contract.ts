import { permissions } from '#contract/access.ts'
import { createCall, previewCall } from '#contract/importing.ts'

const [students, units] = [permissions('stu').import, permissions('edcunit').import]

/** The imports about students and their classes (domain, 2.5). */
export const importCalls = {
  importnewstu: previewCall(students),
  importnewstucreate: createCall(students),
  importstu: previewCall(students),
  importstucreate: createCall(students),
  importptrtel: previewCall(students),
  importptrtelcreate: createCall(students),
  importstutel: previewCall(students),
  importstutelcreate: createCall(students),
  importwts: previewCall(students),
  importwtscreate: createCall(students),
  importunit: previewCall(students),
  importunitcreate: createCall(students),
  importedcunit: previewCall(units),
  importedcunitcreate: createCall(units),
}
