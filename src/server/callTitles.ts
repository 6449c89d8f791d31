import { type Action, actionNames, actions, type Right } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { modules } from '#contract/modules.ts'

/** Names that are no verb with what it is done to. */
const whole: Record<string, string> = {
  applyforempcardpht: '提交证件照',
  applyforempfacepht: '提交人脸照',
  applyforstucardpht: '提交证件照',
  applyforstufacepht: '提交人脸照',
  getphotos: '查询照片和审核结果',
  withdraw: '撤回同意并删除人脸照',
  auth: '认证手机',
  createcfgent: '批量设置企业的值',
  deletecfgent: '企业恢复默认值',
  getwithleademp: '查询部门及负责人',
  updateandleademp: '修改部门及负责人',
  beginsso: '开始统一登录',
  savedraft: '保存结转草稿',
  dropdraft: '放弃结转草稿',
  run: '结转',
  takeback: '撤销结转',
  getundo: '查询撤销会影响什么',
  creategradeandclass: '新增年级和班级',
  createclassmany: '批量新增班级',
  getchktypelist: '查询可勾选的单元',
  getchktypetree: '查询可勾选的单元树',
  getrolechdlist: '查询角色可及的下级单元',
  getrolelistforset: '查询角色可选的单元',
  getunitname: '查询单元全称',
  graduate: '毕业',
  upgrade: '升级',
  checkslide: '核对滑块',
  close: '放弃导入',
  closepic: '放弃照片导入',
  end: '结束会话',
  endown: '结束自己的会话',
  getcharts: '查询首页图表',
  gethist: '查询历史',
  getown: '查询自己的会话',
  getphoto: '查询自己的证件照',
  updateavatar: '修改头像',
  updatenickname: '修改昵称',
  getalike: '查询同类问题',
  getcas: '查询 CAS 登录地址',
  getchdpwr: '查询下级数据权限',
  getcode: '取图片验证码',
  getcover: '查询覆盖范围',
  getcurval: '查询一个参数的当前值',
  getentcfg: '查询生效的全部参数',
  getents: '查询可选的企业',
  getheld: '查询已有的范围',
  getholders: '查询持有人',
  getmbrlist: '查询成员列表',
  getopen: '查询未完成的导入',
  getpwrmsglist: '查询可收发消息的员工组',
  getslide: '取滑块验证码',
  gettokenbyid: '凭换取标识取令牌',
  gettouched: '查询影响范围',
  geturl: '查询外部地址',
  getways: '查询可用的登录方式',
  getwhy: '解释权限',
  imitate: '模拟登录',
  importempcreate: '写入员工导入',
  importnewstu: '导入新生信息',
  importnewstucreate: '写入新生信息导入',
  importstu: '导入学生基础信息',
  importstucreate: '写入学生基础信息导入',
  importptrtel: '导入家长认证电话',
  importptrtelcreate: '写入家长认证电话导入',
  importstutel: '导入学生认证电话',
  importstutelcreate: '写入学生认证电话导入',
  importwts: '导入学生标签',
  importwtscreate: '写入学生标签导入',
  importunit: '导入班级调整',
  importunitcreate: '写入班级调整导入',
  importedcunit: '导入教育单元',
  importedcunitcreate: '写入教育单元导入',
  login: '账号密码登录',
  loginbycas: 'CAS 登录',
  loginbyslidecode: '滑块验证后登录',
  loginbysso: '统一登录',
  logout: '退出登录',
  previewpic: '预览照片导入',
  reveal: '显示原值',
  set: '设置',
  setbydataval: '按数据范围设置',
  setcolumns: '设置列的对应',
  setout: '排除行',
  find: '按手机或身份证号查找',
  getstulist: '查询孩子',
  createwithptr: '新增家长并关联',
  updatewithptr: '修改关系和家长',
  '/ent/datacheck/get': '体检',
  '/ent/datacheck/getfound': '查询体检发现的问题',
  '/ent/datacheck/gettasks': '查询体检任务',
  '/ent/datacheck/getschools': '查询各校体检结果',
  assign: '指派给班主任',
  canceltask: '取消体检任务',
  '/ent/duplicate/getlist': '查询疑似重复的学生',
  '/ent/duplicate/getpair': '对比两名学生',
  '/ent/duplicate/getmerges': '查询合并记录',
  '/ent/duplicate/takeback': '撤销合并',
  notsame: '标为不是同一人',
  merge: '合并学生',
  '/ent/stu/disable': '休学',
  '/ent/stu/enable': '复学',
  '/ent/stu/getrolelist': '查询我的学生',
  bulkupdatewts: '加减标签',
  getptrlist: '查询家长列表',
  getrnglist: '查询范围内的学生',
  similar: '查询可能相同的学生',
  transfer: '转出',
  updateunit: '调班',
  updatewts: '修改标签',
  switch: '切换身份',
  template: '下载导入模板',
  updatepwd: '修改密码',
  upload: '上传文件',
  viewas: '以其视角查看',
}

const verbs: [string, string][] = [
  ['get', '查询'],
  ['create', '新增'],
  ['creat', '新增'],
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

/** The parts that names are made of, longer ones before those that they begin with. */
const parts: [string, string][] = [
  ['withstatis', '及人数'],
  ['forset', '（供设置）'],
  ['payitem', '缴费项目'],
  ['pbcrole', '公共角色'],
  ['selfrole', '自定义角色'],
  ['rolepwr', '角色权限'],
  ['progress', '进度'],
  ['empgrp', '员工组'],
  ['empmsgpwr', '消息范围'],
  ['emppwr', '个人例外'],
  ['entcfg', '企业参数'],
  ['entinfo', '企业字典'],
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
  ['cfg', '参数'],
  ['edcunit', '教育单元'],
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

/** Folders that are no module's. */
const folders: Record<string, string> = {
  '/common/user': '登录',
  '/common/admnarea': '行政区划',
  '/ecb/getcfg': '企业参数（整批）',
  '/ecb/entrole': '公共角色的企业',
  '/ent/emprole': '角色的成员',
  '/ent/rolepwr': '角色的权限',
  '/ent/entcfg': '参数',
  '/ent/history': '操作记录',
  '/ent/info': '字典的值',
  '/file/upload': '文件',
  '/user/cfg': '我的参数',
  '/user/draft': '我的草稿',
  '/user/home': '首页',
  '/user/mdl': '我的模块',
  '/user/prefer': '我的偏好',
  '/user/user': '我的账号',
}

export const folderOf = ({ path }: Pick<Call, 'path'>) => path.slice(0, path.lastIndexOf('/'))

/** What the calls of a folder are about. */
export const folderTitle = (folder: string) =>
  folders[folder] ?? modules.find(({ path }) => path === folder)?.name ?? folder.slice(1)

/** What a call does, in a few words. */
export function callTitle(call: Pick<Call, 'path' | 'access' | 'method'>): string {
  const name = call.path.slice(call.path.lastIndexOf('/') + 1)
  return whole[call.path] ?? whole[name] ?? composed(name) ?? fallback(call)
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

const fallback = ({ access, method }: Pick<Call, 'access' | 'method'>) =>
  typeof access === 'string' || !access[0] ? (method === 'GET' ? '查询' : '提交') : actionOf(access[0])

/** Who may make a call, in words. */
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
