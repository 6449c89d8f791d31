import type { Module } from './module.ts'

/** The group 办公服务, in menu order. */
export const officeModules: readonly Module[] = [
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
