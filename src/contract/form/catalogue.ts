/** Names what can be set on a column of a control or kit, besides its name, tip, width and whether it is required. */
type ColumnSetting = 'choices' | 'len' | 'acc' | 'range' | 'days' | 'rule' | 'types' | 'dftlVal' | 'columns' | 'points'

/** Describes a control or kit as forms are drawn and checked with; what it is called stands in `offeredParts.ts`. */
export type FormPart = {
  no: string
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
  { no: 'text', settings: ['len', 'rule', 'dftlVal'], wdt: 1, len: 100 },
  { no: 'textarea', settings: ['len', 'dftlVal'], wdt: 2, len: 500 },
  { no: 'number', settings: ['acc', 'range', 'dftlVal'], wdt: 1 },
  { no: 'money', settings: ['range', 'dftlVal'], wdt: 1 },
  { no: 'date', settings: ['days'], wdt: 1 },
  { no: 'datetime', settings: ['days'], wdt: 1 },
  { no: 'year', settings: [], wdt: 1 },
  { no: 'radio', settings: ['choices', 'points', 'dftlVal'], wdt: 1 },
  { no: 'checkbox', settings: ['choices', 'points'], wdt: 2 },
  { no: 'select', settings: ['choices', 'points', 'dftlVal'], wdt: 1 },
  { no: 'cascade', settings: ['choices'], wdt: 1 },
  { no: 'switch', settings: ['points', 'dftlVal'], wdt: 1 },
  { no: 'tel', settings: [], wdt: 1 },
  { no: 'idNo', settings: [], wdt: 1 },
  { no: 'email', settings: [], wdt: 1 },
  { no: 'rate', settings: ['points'], wdt: 1 },
  { no: 'note', settings: [], wdt: 2, isSaid: true },
  { no: 'line', settings: [], wdt: 2, isSaid: true },
  { no: 'page', settings: [], wdt: 2, isSaid: true },
] as const satisfies readonly FormPart[]

/** Lists the kits: controls that belong together, or that ask the product (docs/spec/forms.md#kits). */
export const kits = [
  { no: 'emp', settings: ['len'], wdt: 1, len: 1 },
  { no: 'stu', settings: ['len'], wdt: 1, len: 1 },
  { no: 'unit', settings: ['len'], wdt: 1, len: 1 },
  { no: 'ptr', settings: ['len'], wdt: 1, len: 1 },
  { no: 'area', settings: [], wdt: 2 },
  { no: 'person', settings: [], wdt: 2 },
  { no: 'files', settings: ['types', 'len'], wdt: 2, len: 5 },
  { no: 'pictures', settings: ['len'], wdt: 2, len: 3 },
  { no: 'sign', settings: [], wdt: 2 },
  { no: 'amount', settings: ['range'], wdt: 2 },
  { no: 'days', settings: ['days'], wdt: 1 },
  { no: 'times', settings: ['days'], wdt: 2 },
  { no: 'table', settings: ['len', 'columns'], wdt: 2, len: 20 },
] as const satisfies readonly FormPart[]

export type ControlNo = (typeof controls)[number]['no']
export type KitNo = (typeof kits)[number]['no']

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
