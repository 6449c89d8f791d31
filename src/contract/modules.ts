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
  area?: 'people'
}

/** Every built-in module that has a screen, in menu order; seeds the module tree of terminal type 001. */
export const modules: readonly Module[] = [
  { code: 'gstaff', name: '组织员工', icon: 'Team', actions: [] },
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
]

/** The terminal type of the web menu (specification, section 9). */
export const webTerminal = '001'
