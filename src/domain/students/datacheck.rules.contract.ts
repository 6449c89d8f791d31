/**
 * Describes one rule of the data check: its name, its subject, how many of the 100 points it costs where many are found, and the
 * list that repairs it (none: its own list leads to each one found).
 */
type Rule = { name: string; of: '学生' | '班级'; weight: number; path?: string }

/** Defines the rules (docs/spec/students.md#data-check), the gravest first; together they weigh 100. */
export const checkRules = {
  noPtr: { name: '没有家长', of: '学生', weight: 15, path: '/ent/stu?noPtr=1' },
  noIdNo: { name: '没有身份证号', of: '学生', weight: 15, path: '/ent/stu?lack=idNo' },
  badIdNo: { name: '身份证号校验位不对', of: '学生', weight: 15 },
  duplicate: { name: '疑似重复', of: '学生', weight: 10, path: '/ent/duplicate' },
  oddAge: { name: '年龄与年级不符', of: '学生', weight: 10 },
  noUnfNo: { name: '没有全国学籍号', of: '学生', weight: 10, path: '/ent/stuarch?lack=unfStuNo' },
  noStdyNo: { name: '没有学号', of: '学生', weight: 5, path: '/ent/stu?lack=stdyNo' },
  noPhone: { name: '家长手机都没有认证', of: '学生', weight: 5 },
  sharedPhone: { name: '一个手机登记给多名学生', of: '学生', weight: 5 },
  noHead: { name: '班级没有班主任', of: '班级', weight: 5 },
  largeClass: { name: '班级人数超过上限', of: '班级', weight: 5 },
} as const satisfies Record<string, Rule>

export type RuleCode = keyof typeof checkRules
export const ruleCodes = Object.keys(checkRules) as RuleCode[]

export const checkRuleOf = (code: RuleCode): Rule => checkRules[code]

/** Lists the rules about a class itself, not its students. */
export const unitRules = ['noHead', 'largeClass'] as const satisfies readonly RuleCode[]
/** Lists the rules that can become tasks for head teachers: those about single students. */
export const studentRules = ruleCodes.filter(
  (code): code is Exclude<RuleCode, 'duplicate' | (typeof unitRules)[number]> =>
    code !== 'duplicate' && checkRuleOf(code).of === '学生',
)
/** Lists the rules with a list of their own here; pairs are decided where they stand side by side. */
export const listedRules = [...studentRules, ...unitRules]

/** Returns the list that repairs a finding, of one class where it is named; undefined where there is none. */
export function repairPath(code: RuleCode, unitNo?: string): string | undefined {
  const { path } = checkRuleOf(code)
  return path?.includes('?') && unitNo ? `${path}&unitNo=${unitNo}` : path
}

/** Sets the number of students on one phone that is usual in a family. */
export const usualOnPhone = 5
