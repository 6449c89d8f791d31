import type { Call } from '#contract/call.ts'
import { signin } from '#contract/shell/signin.contract.ts'
import { emp } from '#features/ent/emp/emp.contract.ts'
import { mtg } from '#features/ent/mtg/mtg.contract.ts'
import { org } from '#features/ent/org/org.contract.ts'
import { role } from '#features/ent/role/role.contract.ts'
import { importPages } from '#features/ent/stu/imports/importPages.contract.ts'
import { stu } from '#features/ent/stu/stu.contract.ts'
import { stuptr } from '#features/ent/stuptr/stuptr.contract.ts'
import { vst } from '#features/ent/vst/vst.contract.ts'
import { act } from '#features/vam/act/act.contract.ts'
import { showWindow } from '#web/layout/windows.ts'
import type { Appearance } from '#web/theme/appearance.ts'
import { send } from '#web/api/send.ts'
import { leaveAll } from '#web/api/signOut.ts'
import type { SearchCandidate } from './items.ts'

type Asking = {
  may: (call: Pick<Call, 'access'>) => boolean
  /** Tells whether the user impersonates somebody, whose personal data stay hidden. */
  isActing: boolean
  look: Appearance
  change: (part: Partial<Appearance>) => void
}

type Line = [title: string, pinyin: string, does: { to: string } | { act: () => void }, note?: string]

// Lists the commands offered before anything is typed; imports are found by their names.
const frequent = new Set([
  '新建学生',
  '新建员工',
  '起草会议',
  '门岗登记',
  '导入员工',
  '导入新生信息',
  '切换身份',
  '修改密码',
  '深色模式',
  '浅色模式',
])

const leave = () =>
  void send(signin.logout, {})
    .catch(() => {})
    .then(leaveAll)

const linesOf = (group: 'action' | 'setting', lines: (Line | false)[]): SearchCandidate[] =>
  lines
    .filter((line) => line !== false)
    .map(([title, pinyin, does, note = '']) => ({
      key: `${group} ${title}`,
      group,
      title,
      note,
      path: '',
      query: '',
      pinyin,
      isFrequent: frequent.has(title),
      ...does,
    }))

/** Lists the commands available from anywhere, as far as the user may. */
export function commandsOf({ may, isActing, look, change }: Asking): SearchCandidate[] {
  const imports = importPages
    .filter(({ module }) => may(module === 'stu' ? stu.importnewstu : stu.importedcunit))
    .map(({ path, label }): Line => [`导入${label}`, 'dr daoru', { to: path }])
  const darker = look.mode !== 'dark'
  return linesOf('action', [
    may(stu.create) && ['新建学生', 'xjxs xinjianxuesheng', { to: '/ent/stu?new=1' }],
    may(emp.create) && ['新建员工', 'xjyg xinjianyuangong', { to: '/ent/emp?new=1' }],
    may(stuptr.createwithptr) && ['新建家长', 'xjjz xinjianjiazhang', { to: '/ent/ptr?new=1' }],
    may(org.create) && ['新建部门', 'xjbm xinjianbumen', { to: '/ent/org?new=1' }],
    may(role.createselfrole) && ['新建角色', 'xjjs xinjianjuese', { to: '/ent/role?new=1' }],
    may(mtg.creatorupdatemtg) && ['起草会议', 'qchy qicaohuiyi', { to: '/ent/mtg?new=1' }],
    may(vst.arrive) && ['门岗登记', 'mgdj mengangdengji', { to: '/ent/vst?new=1' }],
    may(act.create) && ['新建活动', 'xjhd xinjianhuodong', { to: '/vam/act?new=1' }],
    may(emp.importemp) && ['导入员工', 'dryg daoruyuangong', { to: '/ent/emp/import' }],
    ...imports,
    !isActing && ['修改密码', 'xgmm xiugaimima', { to: '/profile/index?tab=password' }],
    !isActing && ['切换身份', 'qhsf qiehuanshenfen', { act: () => showWindow('identities') }],
    [
      darker ? '深色模式' : '浅色模式',
      darker ? 'ssms shensemoshi' : 'qsms qiansemoshi',
      { act: () => change({ mode: darker ? 'dark' : 'light' }) },
    ],
    ['退出登录', 'tcdl tuichudenglu', { act: leave }],
  ])
}

/** Lists the personal settings. */
export function ownSettings(): SearchCandidate[] {
  const look = { act: () => showWindow('settings') }
  const ofLook = (title: string, pinyin: string): Line => [title, pinyin, look, '界面设置']
  const own = (title: string, pinyin: string, tab: string): Line => [
    title,
    pinyin,
    { to: `/profile/index${tab && `?tab=${tab}`}` },
    '个人中心',
  ]
  return linesOf('setting', [
    ['界面设置', 'jmsz jiemianshezhi', look],
    ofLook('外观', 'wg waiguan'),
    ofLook('主题色', 'zts zhutise'),
    ofLook('控件大小', 'kjdx kongjiandaxiao'),
    ofLook('页签', 'yq yeqian'),
    ofLook('固定顶栏', 'gddl gudingdinglan'),
    ofLook('色弱模式', 'srms seruomoshi'),
    ofLook('单键快捷键', 'djkjj danjiankuaijiejian'),
    own('昵称和头像', 'nchtx nichenghetouxiang', ''),
    own('我的会话', 'wdhh wodehuihua', 'sessions'),
    own('我的登录日志', 'wddlrz wodedenglurizhi', 'signins'),
  ])
}
