import type { CellError } from '#contract/cells.ts'
import type { FaultCode } from '#contract/codes.ts'
import { Fault } from './fault.ts'

type Refusal = CellError & { code: FaultCode; fault?: Fault }

// So many sentences are told outside of the cells that they belong to.
const told = 3

/** What is refused of the rows of a batch: gathered row by row, so that all of it is told together. */
export class Refusals {
  private readonly all: Refusal[] = []
  /** The records, as they are now, that somebody else changed meanwhile. */
  readonly rows: unknown[] = []

  /** The first of them, as it is thrown where there is one row. */
  get first(): Fault | undefined {
    return this.all[0]?.fault
  }

  /** How many there are. */
  get count() {
    return this.all.length
  }

  /** Cells that their contract refuses. */
  take(errors: readonly CellError[]) {
    this.all.push(...errors.map((error) => ({ ...error, code: 'invalid' as const })))
  }

  /** A refusal of the row at `index`: of the field that the fault names, otherwise of `field`. */
  add(index: number, field: string, fault: Fault) {
    const named = (fault.detail as { errors?: { field: string }[] } | null)?.errors?.[0]?.field
    this.all.push({ index, field: named ?? field, message: fault.message, code: fault.code, fault })
  }

  /** Works on one row; an expected failure becomes its refusal, and the answer is undefined. */
  attempt<T>(index: number, field: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.add(index, field, error)
      return undefined
    }
  }

  /** Throws all of them in one: `errors` are the cells, `rows` the records that somebody else changed. */
  check() {
    const [first, ...more] = this.all
    if (!first) return
    const code = more.every((one) => one.code === first.code) ? first.code : 'invalid'
    const sentences = [...new Set(this.all.map(({ message }) => message))]
    const message = sentences.slice(0, told).join('；') + (sentences.length > told ? `；等 ${sentences.length} 处` : '')
    const errors = this.all.map(({ index, field, message }) => ({ index, field, message }))
    throw new Fault(code, message, { errors, rows: this.rows })
  }
}

/** The refusal of a row that somebody else changed after it was read. */
export const changedMeanwhile = (name: string) => new Fault('conflict', `他人已修改“${name}”`)

/** The numbers of those rows that somebody else changed after they were read. */
export const outdatedOf = <Key extends string>(
  rows: readonly ({ [K in Key]: string } & { ver?: number | undefined })[],
  key: Key,
  kept: ReadonlyMap<string, { ver: number }>,
): string[] =>
  rows.flatMap((row) => {
    const now = kept.get(row[key])
    return now && row.ver !== undefined && row.ver !== now.ver ? [row[key]] : []
  })
