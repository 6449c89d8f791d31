/** Maps each action to its code (docs/spec/rights.md#actions; 000006 to 000011 are this product's). */
export const actions = {
  add: '000001',
  delete: '000002',
  edit: '000003',
  view: '000004',
  set: '000005',
  import: '000006',
  export: '000007',
  review: '000008',
  enable: '000009',
  print: '000010',
  clear: '000011',
} as const

export type Action = keyof typeof actions

/** Names each action in Chinese. */
export const actionNames: Record<Action, string> = {
  add: '新增',
  delete: '删除',
  edit: '修改',
  view: '详情',
  set: '设置',
  import: '导入',
  export: '导出',
  review: '审核',
  enable: '启用停用',
  print: '打印',
  clear: '查看完整号码',
}

/** Names one action of one module, written `module:action code`. */
export type Right = `${string}:${string}`

/**
 * Describes who may make a call. `open`: anybody; `initial`: any session, also one of an initial password; `session`: any full
 * session; a list: a holder of one of these rights.
 */
export type Access = 'open' | 'initial' | 'session' | readonly Right[]

/** Returns the rights of one module by name: `permissions('empgrp').add`. */
export function permissions(module: string): Record<Action, readonly Right[]> {
  const entries = Object.entries(actions).map(([name, code]) => [name, [`${module}:${code}`]])
  return Object.fromEntries(entries)
}

/** Tells whether a holder of `rights` may do what `access` asks for; the server and every button call this one function. */
export function permits(me: { rights: { has(right: Right): boolean } }, access: Access): boolean {
  return typeof access === 'string' || access.some((right) => me.rights.has(right))
}
