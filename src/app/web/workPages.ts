import { importPages } from '#features/ent/stu/imports/importPages.contract.ts'
import { lazyPage } from '#web/feedback/lazyPart.tsx'
import type { Screen } from './pages.types.ts'

const studentImport = lazyPage(() => import('#features/ent/stu/imports/StudentImport.tsx'))

/**
 * Lists the work pages beside the list of a module: they need its permission, and `needs` the right to that as well, and are not
 * in the menu; `:no` stands for a number.
 */
export const workPages: { path: string; module: string; title: string; screen: Screen; needs?: 'import' }[] = [
  {
    path: '/ent/emp/import',
    module: 'emp',
    title: '导入员工',
    needs: 'import',
    screen: lazyPage(() => import('#features/ent/emp/imports/EmployeeImport.tsx')),
  },
  {
    path: '/ent/emp/pictures',
    module: 'emp',
    title: '导入照片',
    needs: 'import',
    screen: lazyPage(() => import('#features/ent/emp/photos/EmployeePictures.tsx')),
  },
  {
    path: '/ent/stu/pictures',
    module: 'stu',
    title: '导入学生照片',
    needs: 'import',
    screen: lazyPage(() => import('#features/ent/stu/photos/StudentPictures.tsx')),
  },
  {
    path: '/ent/ptr/pictures',
    module: 'ptr',
    title: '导入家长照片',
    needs: 'import',
    screen: lazyPage(() => import('#features/ent/ptr/photos/GuardianPictures.tsx')),
  },
  ...importPages.map(({ path, module, label }) => ({
    path,
    module,
    title: `导入${label}`,
    needs: 'import' as const,
    screen: studentImport,
  })),
  {
    path: '/ecb/ent/:entNo',
    module: 'ent',
    title: '企业',
    screen: lazyPage(() => import('#features/ecb/ent/EnterprisePage.tsx')),
  },
  {
    path: '/ent/history/tree',
    module: 'history',
    title: '历史快照',
    screen: lazyPage(() => import('#features/ent/history/TreeThen.tsx')),
  },
  {
    path: '/ent/hnd/:hndNo',
    module: 'hnd',
    title: '收集',
    screen: lazyPage(() => import('#features/ent/hnd/CollectionPage.tsx')),
  },
  {
    path: '/ent/flow/:flowNo',
    module: 'flow',
    title: '审批流程',
    screen: lazyPage(() => import('#features/ent/flow/FlowPage.tsx')),
  },
  {
    path: '/ent/mtg/rooms',
    module: 'mtg',
    title: '会议室',
    screen: lazyPage(() => import('#features/ent/mtg/rooms/RoomsPage.tsx')),
  },
  { path: '/ent/mtg/:mtgNo', module: 'mtg', title: '会议', screen: lazyPage(() => import('#features/ent/mtg/MeetingPage.tsx')) },
  {
    path: '/ent/mtg/:mtgNo/board',
    module: 'mtg',
    title: '签到看板',
    screen: lazyPage(() => import('#features/ent/mtg/board/Board.tsx')),
  },
  {
    path: '/vam/act/:actNo',
    module: 'act',
    title: '活动',
    screen: lazyPage(() => import('#features/vam/act/ActivityPage.tsx')),
  },
  {
    path: '/ent/vst/codes',
    module: 'vst',
    title: '登记二维码',
    screen: lazyPage(() => import('#features/ent/vst/gate/codes.screen.tsx')),
  },
  {
    path: '/ent/mtg/:mtgNo/import',
    module: 'mtg',
    title: '导入参会人员',
    screen: lazyPage(() => import('#features/ent/mtg/people/MeetingImport.tsx')),
  },
  {
    path: '/ent/bill/:tmplNo',
    module: 'bill',
    title: '表单设计',
    screen: lazyPage(() => import('#features/ent/bill/designer/designer.screen.tsx')),
  },
]

/** Lists the patterns of the work pages, whoever may open them. */
export const workPaths = workPages.map(({ path }) => path)
