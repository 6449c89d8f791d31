import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'

/** Lists the pages of these imports; `label` is the name under 导入. */
export const importPages = [
  { kind: 'stunew', path: '/ent/stu/import/newstu', module: 'stu', label: '新生信息' },
  { kind: 'stubasic', path: '/ent/stu/import/stu', module: 'stu', label: '基础信息' },
  { kind: 'stuptrtel', path: '/ent/stu/import/ptrtel', module: 'stu', label: '家长认证电话' },
  { kind: 'stutel', path: '/ent/stu/import/stutel', module: 'stu', label: '学生认证电话' },
  { kind: 'stuwts', path: '/ent/stu/import/wts', module: 'stu', label: '学生标签' },
  { kind: 'stuunit', path: '/ent/stu/import/unit', module: 'stu', label: '班级调整' },
  { kind: 'eduunit', path: '/ent/stu/import/edcunit', module: 'edcunit', label: '年级班级' },
] as const

export type ImportPage = (typeof importPages)[number]

type Unit = { unitNo: string; unitType: string; grdtFlag: string; stt: string }

/** Tells whether new students can be brought into a unit: a class or a grade in use. */
export const takesNewcomers = ({ unitType, grdtFlag, stt }: Unit) =>
  stt === Status.enabled && grdtFlag === '0' && [unitTypes.class, unitTypes.grade].some((type) => type === unitType)

/** Returns the address of an import that is begun in this unit: that of new students keeps a class or a grade. */
export const pathInto = ({ kind, path }: ImportPage, unit: Unit | undefined) =>
  kind === 'stunew' && unit && takesNewcomers(unit) ? `${path}?${new URLSearchParams({ unitNo: unit.unitNo })}` : path
