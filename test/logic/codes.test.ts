import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { applicationEntries } from '#features/user/home/home.contract.ts'

const [, ...lines] = readFileSync(new URL('../../db/reference/product_enums.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

/** Returns the shipped values of a type, each with its word: `M 男`. */
const shipped = (type: string) =>
  lines
    .map((line) => line.split('\t'))
    .filter(([code]) => code === type)
    .map(([, , code, word]) => `${code} ${word}`)

// Lists what the specification names, in the words of this product; a shipped type may have more.
const specified: [of: string, type: string, values: string[]][] = [
  ['platforms', 'IDNT', ['010 企业', '020 教育局', '030 学校', '040 代理商', '050 商户', '060 企业管理员']],
  ['records', 'STT', ['0 已删除', '1 启用', '2 停用']],
  ['enterprises', 'ENT_STT', ['0 已删除', '1 启用', '2 停用', '3 建设中']],
  ['students', 'STU_STT', ['1 正常', '2 毕业', '3 转出', '4 休学']],
  ['sex', 'SEX', ['M 男', 'N 女', 'U 未说明']],
  ['certification', 'AUTH_FLAG', ['0 未认证', '1 已认证']],
  ['groups', 'GRP_TYPE', ['1 消息接收组', '2 门禁考勤组']],
  ['own roles', 'ROLE_ITEM_SELF', ['1 通用', '2 学校', '3 院系/学部', '4 年级', '5 班级']],
  [
    'public roles',
    'ROLE_ITEM_PBC',
    ['1 通用', '2 学校', '3 分校', '4 院系/部门', '5 年级', '6 班级', '7 小组', '13 外部', '14 商户', '15 宿舍'],
  ],
  ['actions', 'PWR', ['000001 新增', '000002 删除', '000003 修改', '000004 详情', '000005 设置']],
  ['terminals', 'TML_TYPE', ['001 Web管理端']],
  ['entries', 'ENTRY', applicationEntries.map(({ code, name }) => `${code} ${name}`)],
]

test.each(specified)('the codes of %s are those of the specification', (_, type, values) => {
  expect(values.filter((value) => !shipped(type).includes(value))).toEqual([])
})

test('the entries have the codes 100001 to 100009 without 100008, and are shipped with their labels', () => {
  expect(applicationEntries.map(({ code }) => Number(code) - 100_000)).toEqual([1, 2, 3, 4, 5, 6, 7, 9])
  expect(shipped('ENTRY').length).toBe(applicationEntries.length)
})
