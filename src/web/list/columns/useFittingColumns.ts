import { useNarrow } from '#web/page/useMedia.ts'
import type { ListColumn } from '../dataTable.types.ts'
import { useRoom } from '../useRoom.ts'
import { chosenBy, type ColumnChoice, chosenColumns } from './columnChoice.ts'
import { type Beside, fittingColumns, sheetWidths } from './fittingColumns.ts'

/**
 * Returns the columns of a list that were chosen and stand in its room, that room, what measures it, and whether one of them is
 * optional. `onPaper`: those that it is printed with; for cards they are the columns that a table would have.
 */
export function useFittingColumns<Row>(columns: readonly ListColumn<Row>[], choice: ColumnChoice, beside: Beside) {
  const onCards = useNarrow()
  const [room, measured] = useRoom()
  const chosen = chosenColumns(columns, choice, onCards)
  const isChosen = chosenBy(columns, choice, onCards)
  const hasOptional = columns.some((one) => one.optional && isChosen(one))
  const fitting = onCards ? chosen : fittingColumns(chosen, room, beside)
  const onPaper = onCards ? fittingColumns(chosenColumns(columns, choice, false), sheetWidths.across, {}) : fitting
  return { onCards, room, measured, hasOptional, fitting, onPaper }
}
