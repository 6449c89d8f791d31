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
  area?: 'people' | 'photos' | 'roles' | 'records'
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
  { code: 'glog', name: '账号记录', icon: 'Audit', actions: [] },
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

/** The terminal type of the web menu (specification, section 9). */
export const webTerminal = '001'
