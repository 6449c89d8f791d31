/**
 * One rule of the data check: what it is called, what it looks at, how many of the 100 points it costs where many are found,
 * and the list that repairs it (none: its own list leads to each one found).
 */
type Rule = { name: string; of: '学生' | '班级'; weight: number; path?: string }

/** The rules as data (docs/spec/students.md#data-check), the gravest first; together they weigh 100. */
export const checkRules = {
  noPtr: { name: '没有家长', of: '学生', weight: 15, path: '/ent/stu?noPtr=1' },
  noIdNo: { name: '没有身份证号', of: '学生', weight: 15, path: '/ent/stu?lack=idNo' },
  badIdNo: { name: '身份证号校验位不对', of: '学生', weight: 15 },
  duplicate: { name: '疑似重复', of: '学生', weight: 10, path: '/ent/duplicate' },
  oddAge: { name: '年龄与年级不符', of: '学生', weight: 10 },
  noUnfNo: { name: '没有全国学籍号', of: '学生', weight: 10, path: '/ent/stuarch?lack=unfStuNo&stt=1' },
  noStdyNo: { name: '没有学号', of: '学生', weight: 5, path: '/ent/stu?lack=stdyNo' },
  noPhone: { name: '家长手机都没有认证', of: '学生', weight: 5 },
  sharedPhone: { name: '一个手机登记给多名学生', of: '学生', weight: 5 },
  noHead: { name: '班级没有班主任', of: '班级', weight: 5 },
  largeClass: { name: '班级人数超过上限', of: '班级', weight: 5 },
} as const satisfies Record<string, Rule>

export type RuleCode = keyof typeof checkRules
export const ruleCodes = Object.keys(checkRules) as RuleCode[]

export const ruleOf = (code: RuleCode): Rule => checkRules[code]

/** What is found of a class by itself, not of its students. */
export const unitRules = ['noHead', 'largeClass'] as const satisfies readonly RuleCode[]
/** What head teachers can be asked to see to: it is found of single students. */
export const studentRules = ruleCodes.filter(
  (code): code is Exclude<RuleCode, 'duplicate' | (typeof unitRules)[number]> =>
    code !== 'duplicate' && ruleOf(code).of === '学生',
)
/** What has a list of its own here; pairs are decided on where they stand side by side. */
export const listedRules = [...studentRules, ...unitRules]

/** The list that repairs a finding, of one class where it is named; undefined where there is none. */
export function pathOf(code: RuleCode, unitNo?: string): string | undefined {
  const { path } = ruleOf(code)
  return path?.includes('?') && unitNo ? `${path}&unitNo=${unitNo}` : path
}

/** So many students on one phone are usual in a family. */
export const usualOnPhone = 5
