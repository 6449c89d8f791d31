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
