import * as z from 'zod'
import type { DatabaseError } from 'pg'
import type { Call } from '#contract/call.ts'
import { unwrapSchema, metaOf } from '#contract/explain.ts'
import { Fault, isTaken, toldOf } from '#server/base/fault.ts'
import { camelOf } from '#server/base/wireNames.ts'
import { type TableName, tableOf } from '#server/database/tables.ts'

/** Returns what a row of a table is called. */
export const wordOf = (table: string) => tableOf(table)?.word ?? '记录'

/** Names a record by its word and name. */
export const recordTitle = (table: string, name: string | null) => wordOf(table) + (name ? `“${name.slice(0, 40)}”` : '')

/** Returns the labels of columns, at most three, as what belongs to a record; empty where none has one. */
export const columnsNamed = (call: Call, columns: readonly string[]) => {
  const labels = [...new Set(columns.flatMap((column) => labelOf(call, column) ?? []))].slice(0, 3).join('、')
  return labels && `的${labels}`
}

export const changedSince = (call: Call, table: string, name: string | null, columns: readonly string[]) =>
  new Fault('changedSince', `${recordTitle(table, name)}${columnsNamed(call, columns)}之后又有改动，不能撤销`)

export const goneSince = (table: string, name: string | null) =>
  new Fault('changedSince', `${recordTitle(table, name)}已被删除，不能撤销`)

export const inUse = (table: string, name: string | null, by: string) =>
  new Fault('inUse', `${recordTitle(table, name)}${tableOf(table)?.uses?.[by as TableName] ?? `已被${wordOf(by)}使用`}，不能撤销`)

export const outOfReach = () => new Fault('beyondOwn', '有的记录已不在你管理的范围内，不能撤销')

/** Explains what the database refused during an undo; returns other errors as they are. */
export function undoRefusal(
  error: unknown,
  call: Call,
  { table, act, name }: { table: string; act: string; name: string | null },
): unknown {
  const { code, constraint = '', table: by = '' } = error as DatabaseError
  const known = toldOf(error as DatabaseError)
  if (known) return new Fault(known.code, `${known.message}，不能撤销`)
  if (code && isTaken(code)) {
    if (constraint.endsWith('_pkey')) return changedSince(call, table, name, [])
    const label = labelOf(call, constraint.match(/^[a-z]+_(.+)_key$/)?.[1] ?? '')
    return new Fault('taken', `${recordTitle(table, name)}的${label ?? '内容'}已被别的记录使用，不能撤销`)
  }
  // Handles row-level security.
  if (code === '42501') return outOfReach()
  if (code === '23503')
    return act === 'insert'
      ? inUse(table, name, by)
      : new Fault('changedSince', `${recordTitle(table, name)}引用的记录已不存在，不能撤销`)
  return code === '23502' || code === '23514' ? new Fault('notUndoable') : error
}

const common: Record<string, string> = {
  stt: '状态',
  showOrd: '显示顺序',
  prtNo: '上级',
  authTel: '手机',
  idNo: '证件号',
  workNo: '工号',
  passNo: '入校码',
  unitNo: '班级',
  stdyNo: '学号',
  wts: '标签',
  rem: '备注',
  brth: '出生日期',
  sex: '性别',
  authFlag: '认证',
  cardPht: '证件照',
  facePht: '人脸照',
}

// Returns the label of a column from the call that made the change; undefined where that does not name it.
function labelOf({ input, output }: Call, column: string): string | undefined {
  const field = camelOf(column)
  for (const schema of [input, output]) {
    const object = unwrapSchema(schema)
    const shape: Record<string, unknown> = object instanceof z.ZodObject ? object.shape : {}
    const title = Object.hasOwn(shape, field) ? metaOf(shape[field] as z.ZodType).title : undefined
    if (title) return title
  }
  return common[field] ?? (field.endsWith('Name') ? '名称' : undefined)
}
