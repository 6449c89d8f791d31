import type { CSSProperties } from 'react'
import { widthOf } from '../columns/fittingColumns.ts'
import type { ListColumn } from '../dataTable.types.ts'

export type CellPlace<Row> = { column: ListColumn<Row>; className: string; style: CSSProperties | undefined }

const classesOf = <Row>(column: ListColumn<Row>, isInner: boolean) =>
  [
    'cell',
    column.isOver ? 'over' : column.fixed && `fixed fixed-${column.fixed}`,
    isInner && !column.isOver && 'fixed-inner',
    column.twoLines ? 'two-lines' : column.ellipsis && 'cut',
    column.align === 'right' && 'number',
    column.align === 'center' && 'centred',
  ]
    .filter(Boolean)
    .join(' ')

/** Returns where the cells of each column stand: the fixed ones at their edge, `from` pixels behind what is fixed before them. */
export function cellPlaces<Row>(columns: readonly ListColumn<Row>[], from: number): CellPlace<Row>[] {
  const lefts = columns.filter(({ fixed }) => fixed === 'left')
  const rights = columns.filter(({ fixed }) => fixed === 'right')
  const widthBefore = (among: readonly ListColumn<Row>[]) => among.reduce((sum, one) => sum + widthOf(one), 0)
  return columns.map((column) => {
    const isInner = column === lefts.at(-1) || column === rights[0]
    const { fixed } = column
    const style =
      fixed === 'left'
        ? { insetInlineStart: from + widthBefore(lefts.slice(0, lefts.indexOf(column))) }
        : fixed === 'right'
          ? { insetInlineEnd: widthBefore(rights.slice(rights.indexOf(column) + 1)) }
          : undefined
    return { column, className: classesOf(column, isInner), style }
  })
}
