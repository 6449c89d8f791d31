import { StudentState } from '#domain/units/units.contract.ts'

/** Describes the students of a phrase as filters of their list, of at most one value each. */
export type StudentFilter = {
  /** Names a grade or a class. */
  unitNo: string
  sex: 'M' | 'N'
  wts: string
  stt: '1' | '2' | '3' | '4'
  noPtr: '1'
  lack: 'authTel' | 'idNo' | 'stdyNo' | 'cardPht'
  authFlag: '0' | '1'
  rollFlag: '1'
}

/**
 * Names what a phrase asks for: students, their guardians, the children of a guardian, the heads of their class or grade,
 * everybody who holds a part of it, a colleague by name (张伟老师), or anybody of a name (张伟的电话).
 */
export type Wants = 'students' | 'guardians' | 'children' | 'heads' | 'teachers' | 'colleague' | 'anybody'

/**
 * Describes the meaning of a word in a phrase: a filter of students, what is wanted of them, that a phone is asked for, or
 * nothing. `short`: one letter, which may as well be the end of a name (王亚男).
 */
export type Said =
  | { of: Partial<StudentFilter>; short?: true }
  | { wants: Exclude<Wants, 'students' | 'anybody' | 'colleague'>; relts?: readonly string[]; of?: Partial<StudentFilter> }
  | { phone: true }
  | { students: true }
  | { child: true }
  | 'nothing'

const { learning, graduated, transferred, suspended } = StudentState

// Names relations of GB/T 4761.
const [father, mother, grandfather, grandmother] = ['51', '52', ['61', '63'], ['62', '64']] as const

const lines: [Said, string][] = [
  ['nothing', '的 所有 全部 全校 查 找 查找 查询 名单 列表'],
  [{ students: true }, '学生 同学 学员'],
  [{ child: true }, '孩子 小孩 子女'],
  [{ phone: true }, '电话 手机 手机号 手机号码 号码 电话号码 联系电话 联系方式'],
  [{ of: { sex: 'N' } }, '女生 女学生 女孩 女孩子 女同学'],
  [{ of: { sex: 'N' }, short: true }, '女'],
  [{ of: { sex: 'M' } }, '男生 男学生 男孩 男孩子 男同学'],
  [{ of: { sex: 'M' }, short: true }, '男'],
  [{ of: { rollFlag: '1' } }, '在籍 在籍生'],
  [{ of: { stt: learning } }, '在校 在校生 在读 在读生 正常'],
  [{ of: { stt: graduated } }, '毕业 已毕业 毕业生 毕业了'],
  [{ of: { stt: transferred } }, '转出 已转出 转学 转走 已转学'],
  [{ of: { stt: suspended } }, '休学 休学中 已休学'],
  [{ of: { noPtr: '1' } }, '没有家长 没家长 无家长 未关联家长 没有关联家长'],
  [{ of: { lack: 'authTel' } }, '没有手机 没手机 无手机 没有手机号 没有电话 没填手机'],
  [{ of: { lack: 'idNo' } }, '没有身份证号 没有身份证 无身份证号 无身份证 没填身份证号'],
  [{ of: { lack: 'stdyNo' } }, '没有学号 没学号 无学号 没填学号'],
  [{ of: { lack: 'cardPht' } }, '没有证件照 没证件照 无证件照 没有照片 没照片'],
  [{ of: { authFlag: '1' } }, '已认证'],
  [{ of: { authFlag: '0' } }, '未认证 没认证 没有认证'],
  [{ wants: 'guardians' }, '家长 父母 监护人 家长们'],
  [{ wants: 'guardians', relts: [father] }, '父亲 爸爸'],
  [{ wants: 'guardians', relts: [mother] }, '母亲 妈妈'],
  [{ wants: 'guardians', relts: grandfather }, '爷爷 祖父 外公 姥爷 外祖父'],
  [{ wants: 'guardians', relts: grandmother }, '奶奶 祖母 外婆 姥姥 外祖母'],
  [{ wants: 'children', of: { sex: 'N' } }, '女儿'],
  [{ wants: 'children', of: { sex: 'M' } }, '儿子'],
  [{ wants: 'heads' }, '班主任 年级组长 年级主任 负责人'],
  [{ wants: 'teachers' }, '老师 教师 任课老师 老师们'],
]

/** Maps the words that mean the same in every school. */
export const commonWords: ReadonlyMap<string, Said> = new Map(
  lines.flatMap(([said, words]) => words.split(' ').map((word) => [word, said] as const)),
)

// Lists common words for labels that the dictionary names otherwise.
const otherNames: Record<string, string> = {
  '01': '走读 通学',
  '02': '住校 住宿 寄宿',
  '13': '校车 坐校车 乘校车',
  '21': '随迁',
  '31': '贫困 困难 经济困难 家庭困难',
}

/** Lists every name of a label: its own, common ones, each with and without 生. */
export function namesOfLabel(code: string, name: string): string[] {
  const names = [name, ...name.split('/'), ...(otherNames[code]?.split(' ') ?? [])]
  return [...new Set(names.flatMap((one) => [one, one.replace(/生$/, ''), `${one.replace(/生$/, '')}生`]))]
}
