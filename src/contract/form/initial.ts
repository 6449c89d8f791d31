import type { Column, TableColumn } from './column.ts'

type Given = Partial<Column> & Pick<Column, 'clmnName' | 'fldCode'>

const blankPart = {
  ctrlNo: null,
  infoType: null,
  opts: [],
  len: null,
  acc: null,
  minVal: null,
  maxVal: null,
  mustFlag: '0',
  tip: null,
  rule: 'none',
} as const

const blank = {
  ...blankPart,
  kitNo: null,
  fldCode: null,
  readFlag: '0',
  showFlag: '1',
  listFlag: '0',
  qryFlag: '0',
  dftlVal: null,
  wdt: 1,
  visIf: null,
  clmns: [],
} as const

/** Returns a new column of a control or kit. */
export const newColumn = (clmnNo: string, clmnName: string, more: Partial<Column> = {}): Column => ({
  ...blank,
  opts: [],
  clmns: [],
  clmnNo,
  clmnName,
  ...more,
})

/** Returns a new column of a table inside a form. */
export const newCell = (clmnNo: string, clmnName: string, more: Partial<TableColumn> = {}): TableColumn => ({
  ...blankPart,
  opts: [],
  clmnNo,
  clmnName,
  ...more,
})

const must = { mustFlag: '1', listFlag: '1' } as const
// Lists the columns of the shipped types (docs/spec/forms.md#initial-columns); one that an operator adds begins empty.
const fixed: Record<string, Given[]> = {
  '01': [
    { fldCode: 'vstName', clmnName: '姓名', ctrlNo: 'text', len: 30, ...must },
    { fldCode: 'vstTel', clmnName: '手机', ctrlNo: 'tel', ...must },
    { fldCode: 'idNo', clmnName: '身份证号', ctrlNo: 'idNo' },
    { fldCode: 'rsn', clmnName: '事由', ctrlNo: 'textarea', len: 200, wdt: 2, ...must },
    { fldCode: 'toEmp', clmnName: '被访人', kitNo: 'emp', len: 1, ...must },
    { fldCode: 'planSDt', clmnName: '来访时间', ctrlNo: 'datetime', ...must },
    { fldCode: 'planEDt', clmnName: '离开时间', ctrlNo: 'datetime', ...must },
    {
      fldCode: 'mates',
      clmnName: '同行人',
      kitNo: 'table',
      len: 50,
      wdt: 2,
      clmns: [
        newCell('c1', '姓名', { ctrlNo: 'text', len: 30, mustFlag: '1' }),
        newCell('c2', '手机', { ctrlNo: 'tel' }),
        newCell('c3', '身份证号', { ctrlNo: 'idNo' }),
      ],
    },
    { fldCode: 'workUnit', clmnName: '单位', ctrlNo: 'text', len: 60, listFlag: '1' },
    { fldCode: 'carNo', clmnName: '车牌号', ctrlNo: 'text', len: 20 },
  ],
  '02': [{ fldCode: 'tel', clmnName: '联系电话', ctrlNo: 'tel', ...must }],
  '03': [
    {
      fldCode: 'attend',
      clmnName: '是否参加',
      ctrlNo: 'radio',
      opts: [
        { val: '1', name: '参加' },
        { val: '0', name: '请假' },
      ],
      dftlVal: '1',
      ...must,
    },
    {
      fldCode: 'rsn',
      clmnName: '请假原因',
      ctrlNo: 'textarea',
      len: 200,
      wdt: 2,
      ...must,
      visIf: { clmnNo: 'c1', op: 'eq', vals: ['0'] },
    },
  ],
  '04': [
    { fldCode: 'emp', clmnName: '请假人', kitNo: 'emp', len: 1, ...must },
    { fldCode: 'days', clmnName: '起止日期', kitNo: 'days', ...must },
    { fldCode: 'rsn', clmnName: '事由', ctrlNo: 'textarea', len: 200, wdt: 2, ...must },
    // Begins every new form, but may go: forms of before lack it.
    { fldCode: null, clmnName: '请假类型', ctrlNo: 'select', infoType: 'LVE_KIND', ...must },
  ],
  '05': [
    { fldCode: 'place', clmnName: '地点', ctrlNo: 'text', len: 60, ...must },
    { fldCode: 'tel', clmnName: '联系电话', ctrlNo: 'tel', ...must },
    { fldCode: 'rsn', clmnName: '故障说明', ctrlNo: 'textarea', len: 500, wdt: 2, ...must },
  ],
  '07': [
    { fldCode: 'amt', clmnName: '金额', kitNo: 'amount', wdt: 2, ...must },
    { fldCode: 'rsn', clmnName: '事由', ctrlNo: 'textarea', len: 200, wdt: 2, ...must },
  ],
}

/** Returns the columns that every template of a type begins with and may not lose (docs/spec/forms.md#initial-columns). */
export const initialColumns = (typeNo: string): Column[] =>
  (fixed[typeNo] ?? []).map(({ clmnName, ...more }, i) => newColumn(`c${i + 1}`, clmnName, more))

/** Lists the types whose forms visits, enrolments and meetings have filled in: they are neither handed out nor handed in. */
export const filledElsewhere: readonly string[] = ['01', '02', '03']
