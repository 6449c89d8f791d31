import { type ControlNo, controls, type FormPart, type KitNo, kits, partOf } from './catalogue.ts'

/** Describes a control or kit as the designer offers it. Lies apart from what every form is drawn with, which small pages load. */
export type OfferedPart = FormPart & { name: string; icon: string }

const called: Record<ControlNo | KitNo, { name: string; icon: string }> = {
  text: { name: '单行文字', icon: 'FontSize' },
  textarea: { name: '多行文字', icon: 'AlignLeft' },
  number: { name: '数字', icon: 'FieldNumber' },
  money: { name: '金额', icon: 'PayCircle' },
  date: { name: '日期', icon: 'Calendar' },
  datetime: { name: '日期时间', icon: 'ClockCircle' },
  year: { name: '年份', icon: 'History' },
  radio: { name: '单选', icon: 'CheckCircle' },
  checkbox: { name: '多选', icon: 'CheckSquare' },
  select: { name: '下拉', icon: 'Down' },
  cascade: { name: '级联', icon: 'Apartment' },
  switch: { name: '开关', icon: 'Poweroff' },
  tel: { name: '电话', icon: 'Phone' },
  idNo: { name: '证件号', icon: 'Idcard' },
  email: { name: '邮箱', icon: 'Mail' },
  rate: { name: '评分', icon: 'Star' },
  note: { name: '说明文字', icon: 'InfoCircle' },
  line: { name: '分割线', icon: 'Minus' },
  page: { name: '分页', icon: 'Page' },
  emp: { name: '人员选择', icon: 'User' },
  stu: { name: '学生选择', icon: 'Idcard' },
  unit: { name: '班级选择', icon: 'Apartment' },
  ptr: { name: '家长选择', icon: 'Contacts' },
  area: { name: '地址', icon: 'Environment' },
  person: { name: '证件、生日和性别', icon: 'Solution' },
  files: { name: '附件', icon: 'PaperClip' },
  pictures: { name: '图片', icon: 'Picture' },
  sign: { name: '手写签名', icon: 'Edit' },
  amount: { name: '金额大写', icon: 'AccountBook' },
  days: { name: '日期区间', icon: 'Calendar' },
  times: { name: '日期时间区间', icon: 'FieldTime' },
  table: { name: '子表', icon: 'Table' },
}

const offered = <Part extends FormPart & { no: ControlNo | KitNo }>(part: Part) => ({ ...part, ...called[part.no] })

/** Lists the controls and the kits that the designer offers. */
export const offeredControls = controls.map((part) => offered(part))
export const offeredKits = kits.map((part) => offered(part))

/** Returns the control or kit of a column with its name and icon; undefined where it is unknown. */
export function offeredPartOf(column: Parameters<typeof partOf>[0]): OfferedPart | undefined {
  const part = partOf(column)
  // Casts the number, which the catalogue has.
  return part && { ...part, ...called[part.no as ControlNo | KitNo] }
}
