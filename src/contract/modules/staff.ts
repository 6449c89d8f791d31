import type { Module } from './module.ts'

/** Lists the modules of the group 组织员工, in menu order. */
export const staffModules: readonly Module[] = [
  { code: 'gstaff', name: '组织员工', icon: 'Team', actions: [] },
  {
    code: 'org',
    parent: 'gstaff',
    name: '组织架构',
    icon: 'Cluster',
    path: '/ent/org',
    help: 'staff',
    actions: ['add', 'delete', 'edit', 'view', 'set', 'export'],
    area: 'people',
  },
  {
    code: 'emp',
    parent: 'gstaff',
    name: '员工管理',
    icon: 'User',
    path: '/ent/emp',
    help: 'staff',
    actions: ['add', 'delete', 'edit', 'view', 'set', 'import', 'export', 'review', 'enable', 'print', 'clear'],
    area: 'people',
  },
  {
    code: 'emparch',
    parent: 'gstaff',
    name: '员工档案',
    icon: 'Profile',
    path: '/ecb/emparch',
    help: 'staff',
    actions: ['edit', 'view', 'export', 'print', 'clear'],
    area: 'people',
  },
  {
    code: 'empgrp',
    parent: 'gstaff',
    name: '员工组',
    icon: 'UsergroupAdd',
    path: '/ent/empgrp',
    help: 'staff',
    actions: ['add', 'delete', 'edit', 'view', 'set'],
    area: 'people',
  },
]
