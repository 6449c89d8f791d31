import { graphFile } from '../files/graph.ts'
import { knownEnterprises } from '../enterprises.ts'
import { docx, pdf, pptx } from '../files/papers.ts'
import { winterSafety } from './furtherPapers.ts'
import { lotusPond, reviewOutline, threePoems } from './chinesePapers.ts'
import { listeningPaper, readingLesson } from './englishPapers.ts'
import { fractions, soundExperiment } from './sciencePapers.ts'
import { marks, words } from './sheets.ts'

export type ResourcePlan = {
  of: string
  /** Places it in a class, and in which school year. */
  path: [string, string?]
  wasLastYear?: boolean
  resName: string
  des?: string
  stdyPrd?: string
  file: () => Promise<Buffer> | Buffer
  type: string
  /** Names the employee who uploaded it; the demo's own accounts by their names. */
  by: 'admin' | 'teacher' | number
  scope?: '2' | '3'
  shrStt?: '1' | '2' | '3'
  /** Places it in the tree above. */
  to?: [string, string?]
  answer?: string
  viewCnt: number
  downCnt: number
}

const of = knownEnterprises.experimentalSchool

/** Lists the resources of the demo's school, of this school year and the last, in every state of sharing. */
export const schoolPlans: ResourcePlan[] = [
  {
    of,
    path: ['语文', '教案'],
    wasLastYear: true,
    resName: '《荷塘月色》教学设计',
    des: '两课时，含板书设计和作业。',
    stdyPrd: '2',
    ...docx(lotusPond),
    by: 'teacher',
    viewCnt: 64,
    downCnt: 21,
  },
  {
    of,
    path: ['语文', '教案'],
    resName: '古诗三首',
    des: '五年级上册第七单元。',
    stdyPrd: '1',
    ...docx(threePoems),
    by: 'teacher',
    scope: '2',
    shrStt: '2',
    to: ['语文', '教案'],
    viewCnt: 43,
    downCnt: 18,
  },
  {
    of,
    path: ['语文', '试卷'],
    wasLastYear: true,
    resName: '七年级语文期末复习提纲',
    stdyPrd: '2',
    ...pdf(reviewOutline),
    by: 12,
    viewCnt: 88,
    downCnt: 40,
  },
  {
    of,
    path: ['数学', '课件'],
    resName: '二次函数的图象',
    des: '投影用的坐标图，可放大。',
    stdyPrd: '2',
    file: () => graphFile((x) => x * x * 0.5 - 3),
    type: 'png',
    by: 'teacher',
    scope: '3',
    shrStt: '1',
    viewCnt: 31,
    downCnt: 9,
  },
  {
    of,
    path: ['数学', '课件'],
    wasLastYear: true,
    resName: '一次函数的图象',
    stdyPrd: '2',
    file: () => graphFile((x) => x * 0.8 + 1),
    type: 'png',
    by: 14,
    viewCnt: 52,
    downCnt: 17,
  },
  {
    of,
    path: ['数学', '试卷'],
    wasLastYear: true,
    resName: '七年级数学期中成绩分析',
    stdyPrd: '2',
    file: () => marks(['七年级（1）班', '七年级（2）班', '七年级（3）班'], 45, 14),
    type: 'xlsx',
    by: 14,
    viewCnt: 26,
    downCnt: 6,
  },
  {
    of,
    path: ['数学', '教案'],
    resName: '分数的加减法',
    stdyPrd: '1',
    ...docx(fractions),
    by: 15,
    viewCnt: 12,
    downCnt: 3,
  },
  {
    of,
    path: ['英语', '教案'],
    resName: 'Unit 3 阅读课',
    des: '阅读材料和问题，两页。',
    stdyPrd: '2',
    ...pdf(readingLesson),
    by: 16,
    scope: '2',
    shrStt: '1',
    viewCnt: 19,
    downCnt: 7,
  },
  {
    of,
    path: ['英语', '课件'],
    wasLastYear: true,
    resName: '七年级上册单词表',
    stdyPrd: '2',
    file: words,
    type: 'xlsx',
    by: 16,
    scope: '2',
    shrStt: '2',
    to: ['英语', '课件'],
    viewCnt: 71,
    downCnt: 33,
  },
  {
    of,
    path: ['英语', '试卷'],
    resName: '英语第二单元听力卷',
    stdyPrd: '2',
    ...pdf(listeningPaper),
    by: 17,
    scope: '2',
    shrStt: '3',
    answer: '缺听力材料，请补上后再共享',
    viewCnt: 8,
    downCnt: 1,
  },
  {
    of,
    path: ['科学', '实验'],
    resName: '声音的传播实验记录',
    stdyPrd: '1',
    ...docx(soundExperiment),
    by: 18,
    viewCnt: 15,
    downCnt: 4,
  },
  {
    of,
    path: ['科学', '实验'],
    wasLastYear: true,
    resName: '水的波纹',
    stdyPrd: '1',
    file: () => graphFile((x) => Math.sin(x * 2) * 2),
    type: 'png',
    by: 18,
    viewCnt: 22,
    downCnt: 8,
  },
  {
    of,
    path: ['班会与德育'],
    resName: '冬季安全主题班会',
    des: '可直接使用的流程。',
    ...pptx(winterSafety),
    by: 'admin',
    viewCnt: 57,
    downCnt: 24,
  },
]
