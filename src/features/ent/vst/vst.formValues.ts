import type { Column, FormValues } from '#contract/form/column.ts'
import { valueWords } from '#contract/form/words.ts'
import { hideNumbersIn } from '#contract/values/personalNumbers.ts'
import type { Db } from '#server/database/database.ts'
import { maskValues, openValues, readColumns, readOffered } from '#domain/forms/formTemplates.ts'
import type { Secret } from '#server/database/secret.ts'
import { pictureLink } from '#domain/visits/visitFiles.ts'
import type { VisitRow } from './vst.list.ts'

/** Tells whether lists show a column beside the fixed ones. */
export const isListed = ({ listFlag, fldCode }: Column) => listFlag === '1' && fldCode === null

type InForm = { lstVals: Record<string, string>; pht: string | null }

/**
 * Reads what lists show of the forms of visits: the columns that ask for it, in words, and a picture; by the number of the visit.
 */
export async function readFormValues(
  db: Db,
  secret: Secret,
  { entNo, rows, isClear = false }: { entNo: string; rows: readonly VisitRow[]; isClear?: boolean },
) {
  const shown = new Map<string, InForm>()
  for (const written of Map.groupBy(rows, ({ tmplNo, verNo }) => `${tmplNo} ${verNo}`).values()) {
    const [{ tmplNo, verNo }] = written as [VisitRow]
    const all = await readColumns(db, entNo, tmplNo, verNo)
    const columns = all.filter(isListed)
    const offered = await readOffered(db, entNo, columns)
    for (const row of written) {
      const held = row.vals as FormValues
      const values = isClear ? openValues(secret, columns, held) : maskValues(columns, held)
      const words = columns.map((one) => {
        const text = valueWords(one, values[one.clmnNo], offered)
        return [one.clmnNo, isClear ? text : hideNumbersIn(text)] as const
      })
      shown.set(row.vstNo, { lstVals: Object.fromEntries(words), pht: pictureLink(secret, entNo, all, row.vals as FormValues) })
    }
  }
  return shown
}
