import { type Action, actions } from '#contract/access.ts'
import type { Module } from '#contract/modules.ts'

/**
 * Lists the public roles that every enterprise of an identity is given (docs/spec/rights.md#default-roles); an administrator may
 * change them.
 */
export const publicRoles = [
  { roleNo: 'P060OPERATOR', idntNo: '060', roleItem: '1', roleName: '平台运营员' },
  { roleNo: 'P060ADMIN', idntNo: '060', roleItem: '1', roleName: '分平台管理员' },
  { roleNo: 'P020ADMIN', idntNo: '020', roleItem: '1', roleName: '教育局管理员' },
  { roleNo: 'P030ADMIN', idntNo: '030', roleItem: '2', roleName: '学校管理员' },
  { roleNo: 'P030GRADE', idntNo: '030', roleItem: '5', roleName: '年级组长' },
  { roleNo: 'P030CLASS', idntNo: '030', roleItem: '6', roleName: '班主任' },
  { roleNo: 'P030STAFF', idntNo: '030', roleItem: '1', roleName: '教职员工' },
  { roleNo: 'P010ADMIN', idntNo: '010', roleItem: '1', roleName: '企业管理员' },
  { roleNo: 'P010STAFF', idntNo: '010', roleItem: '1', roleName: '企业员工' },
  { roleNo: 'P040ADMIN', idntNo: '040', roleItem: '1', roleName: '代理商管理员' },
  { roleNo: 'P050ADMIN', idntNo: '050', roleItem: '1', roleName: '商户管理员' },
] as const

type RoleNo = (typeof publicRoles)[number]['roleNo']

// Lists the rows of docs/spec/rights.md#default-roles: v view, a add, e edit, d delete, s set, review and enable, i import, x
// export and print, c clear text, r review alone.
const areas: Record<NonNullable<Module['area']>, Partial<Record<RoleNo, string>>> = {
  units: {
    P060OPERATOR: 'v',
    P060ADMIN: 'v',
    P020ADMIN: 'v',
    P030ADMIN: 'vaedsi',
    P030GRADE: 'v',
    P030CLASS: 'v',
    P030STAFF: 'v',
  },
  students: {
    P060OPERATOR: 'v',
    P060ADMIN: 'v',
    P020ADMIN: 'vx',
    P030ADMIN: 'vaedsixc',
    P030GRADE: 'vex',
    P030CLASS: 'vesxc',
  },
  // Covers roll-over, merging and the data check.
  yearEnd: { P020ADMIN: 'v', P030ADMIN: 'vs', P030GRADE: 'v', P030CLASS: 'v' },
  people: {
    P060OPERATOR: 'vaedsixc',
    P060ADMIN: 'vaedsix',
    P020ADMIN: 'vaedsix',
    P030ADMIN: 'vaedsixc',
    P030GRADE: 'v',
    P030CLASS: 'v',
    P030STAFF: 'v',
    P010ADMIN: 'vaedsixc',
    P010STAFF: 'v',
    P040ADMIN: 'vaedsix',
    P050ADMIN: 'vaedsix',
  },
  photos: {
    P060OPERATOR: 'vs',
    P060ADMIN: 'vs',
    P020ADMIN: 'vs',
    P030ADMIN: 'vs',
    P030CLASS: 'v',
    P010ADMIN: 'vs',
    P040ADMIN: 'vs',
    P050ADMIN: 'vs',
  },
  roles: {
    P060OPERATOR: 'vaeds',
    P060ADMIN: 'vaeds',
    P020ADMIN: 'vaeds',
    P030ADMIN: 'vaeds',
    P010ADMIN: 'vaeds',
    P040ADMIN: 'vaeds',
    P050ADMIN: 'vaeds',
  },
  records: {
    P060OPERATOR: 'vs',
    P060ADMIN: 'vs',
    P020ADMIN: 'v',
    P030ADMIN: 'vs',
    P010ADMIN: 'vs',
    P040ADMIN: 'v',
    P050ADMIN: 'v',
  },
  // Opens the own operations to everybody.
  history: {
    P060OPERATOR: 'vs',
    P060ADMIN: 'vs',
    P020ADMIN: 'vr',
    P030ADMIN: 'vs',
    P030GRADE: 'v',
    P030CLASS: 'v',
    P030STAFF: 'v',
    P010ADMIN: 'vs',
    P010STAFF: 'v',
    P040ADMIN: 'vr',
    P050ADMIN: 'vr',
  },
  // Covers enterprises, their accounts and settings: managed from above, and partly by themselves.
  enterprises: {
    P060OPERATOR: 'vaeds',
    P060ADMIN: 'vaeds',
    P020ADMIN: 'v',
    P030ADMIN: 've',
    P010ADMIN: 've',
    P040ADMIN: 'va',
    P050ADMIN: 've',
  },
  ownEnterprise: {
    P060OPERATOR: 've',
    P060ADMIN: 've',
    P020ADMIN: 'v',
    P030ADMIN: 've',
    P010ADMIN: 've',
    P040ADMIN: 'v',
    P050ADMIN: 've',
  },
  ownLists: {
    P060OPERATOR: 'vaeds',
    P060ADMIN: 'vaeds',
    P020ADMIN: 'ves',
    P030ADMIN: 'ves',
    P010ADMIN: 'ves',
    P050ADMIN: 'ves',
  },
  ownArchive: {
    P060OPERATOR: 'vex',
    P060ADMIN: 'vex',
    P020ADMIN: 'vex',
    P030ADMIN: 'vex',
    P010ADMIN: 'vex',
    P040ADMIN: 'vex',
    P050ADMIN: 'vex',
  },
  // Covers modules that enterprises were given by those above them.
  given: { P060OPERATOR: 'vaeds', P060ADMIN: 'vaeds', P020ADMIN: 'v', P040ADMIN: 'va' },
  catalogue: {
    P060OPERATOR: 'vaedsix',
    P060ADMIN: 'v',
    P020ADMIN: 'v',
    P030ADMIN: 'v',
    P010ADMIN: 'v',
    P040ADMIN: 'v',
    P050ADMIN: 'v',
  },
  publicRoles: { P060OPERATOR: 'vaeds', P060ADMIN: 'v', P020ADMIN: 'v', P030ADMIN: 'v', P010ADMIN: 'v' },
  accounts: { P060OPERATOR: 'vaeds', P060ADMIN: 'vaeds' },
  forms: {
    P060OPERATOR: 'vaeds',
    P060ADMIN: 'v',
    P020ADMIN: 'vaeds',
    P030ADMIN: 'vaeds',
    P030STAFF: 'v',
    P010ADMIN: 'vaeds',
  },
  // Opens to every member of staff what they hand in, and what they decide about.
  approvals: {
    P020ADMIN: 'v',
    P030ADMIN: 'v',
    P030GRADE: 'v',
    P030CLASS: 'v',
    P030STAFF: 'v',
    P010ADMIN: 'v',
    P010STAFF: 'v',
  },
  // Covers how it is decided, and a view of everything that was handed in.
  flows: { P020ADMIN: 'vaeds', P030ADMIN: 'vaeds', P010ADMIN: 'vaeds' },
  // Covers what answers write back into archives, by those who may change these.
  writebacks: { P020ADMIN: 'vrc', P030ADMIN: 'vrc', P030GRADE: 'vr', P030CLASS: 'vrc', P010ADMIN: 'vrc' },
  // Covers who is on leave; pupils are let out at the gate by those who may set it.
  leaves: { P020ADMIN: 'vesx', P030ADMIN: 'vesx', P030GRADE: 'vesx', P030CLASS: 'vesx', P010ADMIN: 'vesx' },
  // Lets everybody who looks after others write to those within reach, and ask them; administrators see the messages of all.
  messages: {
    P020ADMIN: 'vaedxrc',
    P030ADMIN: 'vaedxrc',
    P030GRADE: 'vaedxc',
    P030CLASS: 'vaedxc',
    P010ADMIN: 'vaedxrc',
  },
  // Covers the ways outside the product, which administrators alone set.
  channels: { P060OPERATOR: 'vs', P060ADMIN: 'vs', P020ADMIN: 'vs', P030ADMIN: 'vs', P010ADMIN: 'vs' },
  // Limits those without a role over the whole enterprise that may change meetings to their own.
  meetings: {
    P020ADMIN: 'vaedsix',
    P030ADMIN: 'vaedsix',
    P030GRADE: 'vaedsix',
    P030CLASS: 'vaedsix',
    P030STAFF: 'v',
    P010ADMIN: 'vaedsix',
    P010STAFF: 'v',
  },
  visits: {
    P020ADMIN: 'vsx',
    P030ADMIN: 'vsxc',
    P030GRADE: 'vr',
    P030CLASS: 'vr',
    P030STAFF: 'vr',
    P010ADMIN: 'vsxc',
    P010STAFF: 'vr',
  },
  // Covers resources and activities: those who may not change all of them change their own.
  portals: {
    P060OPERATOR: 'vaeds',
    P060ADMIN: 'v',
    P020ADMIN: 'vaedsx',
    P030ADMIN: 'vaedsx',
    P030GRADE: 'vae',
    P030CLASS: 'vae',
    P030STAFF: 'va',
    P010ADMIN: 'vaedsx',
    P010STAFF: 'va',
  },
  classes: { P060OPERATOR: 'vaed', P060ADMIN: 'v', P020ADMIN: 'vaed', P030ADMIN: 'vaed', P010ADMIN: 'vaed' },
}

const letters: Record<string, readonly Action[]> = {
  v: ['view'],
  a: ['add'],
  e: ['edit'],
  d: ['delete'],
  s: ['set', 'review', 'enable'],
  i: ['import'],
  x: ['export', 'print'],
  c: ['clear'],
  r: ['review'],
}

/** Returns what the default roles may do with a module: rows of the table of role powers. */
export function defaultPowers(module: Module) {
  const rights = module.area ? Object.entries(areas[module.area]) : []
  return rights.flatMap(([roleNo, row]) =>
    [...row]
      .flatMap((letter) => letters[letter] ?? [])
      .filter((action) => module.actions.includes(action))
      .map((action) => ({ roleNo, mdlCode: module.code, pwrNo: actions[action] })),
  )
}
