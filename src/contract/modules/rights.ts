import type { Module } from './module.ts'

/** Lists the modules of the group 角色权限, in menu order. */
export const rightsModules: readonly Module[] = [
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
]
