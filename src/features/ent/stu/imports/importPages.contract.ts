import { Status } from '#contract/fields.ts'
import { unitTypes } from '#domain/units/units.contract.ts'

/** Lists the pages of these imports; `label` and `hint` are what stands under 导入. */
export const importPages = [
  { kind: 'stunew', path: '/ent/stu/import/newstu', module: 'stu', label: '新生信息', hint: '还没有记录的学生和他们的家长' },
  { kind: 'stubasic', path: '/ent/stu/import/stu', module: 'stu', label: '基础信息', hint: '修改已有学生的资料和档案' },
  {
    kind: 'stuptrtel',
    path: '/ent/stu/import/ptrtel',
    module: 'stu',
    label: '家长认证电话',
    hint: '修改或新增已有学生的家长和手机',
  },
  { kind: 'stutel', path: '/ent/stu/import/stutel', module: 'stu', label: '学生认证电话', hint: '学生自己的手机' },
  { kind: 'stuwts', path: '/ent/stu/import/wts', module: 'stu', label: '学生标签', hint: '给已有学生加上或去掉标签' },
  { kind: 'stuunit', path: '/ent/stu/import/unit', module: 'stu', label: '班级调整', hint: '已有学生转到别的班级' },
  { kind: 'eduunit', path: '/ent/stu/import/edcunit', module: 'edcunit', label: '年级班级', hint: '新建校区、年级和班级' },
] as const

export type ImportPage = (typeof importPages)[number]

type Unit = { unitNo: string; unitType: string; grdtFlag: string; stt: string }

/** Tells whether new students can be brought into a unit: a class or a grade in use. */
export const takesNewcomers = ({ unitType, grdtFlag, stt }: Unit) =>
  stt === Status.enabled && grdtFlag === '0' && [unitTypes.class, unitTypes.grade].some((type) => type === unitType)

/** Returns the address of an import that is begun in this unit: that of new students keeps a class or a grade. */
export const pathInto = ({ kind, path }: ImportPage, unit: Unit | undefined) =>
  kind === 'stunew' && unit && takesNewcomers(unit) ? `${path}?${new URLSearchParams({ unitNo: unit.unitNo })}` : path
