import { ActivityState, For, published, QuotaMode, WorkKind } from '#domain/activities/activities.contract.ts'
import type { New } from '../enterprise.ts'
import type { Drawing } from '../files/scenes.ts'
import type { WorkPlan } from './workPlans.ts'

export type ActivityPlan = Pick<New<'act'>, 'title' | 'cls' | 'place' | 'cntnt'> & {
  /** Sets the days from now when enrolment opens and closes, and the activity begins; it lasts some hours. */
  opens: number
  closes: number
  begins: number
  lasts: number
  more?: Partial<New<'act'>>
  /** Sets the number of enrolled children; some of the head teacher's class come first. */
  takes?: number
  /** Sets the days after it begins on which works are taken last. */
  collects?: number
  cover?: Drawing
  /** Names it to the works that belong to it. */
  works?: WorkPlan['of']
}

const { draft, waiting, ended } = ActivityState

/** Holds the common values; rows that are inserted together name the same columns. */
export const usual = {
  who: For.students,
  quota: null,
  quotaMode: QuotaMode.all,
  auditFlag: '0',
  pubFlag: '0',
  wrkFlag: '0',
  wrkTypes: WorkKind.either,
  wrkMax: 1,
  wrkSDt: null,
  wrkEDt: null,
  stt: published,
}

/** Lists one in every state; two of them take works now, and one is over with all of its works reviewed. */
export const plans: ActivityPlan[] = [
  {
    title: '校园科技节：机器人挑战赛',
    cls: '2',
    place: '科技楼三楼',
    opens: -3,
    closes: 6,
    begins: 12,
    lasts: 8,
    cntnt: '两人一组，现场搭建并完成指定任务。\n\n比赛器材由学校准备，请穿运动鞋。',
    more: { quota: 60, pubFlag: '1', wrkFlag: '1', wrkMax: 2 },
    takes: 38,
    cover: { scene: 'robot', seed: 3 },
  },
  {
    title: '冬季长跑',
    cls: '1',
    place: '田径场',
    opens: -5,
    closes: 9,
    begins: 14,
    lasts: 3,
    cntnt: '低年级 400 米，高年级 800 米。身体不适的同学请不要报名。',
    more: { quota: 20, quotaMode: QuotaMode.grades, pubFlag: '1' },
    takes: 26,
    cover: { scene: 'track', seed: 5 },
  },
  {
    title: '童声合唱团选拔',
    cls: '3',
    place: '音乐教室',
    opens: -2,
    closes: 2,
    begins: 5,
    lasts: 2,
    cntnt: '请准备一首自己喜欢的歌，清唱一段即可。',
    more: { quota: 12, auditFlag: '1' },
    takes: 17,
    cover: { scene: 'stage', seed: 7 },
  },
  {
    title: '红领巾讲解员培训',
    cls: '4',
    place: '市博物馆',
    opens: 2,
    closes: 10,
    begins: 16,
    lasts: 4,
    cntnt: '由博物馆老师带队，午餐自理，家长可以陪同。',
    more: { quota: 30, pubFlag: '1' },
  },
  {
    title: '教师板书展示',
    cls: '6',
    place: '报告厅',
    opens: -4,
    closes: 5,
    begins: 8,
    lasts: 2,
    cntnt: '每个教研组推荐一至两位老师，现场书写十分钟。',
    more: { who: For.employees, quota: 24 },
  },
  {
    title: '秋日写生',
    cls: '3',
    place: '滨河公园',
    opens: -40,
    closes: -25,
    begins: -20,
    lasts: 6,
    cntnt: '到公园里画一棵你最喜欢的树。',
    more: { wrkFlag: '1', wrkMax: 1, stt: ended },
    takes: 22,
    cover: { scene: 'autumn', seed: 61 },
    works: 'autumn',
  },
  {
    title: '寒假阅读打卡',
    cls: '5',
    place: null,
    opens: 20,
    closes: 40,
    begins: 45,
    lasts: 24,
    cntnt: null,
    more: { stt: draft },
  },
  {
    title: '家校运动会',
    cls: '1',
    place: '田径场',
    opens: 5,
    closes: 15,
    begins: 20,
    lasts: 6,
    cntnt: '以班级为单位报名，家长和孩子一起参加。',
    more: { stt: waiting, who: For.both, quota: 200 },
    cover: { scene: 'track', seed: 11 },
  },
  {
    title: '科幻画征集：我想去的太空',
    cls: '3',
    place: '美术教室',
    opens: -16,
    closes: -9,
    begins: -9,
    lasts: 24 * 14 + 9,
    cntnt: '画一画你想去的星球、想造的飞船。\n\n用什么颜料都可以，拍一张照片上传；优秀作品十二月在门厅展出。',
    more: { pubFlag: '1', wrkFlag: '1', wrkTypes: WorkKind.pictures, wrkMax: 2 },
    takes: 31,
    collects: 14,
    cover: { scene: 'space', seed: 9 },
    works: 'space',
  },
  {
    title: '画笔下的校园',
    cls: '3',
    place: '校园各处',
    opens: -7,
    closes: 7,
    begins: -5,
    lasts: 24 * 19 + 9,
    cntnt: '画一处你最喜欢的校园角落，交一到两幅。边报名边交作品，不用等到活动结束。',
    more: { pubFlag: '1', wrkFlag: '1', wrkTypes: WorkKind.pictures, wrkMax: 2 },
    takes: 24,
    collects: 19,
    cover: { scene: 'campus', seed: 17 },
    works: 'campus',
  },
]
