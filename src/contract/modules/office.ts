import type { Module } from './module.ts'

/** The group 办公服务, in menu order. */
export const officeModules: readonly Module[] = [
  { code: 'goffice', name: '办公服务', icon: 'Schedule', actions: [] },
  {
    code: 'mtg',
    parent: 'goffice',
    name: '会议管理',
    icon: 'Calendar',
    path: '/ent/mtg',
    actions: ['add', 'delete', 'edit', 'view', 'set', 'import', 'export', 'review', 'print'],
    area: 'meetings',
    given: { '060': 'all', '030': 'all', '020': 'all', '010': 'all' },
  },
  {
    code: 'vst',
    parent: 'goffice',
    name: '访客记录',
    icon: 'Scan',
    path: '/ent/vst',
    actions: ['view', 'set', 'export', 'review', 'print', 'clear'],
    area: 'visits',
    given: { '060': 'all', '030': 'all', '020': 'all', '010': 'all' },
  },
  {
    code: 'bill',
    parent: 'goffice',
    name: '表单模板',
    icon: 'Form',
    path: '/ent/bill',
    actions: ['add', 'delete', 'edit', 'view', 'review', 'enable'],
    area: 'forms',
    given: { '060': 'all', '030': 'all', '020': 'all', '010': 'all' },
  },
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
