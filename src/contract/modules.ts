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
  area?: 'people' | 'photos'
}

/** Every built-in module that has a screen, in menu order; seeds the module tree of terminal type 001. */
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
]

/** The terminal type of the web menu (specification, section 9). */
export const webTerminal = '001'
