import { sheetFile, type Row } from '../files/sheet.ts'
import { makeRandom } from '../random.ts'

const subjects = ['语文', '数学', '英语', '科学', '历史与社会']
const average = (marks: readonly number[]) => Math.round((marks.reduce((sum, mark) => sum + mark, 0) / marks.length) * 10) / 10
const share = (marks: readonly number[], least: number) =>
  `${Math.round((marks.filter((mark) => mark >= least).length / marks.length) * 100)}%`

/** Makes the analysis of an examination: a sheet of averages, and one of every place, without names. */
export function marks(places: readonly string[], size: number, seed: number) {
  const random = makeRandom(seed)
  const marksOf = (): number[] => subjects.map(() => Math.min(100, 58 + random.between(0, 24) + random.between(0, 20)))
  const lists = places.map((name) => ({ name, pupils: Array.from({ length: size }, marksOf) }))
  const overview = lists.flatMap(({ name, pupils }) =>
    subjects.map((subject, i): Row => {
      const all = pupils.map((one) => one[i] ?? 0)
      return [name, subject, pupils.length, average(all), Math.max(...all), Math.min(...all), share(all, 85), share(all, 60)]
    }),
  )
  return sheetFile([
    { name: '成绩分析', rows: [['班级', '学科', '人数', '平均分', '最高分', '最低分', '优秀率', '及格率'], ...overview] },
    ...lists.map(({ name, pupils }) => ({
      name,
      rows: [
        ['座号', ...subjects, '总分'],
        ...pupils.map((one, i): Row => [i + 1, ...one, one.reduce((sum, mark) => sum + mark, 0)]),
      ],
    })),
  ])
}

const listed = `library n. 图书馆|festival n. 节日|journey n. 旅程|weather n. 天气|island n. 岛屿|museum n. 博物馆|neighbour n. 邻居|vegetable n. 蔬菜|science n. 科学|history n. 历史|geography n. 地理|engineer n. 工程师|uniform n. 校服|dictionary n. 词典|umbrella n. 雨伞|bridge n. 桥|village n. 村庄|mountain n. 山|season n. 季节|birthday n. 生日|borrow v. 借入|return v. 归还|prepare v. 准备|celebrate v. 庆祝|discover v. 发现|remember v. 记住|practise v. 练习|introduce v. 介绍|collect v. 收集|protect v. 保护|explain v. 解释|decide v. 决定|believe v. 相信|arrive v. 到达|invite v. 邀请|careful adj. 小心的|friendly adj. 友好的|healthy adj. 健康的|difficult adj. 困难的|different adj. 不同的|important adj. 重要的|popular adj. 受欢迎的|quiet adj. 安静的|nervous adj. 紧张的|proud adj. 自豪的|usually adv. 通常|sometimes adv. 有时|carefully adv. 认真地|quickly adv. 快速地|together adv. 一起`

/** Makes a list of words by units, ten in each. */
export const words = () => {
  const rows = listed.split('|').map((entry, i): Row => [`Unit ${Math.floor(i / 10) + 1}`, ...entry.split(' ')])
  return sheetFile([
    { name: '单词', rows: [['单元', '单词', '词性', '释义'], ...rows] },
    {
      name: '默写',
      rows: [
        ['单元', '单词', '词性', '释义'],
        ...rows.map(([unit = '', , kind = '', meaning = '']): Row => [unit, '', kind, meaning]),
      ],
    },
  ])
}
