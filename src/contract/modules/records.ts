import type { Module } from './module.ts'

/** Lists the modules of the group 账号记录, in menu order. */
export const recordsModules: readonly Module[] = [
  { code: 'glog', parent: 'gadm', name: '账号记录', icon: 'Audit', isSection: true, actions: [] },
  {
    code: 'history',
    parent: 'glog',
    name: '操作记录',
    icon: 'History',
    path: '/ent/history',
    help: 'records',
    // Shows the own operations to everybody; `review` those of others, `set` undoes them.
    actions: ['view', 'set', 'review'],
    area: 'history',
  },
  {
    code: 'userlgn',
    parent: 'glog',
    name: '登录日志',
    icon: 'Login',
    path: '/user/userlgn',
    help: 'records',
    actions: ['view'],
    area: 'records',
  },
  {
    code: 'session',
    parent: 'glog',
    name: '在线会话',
    icon: 'Desktop',
    path: '/user/session',
    help: 'records',
    actions: ['view', 'set'],
    area: 'records',
  },
  {
    code: 'imp',
    parent: 'glog',
    name: '导入记录',
    icon: 'Inbox',
    path: '/ent/imp',
    help: 'records',
    actions: ['view', 'set'],
    area: 'records',
  },
  {
    code: 'erasure',
    parent: 'glog',
    name: '信息抹除',
    icon: 'Eraser',
    path: '/ent/erasure',
    help: 'records',
    actions: ['view', 'delete'],
    area: 'roles',
  },
]
