import type { Column } from '#contract/form/column.ts'
import { newColumn } from '#contract/form/initial.ts'
import { readFilledForm } from '#contract/form/readValues.ts'

const levels = ['满意', '比较满意', '一般', '不满意'].map((name, i) => ({ val: String(i + 1), name }))
const level = (clmnNo: string, clmnName: string) =>
  newColumn(clmnNo, clmnName, {
    ctrlNo: 'radio',
    wdt: 2,
    mustFlag: '1',
    opts: levels,
    scrFlag: '1',
    pts: { 1: 20, 2: 15, 3: 10, 4: 0 },
  })

/** Lists what families are asked once a term: two pages, points, and a question that only some are asked. */
export const surveyQuestions: Column[] = [
  level('c1', '课堂教学'),
  level('c2', '作业量'),
  newColumn('c3', '对班主任工作的评价', { ctrlNo: 'rate', wdt: 2, mustFlag: '1', scrFlag: '1' }),
  newColumn('c4', '后勤和沟通', { ctrlNo: 'page', wdt: 2 }),
  level('c5', '午餐'),
  level('c6', '家校沟通'),
  newColumn('c7', '哪里需要改进', {
    ctrlNo: 'textarea',
    wdt: 2,
    len: 300,
    mustFlag: '1',
    visIf: {
      clmnNo: 'c1',
      op: 'eq',
      vals: ['4'],
      more: ['c2', 'c5', 'c6'].map((clmnNo) => ({ clmnNo, op: 'eq' as const, vals: ['4'] })),
      anyFlag: '1',
    },
  }),
]

const wishes = ['午餐的蔬菜少了一些。', '希望周五的作业少一点。', '通知最好提前一天发。']

/** Returns what the family in this place has answered. */
export const answerOfSurvey = (i: number) => {
  const given = {
    c1: ['1', '1', '2', '1', '3'][i % 5],
    c2: ['2', '1', '3', '2', '1', '4', '2'][i % 7],
    c3: [5, 4, 5, 3, 5, 4][i % 6],
    c5: ['1', '2', '1', '4', '2', '1', '3', '2'][i % 8],
    c6: ['1', '1', '2'][i % 3],
    c7: wishes[i % 3],
  }
  return readFilledForm(surveyQuestions, given, ({ opts }) => opts).values
}
