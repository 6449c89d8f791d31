import type { RefusedCell } from '#contract/cells.ts'
import type { FaultCode } from '#contract/codes.ts'
import { Fault } from './fault.ts'

/** Describes a row of a batch: its number, and the version that was read. */
type Read<Key extends string> = { [K in Key]: string } & { ver?: number | undefined }

type Refusal = RefusedCell & { code: FaultCode; fault?: Fault }

// Limits the sentences outside of the cells that they belong to.
const told = 3

/** Gathers what is refused of the rows of a batch, so that all of it is reported together. */
export class Refusals {
  private readonly all: Refusal[] = []
  /** Holds the present state of the records that somebody else changed meanwhile. */
  readonly rows: unknown[] = []

  /** Returns the first of them, as it is thrown where there is one row; undefined for none. */
  get first(): Fault | undefined {
    return this.all[0]?.fault
  }

  /** Counts the refusals. */
  get count() {
    return this.all.length
  }

  /** Adds cells that their contract refuses. */
  take(errors: readonly RefusedCell[]) {
    this.all.push(...errors.map((error) => ({ ...error, code: 'invalid' as const })))
  }

  /** Adds a refusal of the row at `index`: of the field that the fault names, otherwise of `field`. */
  add(index: number, field: string, fault: Fault) {
    const named = (fault.detail as { errors?: { field: string }[] } | null)?.errors?.[0]?.field
    this.all.push({ index, field: named ?? field, message: fault.message, code: fault.code, fault })
  }

  /** Works on one row; an expected failure becomes its refusal and returns undefined. */
  attempt<T>(index: number, field: string, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      this.add(index, field, error)
      return undefined
    }
  }

  /** Returns the record that a row changes; refuses it where it is gone, or somebody else changed it after it was read. */
  current<Key extends string, Name extends string, Kept extends { ver: number } & { [K in Name]: string }>(
    index: number,
    row: Read<Key>,
    known: ReadonlyMap<string, Kept>,
    { key, name }: { key: Key; name: Name },
  ): Kept | undefined {
    const kept = known.get(row[key])
    if (kept && !isOutdated(row, kept)) return kept
    this.add(index, kept ? 'ver' : key, kept ? new Fault('conflict', `他人已修改“${kept[name]}”`) : new Fault('notFound'))
    return undefined
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

const isOutdated = ({ ver }: { ver?: number | undefined }, kept: { ver: number }) => ver !== undefined && ver !== kept.ver

/**
 * Returns the records of a batch after the change. Throws the refusals together where there are any, with those records that
 * somebody else changed meanwhile.
 */
export async function answerMany<Key extends string, Out extends { [Name in Key]: string }>(
  refusals: Refusals,
  rows: readonly Read<Key>[],
  key: Key,
  { kept, read }: { kept: ReadonlyMap<string, { ver: number }>; read: (numbers: string[]) => Promise<Out[]> },
): Promise<Out[]> {
  if (refusals.count === 0) {
    // Answers in the order of the rows, which the database does not keep.
    const places = new Map(rows.map((row, place) => [row[key] as string, place]))
    const placeOf = (out: Out) => places.get(out[key]) ?? rows.length
    return (await read([...places.keys()])).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
  const outdated = rows.flatMap((row) => {
    const now = kept.get(row[key])
    return now && isOutdated(row, now) ? [row[key]] : []
  })
  if (outdated.length > 0) refusals.rows.push(...(await read(outdated)))
  return []
}
