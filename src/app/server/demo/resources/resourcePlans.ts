import { graphFile } from '../files/graph.ts'
import { knownEnterprises } from '../enterprises.ts'
import { docx, pdf, pptx } from '../files/papers.ts'
import { dribbling, netSafety, researchPlan } from './furtherPapers.ts'
import { classicalPauses } from './chinesePapers.ts'
import { readingLesson } from './englishPapers.ts'
import { marks } from './sheets.ts'
import { schoolPlans, type ResourcePlan } from './schoolResources.ts'

const kinds = ['教案', '课件', '试卷']

/** Lists the trees of classes: the subject, its code, and what lies below it. */
export const classTrees: Record<string, [string, string | null, string[]][]> = {
  [knownEnterprises.platform]: [
    ['示范课', null, ['小学', '初中']],
    ['信息技术', '114', ['教案', '素材']],
  ],
  [knownEnterprises.cityBureau]: [
    ['语文', '101', kinds],
    ['数学', '102', kinds],
    ['英语', '103', kinds],
    ['教研资料', null, ['计划', '总结']],
  ],
  [knownEnterprises.experimentalSchool]: [
    ['语文', '101', kinds],
    ['数学', '102', kinds],
    ['英语', '103', kinds],
    ['科学', '105', ['教案', '实验']],
    ['班会与德育', null, []],
  ],
  [knownEnterprises.middleSchool]: [
    ['语文', '101', kinds],
    ['数学', '102', kinds],
    ['体育', '112', ['教案']],
  ],
}

const { cityBureau: bureau, middleSchool: middle, platform } = knownEnterprises

/** Lists some twenty resources of four enterprises. */
export const demoResources: ResourcePlan[] = [
  ...schoolPlans,
  {
    of: bureau,
    path: ['教研资料', '计划'],
    resName: '本学期教研计划',
    ...pdf(researchPlan),
    by: 'admin',
    scope: '2',
    shrStt: '2',
    to: ['教研资料', '计划'],
    viewCnt: 96,
    downCnt: 45,
  },
  {
    of: bureau,
    path: ['数学', '试卷'],
    wasLastYear: true,
    resName: '全市数学抽测统计',
    file: () => marks(['启明小学', '云溪中学', '第一实验学校'], 120, 30),
    type: 'xlsx',
    by: 5,
    scope: '2',
    shrStt: '2',
    to: ['数学', '试卷'],
    viewCnt: 34,
    downCnt: 12,
  },
  {
    of: middle,
    path: ['语文', '教案'],
    resName: '文言文断句方法',
    stdyPrd: '2',
    ...pptx(classicalPauses),
    by: 20,
    scope: '2',
    shrStt: '2',
    to: ['语文', '教案'],
    viewCnt: 40,
    downCnt: 16,
  },
  {
    of: middle,
    path: ['数学', '课件'],
    resName: '正弦曲线',
    stdyPrd: '3',
    file: () => graphFile((x) => Math.sin(x) * 3),
    type: 'png',
    by: 21,
    scope: '2',
    shrStt: '1',
    viewCnt: 6,
    downCnt: 2,
  },
  {
    of: middle,
    path: ['体育', '教案'],
    wasLastYear: true,
    resName: '篮球运球教学',
    ...docx(dribbling),
    by: 22,
    scope: '3',
    shrStt: '2',
    to: ['示范课', '初中'],
    viewCnt: 47,
    downCnt: 19,
  },
  {
    of: platform,
    path: ['信息技术', '教案'],
    resName: '网络安全第一课',
    des: '各学校可直接使用。',
    ...pptx(netSafety),
    by: 'admin',
    scope: '3',
    shrStt: '2',
    to: ['信息技术', '教案'],
    viewCnt: 120,
    downCnt: 66,
  },
  {
    of: platform,
    path: ['示范课', '小学'],
    wasLastYear: true,
    resName: 'Reading Lesson 示范课讲义',
    ...pdf(readingLesson),
    by: 'admin',
    scope: '3',
    shrStt: '2',
    to: ['示范课', '小学'],
    viewCnt: 83,
    downCnt: 37,
  },
]
