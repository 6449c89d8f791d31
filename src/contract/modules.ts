import type { Action } from './access.ts'

export type Module = {
  code: string
  parent?: string
  name: string
  icon: string
  path?: string
  /** What can be permitted on it; becomes its `func`. */
  actions: readonly Action[]
  /** Row of the default rights (domain, 7.1) that its default roles follow. */
  area?:
    | 'people'
    | 'photos'
    | 'roles'
    | 'records'
    | 'enterprises'
    | 'ownEnterprise'
    | 'ownLists'
    | 'ownArchive'
    | 'given'
    | 'catalogue'
    | 'publicRoles'
    | 'accounts'
  /** The identities whose enterprises are given it (all six without this), each with what it may at most do (all without a list). */
  given?: Partial<Record<string, readonly Action[] | 'all'>>
}

// What belongs to the whole platform: its operators change it, the administrators of others look at it.
const catalogue: Module['given'] = {
  '060': 'all',
  '010': ['view'],
  '020': ['view'],
  '030': ['view'],
  '040': ['view'],
  '050': ['view'],
}

// What those above keep for an enterprise, and what it may change of that itself.
const kept: Module['given'] = {
  '060': 'all',
  '010': ['edit', 'view'],
  '020': ['view'],
  '030': ['edit', 'view'],
  '040': ['add', 'view'],
  '050': ['edit', 'view'],
}

/** Every built-in module, in menu order; seeds the module tree of terminal type 001. One without a screen is not in the menu. */
export const modules: readonly Module[] = [
  { code: 'gstaff', name: '组织员工', icon: 'Team', actions: [] },
  {
    code: 'org',
    parent: 'gstaff',
    name: '组织架构',
    icon: 'Cluster',
    path: '/ent/org',
    actions: ['add', 'delete', 'edit', 'view', 'set', 'export'],
    area: 'people',
  },
  {
    code: 'emp',
    parent: 'gstaff',
    name: '员工管理',
    icon: 'User',
    path: '/ent/emp',
    actions: ['add', 'delete', 'edit', 'view', 'set', 'import', 'export', 'review', 'enable', 'print', 'clear'],
    area: 'people',
  },
  {
    code: 'emparch',
    parent: 'gstaff',
    name: '员工档案',
    icon: 'Profile',
    path: '/ecb/emparch',
    actions: ['edit', 'view', 'export', 'print', 'clear'],
    area: 'people',
  },
  {
    code: 'empgrp',
    parent: 'gstaff',
    name: '员工组',
    icon: 'UsergroupAdd',
    path: '/ent/empgrp',
    actions: ['add', 'delete', 'edit', 'view', 'set'],
    area: 'people',
  },
  { code: 'gauth', name: '角色权限', icon: 'Safety', actions: [] },
  {
    code: 'role',
    parent: 'gauth',
    name: '角色管理',
    icon: 'SafetyCertificate',
    path: '/ent/role',
    actions: ['add', 'delete', 'edit', 'view', 'set'],
    area: 'roles',
  },
  {
    code: 'emppwr',
    parent: 'gauth',
    name: '个人例外',
    icon: 'UserSwitch',
    path: '/ent/emppwr',
    actions: ['add', 'delete', 'edit', 'view', 'set'],
    area: 'roles',
  },
  {
    code: 'empdatapwr',
    parent: 'gauth',
    name: '数据权限',
    icon: 'Partition',
    path: '/ent/empdatapwr',
    actions: ['view', 'set'],
    area: 'roles',
  },
  {
    code: 'ownmdl',
    parent: 'gauth',
    name: '本企业模块',
    icon: 'Menu',
    path: '/ent/mdl',
    actions: ['edit', 'view'],
    area: 'roles',
  },
  {
    code: 'reason',
    parent: 'gauth',
    name: '权限解释',
    icon: 'QuestionCircle',
    path: '/ent/reason',
    actions: ['view', 'set'],
    area: 'roles',
  },
  { code: 'goffice', name: '办公服务', icon: 'Schedule', actions: [] },
  {
    code: 'photo',
    parent: 'goffice',
    name: '照片审核',
    icon: 'Camera',
    path: '/ent/photo',
    actions: ['view', 'review'],
    area: 'photos',
  },
  { code: 'gent', name: '企业中心', icon: 'Bank', actions: [] },
  {
    code: 'ent',
    parent: 'gent',
    name: '企业管理',
    icon: 'Global',
    path: '/ecb/ent',
    actions: ['add', 'delete', 'edit', 'view', 'set', 'enable'],
    area: 'enterprises',
    given: { '060': 'all', '020': ['view'], '040': ['add', 'view'] },
  },
  {
    code: 'ownent',
    parent: 'gent',
    name: '本企业',
    icon: 'Home',
    path: '/ent/ent',
    actions: ['edit', 'view'],
    area: 'ownEnterprise',
  },
  {
    code: 'scharch',
    parent: 'gent',
    name: '学校档案',
    icon: 'Container',
    path: '/ent/scharch',
    actions: ['edit', 'view', 'print'],
    area: 'ownArchive',
    given: { '030': 'all', '020': ['view'], '060': 'all' },
  },
  {
    code: 'edcarch',
    parent: 'gent',
    name: '企业档案',
    icon: 'Reconciliation',
    path: '/ent/edcarch',
    actions: ['edit', 'view', 'print'],
    area: 'ownArchive',
    given: { '010': 'all', '020': 'all', '040': 'all', '050': 'all', '060': 'all' },
  },
  {
    code: 'entact',
    parent: 'gent',
    name: '收款账户',
    icon: 'CreditCard',
    path: '/ecb/entact',
    actions: ['add', 'delete', 'edit', 'view', 'enable'],
    area: 'enterprises',
    given: kept,
  },
  {
    code: 'payitem',
    parent: 'gent',
    name: '缴费项目',
    icon: 'PayCircle',
    path: '/ecb/payitem',
    actions: ['add', 'delete', 'edit', 'view', 'enable'],
    area: 'enterprises',
    given: kept,
  },
  {
    code: 'entcfg',
    parent: 'gent',
    name: '企业参数',
    icon: 'Control',
    path: '/ecb/entcfg',
    actions: ['add', 'delete', 'edit', 'view', 'set'],
    area: 'enterprises',
    given: kept,
  },
  {
    code: 'entinfo',
    parent: 'gent',
    name: '企业字典',
    icon: 'UnorderedList',
    path: '/ecb/entinfo',
    actions: ['add', 'delete', 'edit', 'view', 'set'],
    area: 'ownLists',
    given: {
      '060': 'all',
      '010': ['edit', 'view', 'set'],
      '020': ['edit', 'view', 'set'],
      '030': ['edit', 'view', 'set'],
      '050': ['edit', 'view', 'set'],
    },
  },
  {
    code: 'entmdl',
    parent: 'gent',
    name: '模块开通',
    icon: 'AppstoreAdd',
    path: '/ecb/entmdl',
    actions: ['add', 'delete', 'view', 'set'],
    area: 'given',
    given: { '060': 'all', '020': ['view'], '040': ['add', 'view'] },
  },
  { code: 'gplat', name: '平台目录', icon: 'Database', actions: [] },
  {
    code: 'idnt',
    parent: 'gplat',
    name: '身份目录',
    icon: 'Solution',
    path: '/ecb/idnt',
    actions: ['add', 'delete', 'edit', 'view'],
    area: 'catalogue',
    given: catalogue,
  },
  {
    code: 'mdl',
    parent: 'gplat',
    name: '模块目录',
    icon: 'Appstore',
    path: '/ecb/mdl',
    actions: ['add', 'delete', 'edit', 'view', 'enable'],
    area: 'catalogue',
    given: catalogue,
  },
  {
    code: 'pwr',
    parent: 'gplat',
    name: '操作权限',
    icon: 'Key',
    path: '/ecb/pwr',
    actions: ['add', 'delete', 'edit', 'view'],
    area: 'catalogue',
    given: catalogue,
  },
  {
    code: 'pbcrole',
    parent: 'gplat',
    name: '公共角色',
    icon: 'Crown',
    path: '/ecb/pbcrole',
    actions: ['add', 'delete', 'edit', 'view', 'set'],
    area: 'publicRoles',
    given: { '060': 'all', '010': ['view'], '020': ['view'], '030': ['view'] },
  },
  {
    code: 'pbccfg',
    parent: 'gplat',
    name: '参数目录',
    icon: 'Sliders',
    path: '/ecb/pbccfg',
    actions: ['add', 'edit', 'view'],
    area: 'catalogue',
    given: catalogue,
  },
  {
    code: 'info',
    parent: 'gplat',
    name: '信息字典',
    icon: 'Book',
    path: '/ecb/info',
    actions: ['add', 'delete', 'edit', 'view', 'import', 'export'],
    area: 'catalogue',
    given: catalogue,
  },
  {
    code: 'codegnrt',
    parent: 'gplat',
    name: '编号规则',
    icon: 'FieldNumber',
    path: '/ecb/codegnrt',
    actions: ['add', 'delete', 'edit', 'view'],
    area: 'catalogue',
    given: catalogue,
  },
  {
    code: 'billtype',
    parent: 'gplat',
    name: '单据类型',
    icon: 'Snippets',
    path: '/ecb/billtype',
    actions: ['add', 'delete', 'edit', 'view'],
    area: 'catalogue',
    given: catalogue,
  },
  {
    code: 'admnarea',
    parent: 'gplat',
    name: '行政区划',
    icon: 'Environment',
    path: '/common/admnarea',
    actions: ['view'],
    area: 'catalogue',
  },
  { code: 'glog', name: '账号记录', icon: 'Audit', actions: [] },
  {
    code: 'user',
    parent: 'glog',
    name: '平台账号',
    icon: 'Lock',
    path: '/ecb/user',
    actions: ['add', 'delete', 'edit', 'view', 'set'],
    area: 'accounts',
    given: { '060': 'all' },
  },
  {
    code: 'userlgn',
    parent: 'glog',
    name: '登录日志',
    icon: 'Login',
    path: '/user/userlgn',
    actions: ['view'],
    area: 'records',
  },
  {
    code: 'session',
    parent: 'glog',
    name: '在线会话',
    icon: 'Desktop',
    path: '/user/session',
    actions: ['view', 'set'],
    area: 'records',
  },
  {
    code: 'imp',
    parent: 'glog',
    name: '导入记录',
    icon: 'Inbox',
    path: '/ent/imp',
    actions: ['view', 'set'],
    area: 'records',
  },
]

/** What an enterprise of an identity is given: modules with the actions it may at most use (null: all of them). */
export const givenModules = (idntNo: string): { code: string; actions: readonly Action[] | null }[] =>
  modules.flatMap(({ code, given }) => {
    const limit = given ? given[idntNo] : 'all'
    return limit ? [{ code, actions: limit === 'all' ? null : limit }] : []
  })

/** The terminal type of the web menu (specification, section 9). */
export const webTerminal = '001'
