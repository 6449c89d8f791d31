import { archiveFieldOf, fitsField } from '#contract/form/archiveFields.ts'
import { kits, tableControls } from '#contract/form/catalogue.ts'
import { offeredControls, offeredKits, type OfferedPart, offeredPartOf } from '#contract/form/offeredParts.ts'
import type { Choice, Column, TableColumn } from '#contract/form/column.ts'
import { conditionsOf, shownWhen } from '#contract/form/conditions.ts'
import { newCell, newColumn } from '#contract/form/initial.ts'

/** Describes the changes of a field, and of a column of a table inside a form. */
export type ColumnChanges = Partial<Column>

export const parts: readonly OfferedPart[] = [...offeredControls, ...offeredKits]
export const cellParts: readonly OfferedPart[] = offeredControls.filter(({ no }) => tableControls.includes(no))

const numbersOf = (columns: readonly { clmnNo: string }[]) => columns.map(({ clmnNo }) => Number(clmnNo.slice(1)))

/** Returns a number that no column has or had in the published version: values stored under it mean something else. */
const freeNo = (...lists: (readonly { clmnNo: string }[])[]) => `c${Math.max(0, ...lists.flatMap(numbersOf)) + 1}`

function freeName(columns: readonly { clmnName: string }[], name: string): string {
  const isTaken = (one: string) => columns.some(({ clmnName }) => clmnName === one)
  if (!isTaken(name)) return name
  let at = 2
  while (isTaken(`${name}${at}`)) at++
  return `${name}${at}`
}

/** Parses choices, one a line. A choice that keeps its name, or its line, keeps its value. */
export function parseChoices(text: string, before: readonly Choice[] = []): Choice[] {
  const names = text
    .split('\n')
    .map((name) => name.trim().slice(0, 60))
    .filter(Boolean)
    .slice(0, 100)
  const called = new Map(before.map((choice) => [choice.name, choice.val]))
  const kept = new Set(names.flatMap((name) => called.get(name) ?? []))
  let highest = Math.max(0, ...before.map(({ val }) => Number(val) || 0))
  return names.map((name, i) => {
    const inLine = names.length === before.length ? before[i]?.val : undefined
    const val = called.get(name) ?? (inLine !== undefined && !kept.has(inLine) ? inLine : String(++highest))
    called.delete(name)
    return { val, name }
  })
}

const startOf = (part: OfferedPart): Partial<TableColumn> => ({
  ...(part.settings.includes('choices') && part.no !== 'cascade' && { opts: parseChoices('选项一\n选项二') }),
})

// Names a page by its place, for its name is read by whoever fills it in.
const pageName = (columns: readonly Column[]) => `第 ${columns.filter(({ ctrlNo }) => ctrlNo === 'page').length + 2} 部分`

/** Returns a new field of a control or kit. */
export function makeColumn(part: OfferedPart, columns: readonly Column[], published: readonly Column[]): Column {
  const isKit = kits.some(({ no }) => no === part.no)
  const name = part.no === 'page' ? pageName(columns) : part.name
  return newColumn(freeNo(columns, published), freeName(columns, name), {
    ...startOf(part),
    // Casts the catalogue's own numbers.
    ...(isKit ? { kitNo: part.no as Column['kitNo'] } : { ctrlNo: part.no as Column['ctrlNo'] }),
    wdt: part.wdt,
    ...(part.settings.includes('columns') && { clmns: [newCell('c1', '内容', { ctrlNo: 'text' })] }),
  })
}

export const cellOf = (part: OfferedPart, cells: readonly TableColumn[]): TableColumn =>
  newCell(freeNo(cells), freeName(cells, part.name), { ...startOf(part), ctrlNo: part.no as TableColumn['ctrlNo'] })

export const insertAt = <C,>(columns: readonly C[], at: number, column: C): C[] => columns.toSpliced(at, 0, column)

/** Moves a column to another place; `to` counts with the column still where it was. */
export function moveTo<C>(columns: readonly C[], from: number, to: number): C[] {
  const left = columns.toSpliced(from, 1)
  return left.toSpliced(to > from ? to - 1 : to, 0, columns[from] as C)
}

/** Returns a copy to stand right below; does not copy what the product knows of a field. */
export function copyOf(column: Column, columns: readonly Column[], published: readonly Column[]): Column {
  return {
    ...structuredClone(column),
    clmnNo: freeNo(columns, published),
    clmnName: freeName(columns, column.clmnName),
    fldCode: null,
    arcFld: undefined,
  }
}

/** Removes a field, and the conditions that asked for it. */
export const removeColumn = (columns: readonly Column[], clmnNo: string): Column[] =>
  columns
    .filter((column) => column.clmnNo !== clmnNo)
    .map((column) => {
      const { visIf } = column
      const left = visIf ? conditionsOf(visIf).filter((condition) => condition.clmnNo !== clmnNo) : []
      return visIf ? { ...column, visIf: shownWhen(left, visIf.anyFlag === '1') } : column
    })

export const withChanges = (columns: readonly Column[], clmnNo: string, changes: ColumnChanges): Column[] =>
  columns.map((column) => (column.clmnNo === clmnNo ? withoutSpare(withoutUnfit({ ...column, ...changes })) : column))

/** Takes off the archive field that a changed question no longer fits. */
function withoutUnfit(column: Column): Column {
  const target = archiveFieldOf(column.arcFld)
  return target && !fitsField(column, target) ? { ...column, arcFld: undefined } : column
}

/** Takes off the points of choices that are gone. */
function withoutSpare(column: Column): Column {
  const { pts, opts, infoType, ctrlNo } = column
  if (!pts || ctrlNo === 'switch') return column
  const isLeft = (val: string) => infoType !== null || opts.some((one) => one.val === val)
  return { ...column, pts: Object.fromEntries(Object.entries(pts).filter(([val]) => isLeft(val))) }
}

/** Returns the name of a field's kind. */
export const partNameOf = (column: Column | TableColumn) => offeredPartOf(column)?.name ?? ''
