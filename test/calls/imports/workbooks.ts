import fc from 'fast-check'
import { everybody } from './people.ts'
import { cellOf, fields, heads, needed, rowOf } from './texts.ts'

/** Describes a staff list: the sheets of a workbook, and its cells by field, the first of them in row `firstRow`. */
export type Workbook = {
  sheets: { name: string; rows: (string | number)[][] }[]
  cells: Record<string, string>[]
  firstRow: number
}

const optional = fields.filter((field) => !needed.includes(field))
const titles = fc.record(Object.fromEntries(fields.map((field) => [field, fc.constantFrom(...(heads[field] ?? []))])))

// Draws an empty row: everybody comes at most once, as a rule; now and then a row is empty, or somebody comes again.
const nothing: fc.Arbitrary<Record<string, string>> = fc.constant({})
const again = fc.constantFrom(...everybody).chain(rowOf)
const rows = fc
  .shuffledSubarray(everybody, { minLength: 1 })
  .chain((some) =>
    fc.tuple(...some.map((one) => fc.oneof({ weight: 30, arbitrary: rowOf(one) }, { weight: 1, arbitrary: again }, nothing))),
  )

// Draws columns in any order, strange ones and empty rows between them, a title above or a sheet before.
export const workbook: fc.Arbitrary<Workbook> = fc
  .record({
    columns: fc
      .subarray(optional)
      .chain((some) => fc.shuffledSubarray([...needed, ...some, '年龄', ''], { minLength: needed.length + some.length + 2 })),
    titles,
    rows,
    above: fc.nat(2),
    cover: fc.boolean(),
    numbers: fc.boolean(),
  })
  .filter(({ rows }) => rows.some((row) => Object.keys(row).length > 0))
  .map(({ columns, titles, rows, above, cover, numbers }) => {
    const valueOf = (text: string) => (numbers && /^1\d{10}$/.test(text) ? Number(text) : text)
    const body = rows.map((row, at) => columns.map((field) => (field === '年龄' ? at + 1 : valueOf(row[field] ?? ''))))
    const list = [
      ...Array.from({ length: above }, () => ['某某学校教职工花名册']),
      columns.map((field) => titles[field] ?? field),
      ...body,
    ]
    const cells = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => columns.includes(field))))
    const note = { name: '填表说明', rows: [['请各部门核对'], ['十二月前交办公室']] }
    return { sheets: [...(cover ? [note] : []), { name: '花名册', rows: list }], cells, firstRow: above + 2 }
  })

const at = fc.nat(40)
const cell = fc
  .tuple(at, fc.constantFrom(...fields), fc.constantFrom(...everybody))
  .chain(([at, fld, one]) => cellOf(fld, one).map((val) => ({ at, fld, val })))

const edit = fc.record({ act: fc.constant('edit'), cells: fc.array(cell, { minLength: 1, maxLength: 5 }) })
const out = fc.record({
  act: fc.constant('out'),
  ats: fc.array(at, { minLength: 1, maxLength: 4 }),
  out: fc.constantFrom('0', '1'),
})
const repair = fc.record({ act: fc.constant('repair'), at, how: fc.constantFrom('fix', 'fix', 'keep', 'keep', 'out') })
const map = fc.record({ act: fc.constant('map'), fld: fc.constantFrom(...optional), at: fc.option(fc.nat(12)) })

/** Draws the office's steps on the list before it is written. */
export const steps = fc.array(
  fc.oneof({ weight: 4, arbitrary: edit }, { weight: 4, arbitrary: repair }, { weight: 2, arbitrary: out }, map),
  { maxLength: 6 },
)

export type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never
