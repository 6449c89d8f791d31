import { type Action, actionNames, actions, type Right } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { modules } from '#contract/modules.ts'

/** Lists the verbs that names begin with. */
const verbs: [string, string][] = [
  ['get', '查询'],
  ['create', '新增'],
  ['update', '修改'],
  ['delete', '删除'],
  ['set', '设置'],
  ['import', '导入'],
  ['export', '导出'],
  ['enable', '启用'],
  ['disable', '停用'],
  ['compare', '比较'],
  ['load', '载入'],
  ['edit', '修改'],
  ['repair', '修复'],
  ['pass', '通过'],
  ['reject', '驳回'],
  ['undo', '撤销'],
  ['unlock', '解除锁定'],
  ['reset', '重置'],
]

/** Lists the parts that names are made of, longer ones before those that they begin with. */
const parts: [string, string][] = [
  ['withstatis', '及人数'],
  ['forset', '（供设置）'],
  ['payitem', '缴费项目'],
  ['tmpllist', '模板列表'],
  ['typelist', '类型列表'],
  ['tmpl', '模板'],
  ['pbcrole', '公共角色'],
  ['selfrole', '自定义角色'],
  ['rolepwr', '角色权限'],
  ['progress', '进度'],
  ['empgrp', '员工组'],
  ['empmsgpwr', '消息范围'],
  ['emppwr', '个人权限调整'],
  ['entcfg', '参数设置'],
  ['entinfo', '字典选用'],
  ['entmdl', '企业模块'],
  ['orgemp', '部门员工'],
  ['emporg', '员工部门'],
  ['parent', '上级'],
  ['subset', '下级'],
  ['source', '来源'],
  ['targets', '对象'],
  ['statis', '统计'],
  ['exlist', '详细列表'],
  ['expage', '详细分页'],
  ['prvn', '省'],
  ['city', '市'],
  ['dstr', '区县'],
  ['town', '乡镇'],
  ['rows', '行'],
  ['list', '列表'],
  ['page', '分页列表'],
  ['tree', '树'],
  ['idnts', '身份'],
  ['idnt', '身份'],
  ['info', '信息项'],
  ['type', '类型'],
  ['phone', '手机'],
  ['role', '角色'],
  ['many', '（多个）'],
  ['mdl', '模块'],
  ['mbr', '成员'],
  ['edcunit', '年级班级'],
  ['ent', '企业'],
  ['emp', '员工'],
  ['org', '部门'],
  ['log', '日志'],
  ['all', '全部'],
  ['ord', '顺序'],
  ['pic', '照片'],
  ['prt', '上级'],
  ['pwd', '密码'],
  ['pwr', '权限'],
  ['ex', '详情'],
]

/** Names the folders that are no module's. */
const folders: Record<string, string> = {
  '/common/user': '登录',
  '/common/admnarea': '行政区划',
  '/ecb/ent': '单位资料',
  '/ecb/getcfg': '参数设置（整批）',
  '/ecb/entrole': '公共角色的企业',
  '/ent/emprole': '角色的成员',
  '/ent/rolepwr': '角色的权限',
  '/ent/entcfg': '参数',
  '/ent/info': '字典的值',
  '/file/upload': '文件',
  '/m/visit': '扫码来访',
  '/m/notice': '通知链接',
  '/m/ans': '表单链接',
  '/m/fill': '公开填写',
  '/m/prc': '家长的申请',
  '/user/ans': '我填的表单',
  '/ent/prop': '回写',
  '/user/prc': '申请',
  '/user/tsk': '审批',
  '/m/host': '来访确认',
  '/m/sign': '会议签到',
  '/user/bill': '表单的选项',
  '/user/cfg': '我的参数',
  '/user/draft': '我的草稿',
  '/user/box': '我的消息',
  '/ent/msgtmpl': '消息模板',
  '/user/pref': '我的提醒',
  '/user/home': '首页',
  '/user/search': '搜索',
  '/user/mdl': '我的模块',
  '/user/prefer': '我的偏好',
  '/user/push': '浏览器推送',
  '/user/user': '我的账号',
}

export const folderOf = ({ path }: Pick<Call, 'path'>) => path.slice(0, path.lastIndexOf('/'))

/** Names the subject of the calls of a folder. */
export const folderTitle = (folder: string) =>
  folders[folder] ?? modules.find(({ path }) => path === folder)?.name ?? folder.slice(1)

/** Describes a call in a few words. */
export function callTitle(call: Pick<Call, 'path' | 'title'>): string {
  const name = call.path.slice(call.path.lastIndexOf('/') + 1)
  return call.title ?? composed(name) ?? name
}

function composed(name: string): string | undefined {
  const [verb, said] = verbs.find(([one]) => name.startsWith(one)) ?? ['', '']
  let rest = name.slice(verb.length)
  if (!said) return undefined
  let title: string = said
  while (rest !== '') {
    const [part, word] = parts.find(([one]) => rest.startsWith(one)) ?? []
    if (!part || !word) return undefined
    title += word
    rest = rest.slice(part.length)
  }
  return name === 'get' ? '查询一条' : title
}

/** Describes in words who may make a call. */
export function permissionOf({ access }: Pick<Call, 'access'>): string {
  if (access === 'open') return '无需登录'
  if (access === 'initial' || access === 'session') return '登录后'
  return access.map((right) => `${moduleOf(right)}·${actionOf(right)}`).join(' 或 ')
}

const moduleOf = (right: Right) => modules.find(({ code }) => right.startsWith(`${code}:`))?.name ?? right.split(':')[0]

function actionOf(right: Right): string {
  const action = Object.keys(actions).find((one) => right.endsWith(`:${actions[one as Action]}`)) as Action | undefined
  return action ? actionNames[action] : (right.split(':')[1] ?? '')
}
