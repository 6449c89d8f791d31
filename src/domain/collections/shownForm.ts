import type { Column } from '#contract/form/column.ts'
import { withoutPoints } from '#contract/form/scores.ts'
import { readVersion } from '#domain/forms/formTemplates.ts'
import type { Db } from '#server/database/database.ts'

/** Leaves out the questions that those who decide fill in. */
export const withoutFills = (columns: readonly Column[], fills: readonly string[]) =>
  columns.filter(({ clmnNo }) => !fills.includes(clmnNo))

type Version = { entNo: string; tmplNo: string; verNo: number }
type Own = { isOwn: boolean; score: number | null; fills?: readonly string[] }

/**
 * Reads the form of a collection: its columns, and what whoever fills it in is shown of it, with the points and the score only of
 * their own answer and where the form shows these, and without the questions that others fill in (`fills`).
 */
export async function readShownForm(db: Db, { entNo, tmplNo, verNo }: Version, { isOwn, score, fills = [] }: Own) {
  const { billClmns, sets } = await readVersion(db, entNo, tmplNo, verNo)
  const columns = withoutFills(billClmns, fills)
  const hasPoints = isOwn && sets.scoreFlag === '1'
  return {
    columns,
    shown: {
      billClmns: hasPoints ? columns : withoutPoints(columns),
      singleFlag: sets.singleFlag,
      score: hasPoints ? score : null,
    },
  }
}
