// oxlint-disable max-lines -- one value and all that changes it: dividing it would show its inside to other files
import { CallError } from '#web/api/send.ts'
import { isSameValue } from '#web/form/merge.ts'
import type { RecordColumn, Row } from './columns.ts'

/** Describes a cell that was edited and is not saved yet. */
export type Edit = {
  text: string
  value: unknown
  /** Names the state: `waiting` is sent next; `stuck` was refused together with others. */
  state: 'waiting' | 'sending' | 'stuck'
  /** Explains why the text cannot be read. */
  wrong?: string | undefined
  /** Explains why it was refused. */
  error?: string | undefined
  /** Holds the text to which somebody else changed the cell meanwhile. */
  theirs?: { text: string } | undefined
}

type Cells = Readonly<Record<string, Edit>>

/** Describes the unsaved cells of one row, and the record as it was when the first of them was written. */
type RowEdit = { base: Row & { ver?: number }; cells: Cells }

export type EditState = {
  rows: ReadonlyMap<string, RowEdit>
  /** Holds records as the server answered them last, newer than a list that was read before. */
  newer: ReadonlyMap<string, Row>
  /** Explains what stopped the last request, where no cell did. */
  failed: string | undefined
  isSending: boolean
  /** Lists the operations that saved cells of this sheet and can be undone, the latest last. */
  steps: readonly string[]
}

export type Change = { row: Row; column: RecordColumn; text: string }

/**
 * Describes records as they are now; `op` names the operation that changed these fields of them, and is empty where nothing
 * changed.
 */
export type SavedRecords = { rows: Row[]; fields: string[]; op: string }

type Send = (datas: Row[]) => Promise<{ result: Row[]; op: string }>

type Refused = { errors?: { index: number; field: string; message: string }[]; rows?: Row[] }

/**
 * Holds the edits of a sheet and sends them to the server: what comes in one step is sent as one batch. Where cells are refused
 * nothing of the batch is saved and all edits stay; as soon as one of its rows is changed again, all of it is sent again.
 */
export class SheetEdits {
  private state: EditState = { rows: new Map(), newer: new Map(), failed: undefined, isSending: false, steps: [] }
  private sending: Promise<void> = Promise.resolve()
  private readonly listeners = new Set<() => void>()
  private readonly key: string
  private readonly send: Send
  private onSaved: (saved: SavedRecords) => void = () => {}
  private columns: readonly RecordColumn[] = []
  /** Takes as `key` the field with the number of a record. */
  constructor(key: string, send: Send) {
    this.key = key
    this.send = send
  }

  /** Sets the columns that are shown now. */
  show(columns: readonly RecordColumn[]) {
    this.columns = columns
  }

  /** Registers a listener for what was saved; returns a function that removes it. */
  listen(onSaved: (saved: SavedRecords) => void) {
    this.onSaved = onSaved
    return () => {
      this.onSaved = () => {}
    }
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  read = () => this.state

  private set(changes: Partial<EditState>) {
    this.state = { ...this.state, ...changes }
    for (const listener of this.listeners) listener()
  }

  private noOf = (row: Row) => String(row[this.key])

  /** Writes into cells and sends them; answers how many are changed by it. */
  apply(changes: readonly Change[]): number {
    const rows = new Map(this.state.rows)
    let count = 0
    let touchesStuck = false
    for (const { row, column, text } of changes) {
      const no = this.noOf(row)
      const { base, cells }: RowEdit = rows.get(no) ?? { base: row, cells: {} }
      const before = cells[column.field]
      if (text === (before?.text ?? column.textOf(row))) continue
      count++
      touchesStuck ||= Object.values(cells).some(({ state }) => state === 'stuck')
      const { value, wrong } = column.read(text)
      const { [column.field]: _, ...others } = cells
      const isBack = text === column.textOf(base) || (!wrong && isSameValue(value, base[column.field]))
      // Treats writing the old value again as a change while the cell is being sent, for it may be saved.
      const next = isBack && before?.state !== 'sending' ? others : { ...cells, [column.field]: edited(text, value, wrong) }
      if (Object.keys(next).length > 0) rows.set(no, { base, cells: next })
      else rows.delete(no)
    }
    this.set({ rows: touchesStuck ? waiting(rows) : rows })
    this.flush()
    return count
  }

  /** Sends again what was refused. */
  retry() {
    this.set({ rows: waiting(this.state.rows) })
    this.flush()
  }

  /** Sends those rows that nothing is wrong with. */
  saveGood() {
    this.set({ rows: waiting(this.state.rows, ({ cells }) => Object.values(cells).every((one) => !isBad(one))) })
    this.flush()
  }

  /** Lets go of everything that is not saved. */
  giveUp() {
    this.set({ rows: new Map(), failed: undefined })
  }

  /** Resolves a cell that somebody else changed, too: keeps mine, or theirs. */
  choose(no: string, field: string, whose: 'mine' | 'theirs') {
    const row = this.state.rows.get(no)
    const edit = row?.cells[field]
    if (!row || !edit) return
    const { [field]: _, ...others } = row.cells
    const cells = whose === 'mine' ? { ...others, [field]: edited(edit.text, edit.value, edit.wrong) } : others
    const rows = new Map(this.state.rows)
    if (Object.keys(cells).length > 0) rows.set(no, { ...row, cells })
    else rows.delete(no)
    this.set({ rows: waiting(rows) })
    this.flush()
  }

  /** Ends when what is on its way now is saved or refused. */
  settled = () => this.sending

  /** Forgets an operation that was undone, or never can be. */
  forget(op: string) {
    this.set({ steps: this.state.steps.filter((one) => one !== op) })
  }

  private flush() {
    const sent = new Map(
      [...this.state.rows].flatMap(([no, { base, cells }]): [string, RowEdit][] => {
        const some = Object.entries(cells).filter(([, { state }]) => state === 'waiting')
        return some.length > 0 ? [[no, { base, cells: Object.fromEntries(some) }]] : []
      }),
    )
    if (this.state.isSending || sent.size === 0) return
    this.sending = this.save(sent)
    void this.sending.then(() => this.flush())
  }

  private async save(sent: ReadonlyMap<string, RowEdit>) {
    this.set({ isSending: true, failed: undefined, rows: this.mark(sent, (edit) => ({ ...edit, state: 'sending' })) })
    const datas = [...sent].map(([no, { base, cells }]) => ({
      [this.key]: no,
      ...(base.ver !== undefined && { ver: base.ver }),
      ...Object.fromEntries(Object.entries(cells).map(([field, { value }]) => [field, value])),
    }))
    try {
      const { result, op } = await this.send(datas)
      this.settle(sent, result, op)
      const fields = this.columns.flatMap(({ field }) => ([...sent.values()].some(({ cells }) => field in cells) ? [field] : []))
      this.onSaved({ rows: result, fields, op })
    } catch (error) {
      this.refuse(sent, error as CallError)
    }
    this.set({ isSending: false })
  }

  // Settles what was sent as saved; keeps later edits, on the records as they are now.
  private settle(sent: ReadonlyMap<string, RowEdit>, saved: readonly Row[], op: string) {
    const now = new Map(saved.map((row) => [this.noOf(row), row]))
    const rows = new Map(this.state.rows)
    for (const no of sent.keys()) {
      const row = rows.get(no)
      if (!row) continue
      const left = Object.entries(row.cells).filter(([, { state }]) => state !== 'sending')
      if (left.length > 0) rows.set(no, { base: now.get(no) ?? row.base, cells: Object.fromEntries(left) })
      else rows.delete(no)
    }
    const { steps } = this.state
    this.set({ rows, newer: this.newerWith(now), steps: op ? [...steps, op] : steps })
  }

  private newerWith = (records: ReadonlyMap<string, Row>) => new Map([...this.state.newer, ...records])

  private refuse(sent: ReadonlyMap<string, RowEdit>, error: CallError) {
    const { errors = [], rows: theirs = [] } = (error instanceof CallError && (error.result as Refused | null)) || {}
    const nos = [...sent.keys()]
    const now = new Map(theirs.map((row) => [this.noOf(row), row]))
    const complaints = errors.filter(({ index }) => !now.has(nos[index] ?? ''))
    const said = (no: string, field: string, own: readonly string[]) =>
      complaints.find((one) => nos[one.index] === no && (one.field === field || !own.includes(one.field)))?.message
    let isMerged = complaints.length === 0 && now.size > 0
    const rows = this.mark(sent, (edit, no, field, { base, cells }) => {
      const theirsNow = now.get(no)
      const overlaps = theirsNow && !isSameValue(theirsNow[field], base[field]) && !isSameValue(theirsNow[field], edit.value)
      if (overlaps) isMerged = false
      const column = this.columns.find((one) => one.field === field)
      const text = overlaps ? (column?.textOf(theirsNow) ?? '') : ''
      return {
        ...edit,
        state: 'stuck',
        error: overlaps ? `他人已改为“${text || '空'}”` : (edit.wrong ?? said(no, field, Object.keys(cells))),
        theirs: overlaps ? { text } : undefined,
      }
    })
    for (const [no, record] of now) {
      const row = rows.get(no)
      if (row) rows.set(no, { ...row, base: record })
    }
    const failed = errors.length > 0 ? undefined : error.message
    this.set({ rows: isMerged ? waiting(rows) : rows, newer: this.newerWith(now), failed })
  }

  // Changes those cells that were sent and not written anew since.
  private mark(sent: ReadonlyMap<string, RowEdit>, change: (edit: Edit, no: string, field: string, row: RowEdit) => Edit) {
    const rows = new Map(this.state.rows)
    for (const [no, part] of sent) {
      const row = rows.get(no)
      if (!row) continue
      const isSent = ({ state }: Edit, field: string) => field in part.cells && (state === 'sending' || !this.state.isSending)
      const cells = Object.entries(row.cells).map(([field, edit]) => [
        field,
        isSent(edit, field) ? change(edit, no, field, row) : edit,
      ])
      rows.set(no, { ...row, cells: Object.fromEntries(cells) })
    }
    return rows
  }
}

const edited = (text: string, value: unknown, wrong: string | undefined): Edit => ({ text, value, state: 'waiting', wrong })

/** Tells whether a cell was refused for its own sake. */
export const isBad = ({ error, state }: Edit) => state === 'stuck' && error !== undefined

// Sends refused cells again; all of them, or those of some rows.
function waiting(rows: ReadonlyMap<string, RowEdit>, isMeant: (row: RowEdit) => boolean = () => true): Map<string, RowEdit> {
  const again = (edit: Edit): Edit =>
    edit.state === 'stuck' ? { ...edit, state: 'waiting', error: undefined, theirs: undefined } : edit
  return new Map(
    [...rows].map(([no, row]) => {
      if (!isMeant(row)) return [no, row]
      const cells = Object.entries(row.cells).map(([field, edit]) => [field, again(edit)])
      return [no, { ...row, cells: Object.fromEntries(cells) }]
    }),
  )
}

/** Counts the refused cells, and those refused for their own sake. */
export function countStuck({ rows }: EditState): { cells: number; bad: number } {
  const stuck = [...rows.values()].flatMap(({ cells }) => Object.values(cells).filter(({ state }) => state === 'stuck'))
  return { cells: stuck.length, bad: stuck.filter(isBad).length }
}
