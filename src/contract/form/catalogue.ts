/** Names what can be set on a column of a control or kit, besides its name, tip, width and whether it is required. */
type ColumnSetting = 'choices' | 'len' | 'acc' | 'range' | 'days' | 'rule' | 'types' | 'dftlVal' | 'columns' | 'points'

/** Describes a control or kit as the designer offers it. */
export type FormPart = {
  no: string
  name: string
  icon: string
  settings: readonly ColumnSetting[]
  /** Sets the width; 2: takes the whole width from the beginning. */
  wdt: 1 | 2
  /** Limits the characters, files or rows, unless the column sets its own limit. */
  len?: number
  /** Holds nothing: only said or drawn. */
  isSaid?: true
}

/** Lists the controls of forms (docs/spec/forms.md#controls). */
export const controls = [
  { no: 'text', name: '单行文字', icon: 'FontSize', settings: ['len', 'rule', 'dftlVal'], wdt: 1, len: 100 },
  { no: 'textarea', name: '多行文字', icon: 'AlignLeft', settings: ['len', 'dftlVal'], wdt: 2, len: 500 },
  { no: 'number', name: '数字', icon: 'FieldNumber', settings: ['acc', 'range', 'dftlVal'], wdt: 1 },
  { no: 'money', name: '金额', icon: 'PayCircle', settings: ['range', 'dftlVal'], wdt: 1 },
  { no: 'date', name: '日期', icon: 'Calendar', settings: ['days'], wdt: 1 },
  { no: 'datetime', name: '日期时间', icon: 'ClockCircle', settings: ['days'], wdt: 1 },
  { no: 'year', name: '年份', icon: 'History', settings: [], wdt: 1 },
  { no: 'radio', name: '单选', icon: 'CheckCircle', settings: ['choices', 'points', 'dftlVal'], wdt: 1 },
  { no: 'checkbox', name: '多选', icon: 'CheckSquare', settings: ['choices', 'points'], wdt: 2 },
  { no: 'select', name: '下拉', icon: 'Down', settings: ['choices', 'points', 'dftlVal'], wdt: 1 },
  { no: 'cascade', name: '级联', icon: 'Apartment', settings: ['choices'], wdt: 1 },
  { no: 'switch', name: '开关', icon: 'Poweroff', settings: ['points', 'dftlVal'], wdt: 1 },
  { no: 'tel', name: '电话', icon: 'Phone', settings: [], wdt: 1 },
  { no: 'idNo', name: '证件号', icon: 'Idcard', settings: [], wdt: 1 },
  { no: 'email', name: '邮箱', icon: 'Mail', settings: [], wdt: 1 },
  { no: 'rate', name: '评分', icon: 'Star', settings: ['points'], wdt: 1 },
  { no: 'note', name: '说明文字', icon: 'InfoCircle', settings: [], wdt: 2, isSaid: true },
  { no: 'line', name: '分割线', icon: 'Minus', settings: [], wdt: 2, isSaid: true },
  { no: 'page', name: '分页', icon: 'Page', settings: [], wdt: 2, isSaid: true },
] as const satisfies readonly FormPart[]

/** Lists the kits: controls that belong together, or that ask the product (docs/spec/forms.md#kits). */
export const kits = [
  { no: 'emp', name: '人员选择', icon: 'User', settings: ['len'], wdt: 1, len: 1 },
  { no: 'stu', name: '学生选择', icon: 'Idcard', settings: ['len'], wdt: 1, len: 1 },
  { no: 'unit', name: '班级选择', icon: 'Apartment', settings: ['len'], wdt: 1, len: 1 },
  { no: 'ptr', name: '家长选择', icon: 'Contacts', settings: ['len'], wdt: 1, len: 1 },
  { no: 'area', name: '地址', icon: 'Environment', settings: [], wdt: 2 },
  { no: 'person', name: '证件、生日和性别', icon: 'Solution', settings: [], wdt: 2 },
  { no: 'files', name: '附件', icon: 'PaperClip', settings: ['types', 'len'], wdt: 2, len: 5 },
  { no: 'pictures', name: '图片', icon: 'Picture', settings: ['len'], wdt: 2, len: 3 },
  { no: 'sign', name: '手写签名', icon: 'Edit', settings: [], wdt: 2 },
  { no: 'amount', name: '金额大写', icon: 'AccountBook', settings: ['range'], wdt: 2 },
  { no: 'days', name: '日期区间', icon: 'Calendar', settings: ['days'], wdt: 1 },
  { no: 'times', name: '日期时间区间', icon: 'FieldTime', settings: ['days'], wdt: 2 },
  { no: 'table', name: '子表', icon: 'Table', settings: ['len', 'columns'], wdt: 2, len: 20 },
] as const satisfies readonly FormPart[]

type ControlNo = (typeof controls)[number]['no']
type KitNo = (typeof kits)[number]['no']

export const controlNos = controls.map(({ no }) => no) as [ControlNo, ...ControlNo[]]
export const kitNos = kits.map(({ no }) => no) as [KitNo, ...KitNo[]]

const parts = new Map<string, FormPart>([...controls, ...kits].map((part) => [part.no, part]))

type Made = { ctrlNo: string | null; kitNo?: string | null }

/** Returns the control or kit of a column; undefined where it is unknown. */
export const partOf = ({ ctrlNo, kitNo = null }: Made): FormPart | undefined => parts.get(kitNo ?? ctrlNo ?? '')

/** Lists the controls that a table inside a form may hold. */
export const tableControls: readonly ControlNo[] = [
  'text',
  'number',
  'money',
  'date',
  'radio',
  'select',
  'switch',
  'tel',
  'idNo',
  'email',
]
