import type { Drawing } from '../files/scenes.ts'

/** Describes a work: which enrolled child of which activity handed it in how many days ago, and what became of it. */
export type WorkPlan = {
  of: 'autumn' | 'space' | 'campus'
  child: number
  title: string
  note?: string
  drawings: Drawing[]
  ago: number
  /** Gives how often it was liked, once it hangs on the wall; a work without waits for a review, or was refused. */
  likes?: number
  refused?: string
  reported?: string
}

const one = (scene: Drawing['scene'], seed: number, size?: Drawing['size']): Drawing[] => [{ scene, seed, ...(size && { size }) }]
const tall = [720, 960] as const
const large = [1280, 960] as const

const autumn = (child: number, title: string, seed: number, more: Partial<WorkPlan> = {}): WorkPlan => ({
  of: 'autumn',
  child,
  title,
  drawings: one('autumn', seed),
  ago: 19 - (child % 5),
  likes: 3 + ((seed * 7) % 19),
  ...more,
})

/** Lists the works: those of the activity that is over were all reviewed, of the others some wait. */
export const workPlans: WorkPlan[] = [
  autumn(0, '河边的大树', 41, { note: '滨河公园里最大的一棵树，我和爸爸两个人才抱得住。', likes: 24 }),
  autumn(1, '秋天的三棵树', 52),
  autumn(2, '落叶像蝴蝶', 85, { drawings: one('autumn', 85, tall) }),
  autumn(4, '我们去写生', 143, { note: '那天太阳很大，风把我的纸吹跑了两次。' }),
  autumn(6, '金色的公园', 31),
  autumn(9, '树下的小河', 37, { drawings: one('autumn', 37, large) }),
  autumn(11, '红叶', 23, { likes: 17 }),
  autumn(13, '小鸟飞走了', 29, { drawings: [...one('autumn', 29), ...one('autumn', 33)] }),
  {
    of: 'autumn',
    child: 8,
    title: '大树',
    drawings: one('autumn', 47),
    ago: 17,
    refused: '照片里有一半是桌子，请重新拍一张再交',
  },
  {
    of: 'space',
    child: 0,
    title: '我的火箭',
    note: '它烧的是橘子皮，不污染空气。',
    drawings: one('space', 171),
    ago: 8,
    likes: 16,
  },
  { of: 'space', child: 3, title: '去有光环的星球', drawings: one('space', 174, tall), ago: 8, likes: 11 },
  { of: 'space', child: 5, title: '太空邮递员', note: '给月球上的小朋友送信。', drawings: one('space', 12), ago: 7, likes: 13 },
  { of: 'space', child: 7, title: '星星的家', drawings: one('space', 15, large), ago: 6, likes: 6 },
  { of: 'space', child: 10, title: '紫色的夜空', drawings: one('space', 18), ago: 5, likes: 4, reported: '和网上的一张画很像' },
  { of: 'space', child: 1, title: '火星第一小学', note: '我想在那里上体育课。', drawings: one('space', 21), ago: 2 },
  { of: 'space', child: 6, title: '太空漫步', drawings: [...one('space', 24), ...one('space', 27)], ago: 1 },
  { of: 'space', child: 12, title: '绕着地球飞', drawings: one('space', 30, tall), ago: 1 },
  { of: 'space', child: 14, title: '流星雨', drawings: one('space', 36), ago: 0 },
  {
    of: 'space',
    child: 9,
    title: '宇宙飞船',
    drawings: one('space', 39),
    ago: 4,
    refused: '作品名称和画不一致，请改一下名称再交',
  },
  { of: 'campus', child: 0, title: '升旗', note: '星期一早上，我当护旗手。', drawings: one('campus', 112), ago: 5, likes: 9 },
  { of: 'campus', child: 4, title: '我们的教学楼', drawings: one('campus', 63), ago: 4, likes: 5 },
  { of: 'campus', child: 6, title: '下课了', drawings: one('campus', 141, large), ago: 3, likes: 2 },
  { of: 'campus', child: 1, title: '操场边的树', note: '一年级的时候它和我一样高。', drawings: one('campus', 157), ago: 2 },
  { of: 'campus', child: 2, title: '校园的早晨', drawings: one('campus', 51), ago: 1 },
  { of: 'campus', child: 7, title: '和同学一起', drawings: one('campus', 57, tall), ago: 1 },
  { of: 'campus', child: 9, title: '粉色的学校', drawings: one('campus', 69), ago: 0 },
]
