import { permissions } from '#contract/access.ts'
import { createCall, previewCall } from '#contract/importing.ts'

const [students, units] = [permissions('stu').import, permissions('edcunit').import]

/** The imports about students and their classes (docs/spec/imports.md#kinds). */
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

/** The pages that these imports have; what one is called under 导入 is its `label`. */
export const importPages = [
  { kind: 'stunew', path: '/ent/stu/import/newstu', module: 'stu', label: '新生信息' },
  { kind: 'stubasic', path: '/ent/stu/import/stu', module: 'stu', label: '基础信息' },
  { kind: 'stuptrtel', path: '/ent/stu/import/ptrtel', module: 'stu', label: '家长认证电话' },
  { kind: 'stutel', path: '/ent/stu/import/stutel', module: 'stu', label: '学生认证电话' },
  { kind: 'stuwts', path: '/ent/stu/import/wts', module: 'stu', label: '学生标签' },
  { kind: 'stuunit', path: '/ent/stu/import/unit', module: 'stu', label: '班级调整' },
  { kind: 'eduunit', path: '/ent/stu/import/edcunit', module: 'edcunit', label: '教育单元' },
] as const

export type ImportPage = (typeof importPages)[number]
