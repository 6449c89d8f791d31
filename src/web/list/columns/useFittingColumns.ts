import { useMemo } from 'react'
import { useNarrow } from '#web/page/useMedia.ts'
import type { ListColumn } from '../dataTable.types.ts'
import { useRoom } from '../useRoom.ts'
import { chosenBy, type ColumnChoice, chosenColumns } from './columnChoice.ts'
import { type Beside, fittingColumns, sheetWidths } from './fittingColumns.ts'

/**
 * Returns the columns of a list that were chosen and stand in its room, that room, what measures it, and whether one of them is
 * optional. `onPaper`: those that it is printed with; for cards they are the columns that a table would have. They stay the same
 * while nothing of this changes, so that rows need not be drawn again.
 */
export function useFittingColumns<Row>(columns: readonly ListColumn<Row>[], choice: ColumnChoice, beside: Beside) {
  const onCards = useNarrow()
  const [room, measured] = useRoom()
  const [ticks, details] = [Boolean(beside.ticks), Boolean(beside.details)]
  const chosen = useMemo(() => {
    const isChosen = chosenBy(columns, choice, onCards)
    const all = chosenColumns(columns, choice, onCards)
    const fitting = onCards ? all : fittingColumns(all, room, { ticks, details })
    const onPaper = onCards ? fittingColumns(chosenColumns(columns, choice, false), sheetWidths.across, {}) : fitting
    return { hasOptional: columns.some((one) => one.optional && isChosen(one)), fitting, onPaper }
  }, [columns, choice, onCards, room, ticks, details])
  return { onCards, room, measured, ...chosen }
}
