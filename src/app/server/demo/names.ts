import type { Random } from './random.ts'

export type NameSex = 'M' | 'F'
type Age = 'child' | 'adult'

/** Lists tenths of a percent of the population, and the surnames that so many people have (docs/spec/demo.md#people). */
const surnameShares: [number, string][] = [
  [71, '王'],
  [70, '李'],
  [67, '张'],
  [51, '刘'],
  [46, '陈'],
  [31, '杨'],
  [22, '黄'],
  [21, '赵'],
  [19, '周吴'],
  [14, '徐孙'],
  [13, '朱'],
  [12, '胡马'],
  [11, '高林何郭'],
  [10, '罗'],
  [9, '梁郑'],
  [8, '宋谢'],
  [7, '韩唐冯许'],
  [6, '于董程曹邓'],
  [5, '萧袁傅沈曾彭吕苏卢蒋蔡'],
  [4, '贾丁魏薛叶余潘杜戴钟汪田任姜范方石姚谭廖'],
  [3, '阎夏邹熊金陆郝孔白崔邱秦江史顾侯'],
  [2, '康毛邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文'],
]
const doubleSurnames = ['欧阳', '上官', '司徒', '诸葛']

// Repeats each surname by its share, so that an even pick is a weighted one.
const surnames = [...surnameShares.flatMap(([share, names]) => [...names.repeat(share)]), ...doubleSurnames]

const givenCharacters: Record<Age, Record<NameSex, string[]>> = {
  child: {
    M: [...'浩宇轩子博梓俊泽辰睿晨奕嘉皓铭一诺瑞航哲熙景翰沐煜'],
    F: [...'欣怡涵梓诗雨子萱可馨语桐依诺佳琪思妍若汐安然婉晴悦'],
  },
  adult: {
    M: [...'伟强磊军勇杰涛明超鹏辉刚健波斌建志文海峰洋凯亮龙飞'],
    F: [...'芳娟敏静丽艳娜霞燕玲婷雪倩莉慧洁颖琳丹萍红梅蕾晶璐'],
  },
}

const uyghurNames: Record<NameSex, string[]> = {
  M: ['买买提', '艾力', '吐尔逊', '玉素甫', '艾尔肯', '库尔班', '木拉提', '阿不都热合曼'],
  F: ['阿依古丽', '古丽娜尔', '帕提古丽', '热依汗', '迪丽努尔', '阿米娜', '祖丽胡玛尔'],
}
const uyghurShare = 0.01

export type FamilyNames = { father: string; mother: string; grandmother: string; child(sex: NameSex): string }

/** Makes the names of one family: a Han child has the father's surname, a Uyghur child the father's name behind the dot. */
export function familyNames(random: Random): FamilyNames {
  if (random.chance(uyghurShare)) {
    const father = random.pick(uyghurNames.M)
    return {
      father: `${father}·${random.pick(uyghurNames.M)}`,
      mother: uyghurName(random, 'F'),
      grandmother: uyghurName(random, 'F'),
      child: (sex) => `${random.pick(uyghurNames[sex])}·${father}`,
    }
  }
  const surname = random.pick(surnames)
  return {
    father: surname + givenName(random, 'M', 'adult'),
    mother: hanName(random, 'F'),
    grandmother: hanName(random, 'F'),
    child: (sex) => surname + givenName(random, sex, 'child'),
  }
}

/** Makes the name of an adult. */
export const adultName = (random: Random, sex: NameSex) =>
  random.chance(uyghurShare) ? uyghurName(random, sex) : hanName(random, sex)

const uyghurName = (random: Random, sex: NameSex) => `${random.pick(uyghurNames[sex])}·${random.pick(uyghurNames.M)}`
const hanName = (random: Random, sex: NameSex) => random.pick(surnames) + givenName(random, sex, 'adult')

const singleCharacterShare: Record<Age, number> = { child: 0.12, adult: 0.3 }
const doubledShare: Record<Age, number> = { child: 0.06, adult: 0 }

function givenName(random: Random, sex: NameSex, age: Age): string {
  const characters = givenCharacters[age][sex]
  const first = random.pick(characters)
  if (random.chance(singleCharacterShare[age])) return first
  if (random.chance(doubledShare[age])) return first + first
  const second = random.pick(characters)
  return first === second ? first : first + second
}
