import { graphFile, pdfFile, sheetFile, textFile } from './drawnFiles.ts'
import { known } from './enterprises.ts'

const kinds = ['教案', '课件', '试卷']

/** The trees of classes: the subject, its code, and what lies below it. */
export const trees: Record<string, [string, string | null, string[]][]> = {
  [known.platform]: [
    ['示范课', null, ['小学', '初中']],
    ['信息技术', '114', ['教案', '素材']],
  ],
  [known.cityBureau]: [
    ['语文', '101', kinds],
    ['数学', '102', kinds],
    ['英语', '103', kinds],
    ['教研资料', null, ['计划', '总结']],
  ],
  [known.experimentalSchool]: [
    ['语文', '101', kinds],
    ['数学', '102', kinds],
    ['英语', '103', kinds],
    ['科学', '105', ['教案', '实验']],
    ['班会与德育', null, []],
  ],
  [known.middleSchool]: [
    ['语文', '101', kinds],
    ['数学', '102', kinds],
    ['体育', '112', ['教案']],
  ],
}

export type Plan = {
  of: string
  /** In which class, and whether in the last school year. */
  path: [string, string?]
  wasLastYear?: boolean
  resName: string
  des?: string
  stdyPrd?: string
  file: () => Promise<Buffer> | Buffer
  type: string
  /** Which employee put it in; the demo's own accounts by their names. */
  by: 'admin' | 'teacher' | number
  scope?: '2' | '3'
  shrStt?: '1' | '2' | '3'
  /** Where it stands in the tree above. */
  to?: [string, string?]
  answer?: string
  viewCnt: number
  downCnt: number
}

const lesson = (title: string, ...steps: string[]) => textFile([title, '', ...steps.map((step, i) => `${i + 1}. ${step}`)])
const marks = () =>
  sheetFile('成绩分析', [
    ['班级', '平均分', '优秀率', '及格率'],
    ['七年级1班', 86.5, '42%', '96%'],
    ['七年级2班', 84.2, '38%', '95%'],
    ['七年级3班', 85.8, '40%', '98%'],
  ])
const words = () =>
  sheetFile('单词', [
    ['单词', '词性', '释义'],
    ['library', 'n.', '图书馆'],
    ['festival', 'n.', '节日'],
    ['journey', 'n.', '旅程'],
  ])
const reading = () =>
  pdfFile([
    [
      'Unit 3  A Day at the Library',
      'Read the text and answer the questions.',
      '',
      'Li Hua goes to the library every Saturday.',
      'She likes stories about the sea.',
    ],
    ['Questions', '1. When does Li Hua go to the library?', '2. What stories does she like?', '3. What do you like to read?'],
  ])
const paper = (title: string) => () =>
  pdfFile([[title, '1. Listen and choose.', '2. Fill in the blanks.', '3. Write about your weekend.']])

const school = known.experimentalSchool
const { cityBureau: bureau, middleSchool: middle, platform } = known

/** Some twenty resources of four enterprises, of this school year and the last, in every state of sharing. */
export const plans: Plan[] = [
  {
    of: school,
    path: ['语文', '教案'],
    wasLastYear: true,
    resName: '《荷塘月色》教学设计',
    des: '两课时，含板书设计和作业。',
    stdyPrd: '2',
    file: () => lesson('《荷塘月色》教学设计', '导入：月夜的声音', '朗读与品味', '写一处景物'),
    type: 'txt',
    by: 'teacher',
    viewCnt: 64,
    downCnt: 21,
  },
  {
    of: school,
    path: ['语文', '教案'],
    resName: '古诗三首',
    des: '五年级上册第七单元。',
    stdyPrd: '1',
    file: () => lesson('古诗三首', '读准字音', '借助注释理解诗意', '背诵'),
    type: 'txt',
    by: 'teacher',
    scope: '2',
    shrStt: '2',
    to: ['语文', '教案'],
    viewCnt: 43,
    downCnt: 18,
  },
  {
    of: school,
    path: ['语文', '试卷'],
    wasLastYear: true,
    resName: '七年级语文期末复习提纲',
    stdyPrd: '2',
    file: () => lesson('期末复习提纲', '古诗文默写', '现代文阅读', '作文'),
    type: 'txt',
    by: 12,
    viewCnt: 88,
    downCnt: 40,
  },
  {
    of: school,
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
    of: school,
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
    of: school,
    path: ['数学', '试卷'],
    wasLastYear: true,
    resName: '七年级数学期中成绩分析',
    stdyPrd: '2',
    file: marks,
    type: 'xlsx',
    by: 14,
    viewCnt: 26,
    downCnt: 6,
  },
  {
    of: school,
    path: ['数学', '教案'],
    resName: '分数的加减法',
    stdyPrd: '1',
    file: () => lesson('分数的加减法', '复习同分母', '通分', '练习'),
    type: 'txt',
    by: 15,
    viewCnt: 12,
    downCnt: 3,
  },
  {
    of: school,
    path: ['英语', '教案'],
    resName: 'Unit 3 阅读课',
    des: '阅读材料和问题，两页。',
    stdyPrd: '2',
    file: reading,
    type: 'pdf',
    by: 16,
    scope: '2',
    shrStt: '1',
    viewCnt: 19,
    downCnt: 7,
  },
  {
    of: school,
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
    of: school,
    path: ['英语', '试卷'],
    resName: '英语第二单元听力卷',
    stdyPrd: '2',
    file: paper('Unit 2 Listening'),
    type: 'pdf',
    by: 17,
    scope: '2',
    shrStt: '3',
    answer: '缺听力材料，请补上后再共享',
    viewCnt: 8,
    downCnt: 1,
  },
  {
    of: school,
    path: ['科学', '实验'],
    resName: '声音的传播实验记录',
    stdyPrd: '1',
    file: () => lesson('声音的传播', '准备两只纸杯和棉线', '记录三次', '写出结论'),
    type: 'txt',
    by: 18,
    viewCnt: 15,
    downCnt: 4,
  },
  {
    of: school,
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
    of: school,
    path: ['班会与德育'],
    resName: '冬季安全主题班会',
    des: '可直接使用的流程。',
    file: () => lesson('冬季安全主题班会', '防滑', '防火', '防流感'),
    type: 'txt',
    by: 'admin',
    viewCnt: 57,
    downCnt: 24,
  },
  {
    of: bureau,
    path: ['教研资料', '计划'],
    resName: '本学期教研计划',
    file: () => lesson('本学期教研计划', '集体备课', '听课评课', '质量分析'),
    type: 'txt',
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
    file: marks,
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
    file: () => lesson('文言文断句方法', '找动词', '看虚词', '对称句'),
    type: 'txt',
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
    file: () => lesson('篮球运球教学', '热身', '原地运球', '行进间运球'),
    type: 'txt',
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
    file: () => lesson('网络安全第一课', '密码', '个人信息', '求助'),
    type: 'txt',
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
    file: reading,
    type: 'pdf',
    by: 'admin',
    scope: '3',
    shrStt: '2',
    to: ['示范课', '小学'],
    viewCnt: 83,
    downCnt: 37,
  },
]
