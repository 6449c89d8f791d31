import type { ListColumn } from '../dataTable.types.ts'

/** Describes a user's choice of a list's columns: their order, and which are shown or hidden against what is shipped. */
export type ColumnChoice = { order?: string[]; shown?: Record<string, boolean> }

/** Describes what the choice needs to know of a column, whatever rows it shows. */
export type ChosenColumn = Pick<ListColumn<never>, 'key' | 'fixed' | 'optional' | 'minor'> & { title?: unknown }

// Limits the facts of a card besides name and state.
const facts = 3

const keyOf = ({ key }: { key?: unknown }) => String(key)
/** Tells whether a column holds the actions on a row. */
export const isActions = ({ title }: { title?: unknown }) => title === '操作'

/** Tells whether a column may be moved and hidden: the name at the left and the actions stay where they are. */
export const isMovable = (column: ChosenColumn) => !column.fixed && !isActions(column)

/**
 * Returns the columns in their chosen order; one that the choice does not know yet stays behind the one it was shipped behind.
 */
export function orderColumns<Column extends ChosenColumn>(columns: readonly Column[], { order = [] }: ColumnChoice): Column[] {
  const movable = columns.filter(isMovable)
  const keys = movable.map(keyOf)
  const placed = order.filter((key) => keys.includes(key))
  keys.forEach((key, at) => {
    if (!placed.includes(key)) placed.splice(placed.indexOf(keys[at - 1] ?? '') + 1, 0, key)
  })
  const first = columns.findIndex(isMovable)
  const isBefore = (at: number) => first === -1 || at < first
  return [
    ...columns.filter((one, at) => !isMovable(one) && isBefore(at)),
    ...placed.map((key) => movable[keys.indexOf(key)] as Column),
    ...columns.filter((one, at) => !isMovable(one) && !isBefore(at)),
  ]
}

/** Tells of each column whether it was chosen, or is shipped; cards are shipped with the state and few others. */
export function chosenBy<Column extends ChosenColumn>(
  columns: readonly Column[],
  { shown = {} }: ColumnChoice,
  onCards: boolean,
) {
  const onCard = columns.filter((one) => isMovable(one) && !one.optional && keyOf(one) !== 'stt').slice(0, facts)
  const isShipped = (column: Column) => !column.optional && (!onCards || onCard.includes(column) || keyOf(column) === 'stt')
  return (column: Column) => !isMovable(column) || (shown[keyOf(column)] ?? isShipped(column))
}

/** Returns the columns of a list that are shipped or chosen, in their order; the chosen ones stay where room is short. */
export function chosenColumns<Row>(
  columns: readonly ListColumn<Row>[],
  choice: ColumnChoice,
  onCards: boolean,
): ListColumn<Row>[] {
  return orderColumns(columns, choice)
    .filter(chosenBy(columns, choice, onCards))
    .map((column) => (onCards || choice.shown?.[keyOf(column)] ? { ...column, optional: true } : column))
}
