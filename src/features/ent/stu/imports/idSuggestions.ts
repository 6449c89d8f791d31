import { readIdNo } from '#server/importing/importCells.ts'
import type { CellError } from '#contract/importing.ts'
import { idSlips } from '#server/importing/idRepair.ts'
import type { ReadRow } from '#server/importing/importTable.ts'
import type { Secret } from '#server/database/secret.ts'

type Meant = CellError['sgst'][number] & { hash: string }

// Sets the number of wrong ones above which it was no typing error: Excel has cut the column.
const most = 500

/** Suggests what the wrong ID numbers of a list may mean, one typing error apart, by the text of the cell. */
export function idSuggestions(rows: readonly ReadRow[], secret: Secret): ReadonlyMap<string, Meant[]> {
  const wrong = new Set(rows.flatMap(({ texts: { idNo } }) => (idNo && 'wrong' in readIdNo(idNo) ? [idNo] : [])))
  if (wrong.size > most) return new Map()
  const slips = (text: string) => idSlips(text.replace(/[\s-]/g, '').toUpperCase())
  return new Map([...wrong].map((text) => [text, slips(text).map((one) => ({ ...one, hash: secret.hash(one.val) }))]))
}
