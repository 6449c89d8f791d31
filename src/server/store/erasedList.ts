import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Describes somebody who was erased: numbers alone, and who did it on whose request. */
export type ErasedPerson = { entNo: string; ersKind: string; idntVal: string; askBy: string; userNo: string | null }

/**
 * Keeps beside the key, and so outside every backup, who was erased: whatever is restored is erased again
 * (docs/spec/personal-data.md#history-and-erasure).
 */
export type ErasedList = { read(): ErasedPerson[]; add(people: readonly ErasedPerson[]): void }

/** Opens the list in a data folder. */
export function openErasedList(dataDir: string): ErasedList {
  const path = join(dataDir, 'erased')
  return {
    read() {
      const lines = textOf(path).split('\n').filter(Boolean)
      return lines.flatMap((line) => parsed(line))
    },
    add(people) {
      if (people.length === 0) return
      const file = openSync(path, 'a', 0o600)
      try {
        appendFileSync(file, people.map((one) => `${JSON.stringify(one)}\n`).join(''))
        fsyncSync(file)
      } finally {
        closeSync(file)
      }
    },
  }
}

// Passes over a line that was torn by the end of the machine: its erasure stands in the database, and is noted again.
function parsed(line: string): ErasedPerson[] {
  try {
    return [JSON.parse(line) as ErasedPerson]
  } catch {
    return []
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return ''
  }
}
