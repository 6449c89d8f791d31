import { partOf } from './catalogue.ts'
import type { Column, TableColumn, FormValues } from './column.ts'
import { shownNos, valueColumns } from './shown.ts'
import { valueReaders } from './readers.ts'
import { defaultOf, isEmpty, mostOf, type OfferedBy } from './values.ts'
import { WrongValue } from './wrongValue.ts'

type Complaint = { field: string; message: string }

/**
 * Returns a form as it is stored: the values of the shown columns, each as its control writes it; and all errors, with the number
 * of the column as field (of a cell of a table `c3.0.c1`).
 */
export function readFilledForm(columns: readonly Column[], given: FormValues, offered: OfferedBy) {
  const all: FormValues = {}
  const complaints = valueColumns(columns).map((column) => {
    const errors: Complaint[] = []
    const value = column.readFlag === '1' ? defaultOf(column) : given[column.clmnNo]
    read(column, value, { offered, values: all, complain: (field, message) => errors.push({ field, message }) })
    return { clmnNo: column.clmnNo, errors }
  })
  // Reads all before it looks which are shown: a condition may refer to a column further down.
  const shown = shownNos(columns, all)
  return {
    values: Object.fromEntries(Object.entries(all).filter(([clmnNo]) => shown.has(clmnNo))) as FormValues,
    errors: complaints.flatMap(({ clmnNo, errors }) => (shown.has(clmnNo) ? errors : [])),
  }
}

type Reading = { offered: OfferedBy; values: FormValues; complain: (field: string, message: string) => void }

function read(column: Column | TableColumn, value: unknown, { offered, values, complain }: Reading) {
  const { clmnNo, clmnName } = column
  const part = partOf(column)
  if (!part) return
  if (part.no === 'table') return readTable(column as Column, value, { offered, values, complain })
  const kept = isEmpty(value) ? undefined : valueReaders[part.no]?.({ value, column, part, offered })
  if (kept instanceof WrongValue) complain(clmnNo, clmnName + kept.message)
  else if (!isEmpty(kept)) values[clmnNo] = kept
  else if (column.mustFlag === '1') complain(clmnNo, `${clmnName}不能为空`)
}

function readTable(column: Column, value: unknown, { offered, values, complain }: Reading) {
  const { clmnNo, clmnName, clmns, mustFlag } = column
  if (value !== undefined && value !== null && !Array.isArray(value)) return complain(clmnNo, `${clmnName}的类型不正确`)
  const rows = ((value as unknown[] | null | undefined) ?? []).filter((row) => !isEmptyRow(row))
  const most = mostOf(column, partOf(column))
  if (rows.length > most) return complain(clmnNo, `${clmnName}最多 ${most} 行`)
  if (rows.length === 0) return mustFlag === '1' ? complain(clmnNo, `${clmnName}不能为空`) : undefined
  values[clmnNo] = rows.map((row, at) => {
    const cells: FormValues = {}
    for (const inside of clmns)
      read(inside, (row as FormValues)[inside.clmnNo], {
        offered,
        values: cells,
        complain: (field, message) => complain(`${clmnNo}.${at}.${field}`, `${clmnName}第 ${at + 1} 行的${message}`),
      })
    return cells
  })
}

const isEmptyRow = (row: unknown) => typeof row !== 'object' || row === null || Object.values(row).every(isEmpty)
