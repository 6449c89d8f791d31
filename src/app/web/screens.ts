import { type ComponentType } from 'react'
import { matchPath } from 'react-router'
import { permissions } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import { leavesOf } from '#web/page/links.ts'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import type { Page, Pages, Screen } from './pages.types.ts'
import { requireSchool } from './requireSchool.tsx'
import { workPages } from './workPages.ts'

// Asks which school is meant where the user works above schools.
const inSchool = (load: () => Promise<{ default: ComponentType }>): Screen => {
  const screen = lazyPage(load)
  return Object.assign(requireSchool(screen), { prepare: screen.prepare, isReady: screen.isReady })
}

/** Maps every built-in module to its screen. */
const screens: Record<string, Screen> = {
  edcunit: inSchool(() => import('#features/ent/edcunit/edcunit.screen.tsx')),
  org: lazyPage(() => import('#features/ent/org/org.screen.tsx')),
  duplicate: lazyPage(() => import('#features/ent/duplicate/duplicate.screen.tsx')),
  datacheck: lazyPage(() => import('#features/ent/datacheck/datacheck.screen.tsx')),
  rollover: inSchool(() => import('#features/ent/rollover/rollover.screen.tsx')),
  emp: lazyPage(() => import('#features/ent/emp/emp.screen.tsx')),
  stu: inSchool(() => import('#features/ent/stu/stu.screen.tsx')),
  stuarch: inSchool(() => import('#features/ent/stuarch/stuarch.screen.tsx')),
  empgrp: lazyPage(() => import('#features/ent/empgrp/empgrp.screen.tsx')),
  role: lazyPage(() => import('#features/ent/role/role.screen.tsx')),
  pbcrole: lazyPage(() => import('#features/ecb/pbcrole/pbcrole.screen.tsx')),
  ownmdl: lazyPage(() => import('#features/ent/mdl/mdl.screen.tsx')),
  photo: lazyPage(() => import('#features/ent/photo/photo.screen.tsx')),
  emppwr: lazyPage(() => import('#features/ent/emppwr/emppwr.screen.tsx')),
  empdatapwr: lazyPage(() => import('#features/ent/empdatapwr/empdatapwr.screen.tsx')),
  reason: lazyPage(() => import('#features/ent/reason/reason.screen.tsx')),
  user: lazyPage(() => import('#features/ecb/user/account.screen.tsx')),
  userlgn: lazyPage(() => import('#features/user/userlgn/userlgn.screen.tsx')),
  session: lazyPage(() => import('#features/user/session/session.screen.tsx')),
  history: lazyPage(() => import('#features/ent/history/history.screen.tsx')),
  imp: lazyPage(() => import('#features/ent/imp/imp.screen.tsx')),
  erasure: lazyPage(() => import('#features/ent/erasure/erasure.screen.tsx')),
  ent: lazyPage(() => import('#features/ecb/ent/ent.screen.tsx')),
  ownent: lazyPage(() => import('#features/ent/ent/ent.screen.tsx')),
  entmdl: lazyPage(() => import('#features/ecb/entmdl/entmdl.screen.tsx')),
  entcfg: lazyPage(() => import('#features/ecb/entcfg/entcfg.screen.tsx')),
  pbccfg: lazyPage(() => import('#features/ecb/pbccfg/pbccfg.screen.tsx')),
  info: lazyPage(() => import('#features/ecb/info/info.screen.tsx')),
  entinfo: lazyPage(() => import('#features/ecb/entinfo/entinfo.screen.tsx')),
  codegnrt: lazyPage(() => import('#features/ecb/codegnrt/codegnrt.screen.tsx')),
  bill: lazyPage(() => import('#features/ent/bill/bill.screen.tsx')),
  chn: lazyPage(() => import('#features/ent/chn/chn.screen.tsx')),
  msg: lazyPage(() => import('#features/ent/msg/msg.screen.tsx')),
  hnd: lazyPage(() => import('#features/ent/hnd/hnd.screen.tsx')),
  tsk: lazyPage(() => import('#features/user/tsk/tsk.screen.tsx')),
  lve: lazyPage(() => import('#features/ent/lve/lve.screen.tsx')),
  flow: lazyPage(() => import('#features/ent/flow/flow.screen.tsx')),
  prop: lazyPage(() => import('#features/ent/prop/prop.screen.tsx')),
  mtg: lazyPage(() => import('#features/ent/mtg/mtg.screen.tsx')),
  vst: lazyPage(() => import('#features/ent/vst/vst.screen.tsx')),
  act: lazyPage(() => import('#features/vam/act/act.screen.tsx')),
  reg: lazyPage(() => import('#features/vam/reg/reg.screen.tsx')),
  wrk: lazyPage(() => import('#features/vam/wrk/wrk.screen.tsx')),
  res: lazyPage(() => import('#features/res/res/res.screen.tsx')),
  rescls: lazyPage(() => import('#features/res/rescls/rescls.screen.tsx')),
  billtype: lazyPage(() => import('#features/ecb/billtype/billtype.screen.tsx')),
  idnt: lazyPage(() => import('#features/ecb/idnt/idnt.screen.tsx')),
  mdl: lazyPage(() => import('#features/ecb/mdl/mdl.screen.tsx')),
  ptr: inSchool(() => import('#features/ent/ptr/ptr.screen.tsx')),
  stuptr: inSchool(() => import('#features/ent/stuptr/stuptr.screen.tsx')),
  ptrarch: inSchool(() => import('#features/ecb/ptrarch/ptrarch.screen.tsx')),
  emparch: lazyPage(() => import('#features/ecb/emparch/emparch.screen.tsx')),
  scharch: lazyPage(() => import('#features/ent/scharch/scharch.screen.tsx')),
  edcarch: lazyPage(() => import('#features/ent/edcarch/edcarch.screen.tsx')),
  entact: lazyPage(() => import('#features/ecb/entact/entact.screen.tsx')),
  payitem: lazyPage(() => import('#features/ecb/payitem/payitem.screen.tsx')),
  admnarea: lazyPage(() => import('#features/common/admnarea/admnarea.screen.tsx')),
  pwr: lazyPage(() => import('#features/ecb/pwr/pwr.screen.tsx')),
}

const framed = () => import('./frame/FramedPage.tsx')

type FramePage = Pick<Page, 'path' | 'module' | 'title' | 'screen'> & Partial<Pick<Page, 'pinned' | 'cached' | 'passing'>>

/** Lists the pages of the frame itself (docs/spec/page.md#routes). */
const framePages: FramePage[] = [
  {
    path: '/dashboard',
    module: 'dashboard',
    title: '首页',
    pinned: true,
    screen: lazyPage(() => import('#features/user/home/home.screen.tsx')),
  },
  {
    path: '/profile/index',
    module: 'look',
    title: '个人中心',
    cached: false,
    screen: lazyPage(() => import('#features/user/profile/profile.screen.tsx')),
  },
  {
    path: '/message/index',
    module: 'box',
    title: '消息中心',
    screen: lazyPage(() => import('#features/user/box/box.screen.tsx')),
  },
  {
    path: '/message/form',
    module: 'box',
    title: '填写表单',
    cached: false,
    screen: lazyPage(() => import('#features/user/ans/ans.screen.tsx')),
  },
  {
    path: '/message/process',
    module: 'box',
    title: '申请',
    cached: false,
    screen: lazyPage(() => import('#features/user/prc/prc.screen.tsx')),
  },
  { path: '/iframe/index', title: '外部页面', screen: lazyPage(async () => ({ default: (await framed()).FramedByUrl })) },
  { path: '/iframeurl/index', title: '外部页面', screen: lazyPage(async () => ({ default: (await framed()).FramedByModule })) },
  { path: '/401', title: '没有权限', passing: true, screen: lazyPage(() => import('./frame/NoRight.tsx')) },
  { path: '/404', title: '页面不存在', passing: true, screen: lazyPage(() => import('./frame/NotFound.tsx')) },
]

/** Lists every page that this user may open: the frame's own, those of the menu, and the work pages of its modules. */
export function pagesOf(menu: readonly MenuModule[], may: (call: Pick<Call, 'access'>) => boolean): Pages {
  const leaves = leavesOf(menu)
  const held = new Set(leaves.map(({ mdlCode }) => mdlCode))
  const own = [
    ...leaves.flatMap(({ mdlCode, name, url }) => {
      const screen = screens[mdlCode]
      return screen && url ? [{ path: url, module: mdlCode, title: name, screen }] : []
    }),
    ...workPages.filter(({ module, needs }) => held.has(module) && (!needs || may({ access: permissions(module)[needs] }))),
  ]
  const pages: Page[] = [...framePages, ...own].map((page) => ({ pinned: false, cached: true, passing: false, ...page }))
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const withNumbers = pages.filter(({ path }) => path.includes(':'))
  return {
    get(path) {
      const page = withNumbers.find((one) => matchPath({ path: one.path, caseSensitive: true }, path))
      return byPath.get(path) ?? (page && { ...page, path, route: page.path })
    },
    paths: pages.map(({ path }) => path),
  }
}
