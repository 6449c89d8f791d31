import type { Page } from 'playwright-core'

/** Describes a page: its address, and a heading that it shows. */
export type Shown = [path: string, heading: string]

/** Lists pages that nobody has to sign in for. */
export const ofAnybody = ['/login', '/editpwd', '/vam/prtl/index']
/** Lists pages of a school's administrator. */
export const ofSchool: Shown[] = [
  ['/dashboard', '，'],
  ['/profile/index', '个人中心'],
  ['/profile/index?tab=sessions', '个人中心'],
  ['/ent/edcunit', '年级班级'],
  ['/ent/emp', '员工管理'],
  ['/ent/emp?sheet=1', '员工管理'],
  ['/ent/emp/import', '导入员工'],
  ['/ent/emp/pictures', '导入照片'],
  ['/ent/org', '组织架构'],
  ['/ent/photo', '照片审核'],
  ['/ent/imp', '导入记录'],
  ['/ent/erasure', '信息抹除'],
  ['/ent/empgrp', '员工组'],
  ['/ent/role', '角色管理'],
  ['/ent/emppwr', '个人权限调整'],
  ['/ent/empdatapwr', '数据权限'],
  ['/ent/reason', '权限解释'],
  ['/ent/mdl', '本单位模块'],
  ['/user/userlgn', '登录日志'],
  ['/user/session', '在线会话'],
  ['/ent/history', '操作记录'],
  ['/ent/history/tree', '历史快照'],
  ['/ent/ent', '晨光市第一实验学校'],
  ['/ent/scharch', '学校档案'],
  ['/ecb/entact', '收款账户'],
  ['/ecb/payitem', '缴费项目'],
  ['/ecb/entcfg', '参数设置'],
  ['/ecb/entinfo', '字典选用'],
  ['/ecb/emparch', '员工档案'],
  ['/ent/stu', '学生管理'],
  ['/ent/stu?sheet=1', '学生管理'],
  ['/ent/stu/import/newstu', '导入新生信息'],
  ['/ent/stu/import/edcunit', '导入年级班级'],
  ['/ent/stu/pictures', '导入学生照片'],
  ['/ent/stuarch', '学生档案'],
  ['/ent/ptr', '家长管理'],
  ['/ent/ptr?sheet=1', '家长管理'],
  ['/ent/ptr/pictures', '导入家长照片'],
  ['/ent/stuptr', '学生家长关系'],
  ['/ecb/ptrarch', '家长档案'],
  ['/ent/rollover', '学年升级'],
  ['/ent/duplicate', '重复核对'],
  ['/ent/datacheck', '数据体检'],
  ['/ent/bill', '表单模板'],
  ['/ent/bill/600000', '学生信息采集'],
  ['/message/index', '消息中心'],
  ['/ent/msg', '发出的消息'],
  ['/ent/chn', '消息渠道'],
  ['/user/tsk', '审批'],
  ['/ent/lve', '请假'],
  ['/ent/hnd', '收集'],
  ['/ent/prop', '回写审核'],
  ['/ent/flow', '审批流程'],
  ['/ent/mtg', '会议管理'],
  ['/ent/mtg/rooms', '会议室'],
  ['/ent/vst', '访客记录'],
  ['/vam/act', '活动管理'],
  ['/vam/act/A00000001', '校园科技节：机器人挑战赛'],
  ['/vam/act/A00000001?tab=reg', '校园科技节：机器人挑战赛'],
  ['/vam/reg', '活动报名'],
  ['/vam/wrk', '作品审核'],
  ['/res/res', '资源管理'],
  ['/res/rescls', '资源分类'],
  ['/ent/vst/codes', '登记二维码'],
]
/** Lists pages of the operators of the platform. */
export const ofPlatform: Shown[] = [
  ['/ecb/mdl', '模块目录'],
  ['/ecb/idnt', '身份目录'],
  ['/ecb/pwr', '操作权限'],
  ['/ecb/pbcrole', '公共角色'],
  ['/ecb/pbccfg', '参数目录'],
  ['/ecb/info', '信息字典'],
  ['/ecb/codegnrt', '编号规则'],
  ['/ecb/billtype', '表单类型'],
  ['/common/admnarea', '行政区划'],
  ['/ecb/ent', '企业管理'],
  ['/ecb/ent/0300000001', '晨光市第一实验学校'],
  ['/ecb/ent/0300000001?tab=cfg', '导入和导出'],
]

/** Goes to a page as a link in the app would. */
export async function goWithin(page: Page, [path, heading]: Shown) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator('.tab-page:visible').getByRole('heading', { name: heading }).first().waitFor()
}

/** Forgets the pages that are open, which make every further look longer. */
export async function closeTabs(page: Page) {
  await page.evaluate(() => sessionStorage.removeItem('tabs'))
  await page.reload()
  await page.getByRole('heading').first().waitFor()
}
