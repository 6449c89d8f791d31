import { isValidElement, type ReactNode } from 'react'
import type { ListColumn } from '../dataTable.types.ts'

/** Returns what a column shows of a row. */
export function shownIn<Row>(column: ListColumn<Row> | undefined, row: Row, at: number): ReactNode {
  if (!column) return undefined
  const value = column.dataIndex === undefined ? undefined : row[column.dataIndex]
  return column.render ? column.render(value as never, row, at) : (value as ReactNode)
}

/** Returns the words of what a cell shows, where it is no more than words in one element; they are said whole on hover. */
export function wordsOf(shown: ReactNode): string | undefined {
  if (typeof shown === 'string' || typeof shown === 'number') return String(shown)
  if (!isValidElement<{ children?: ReactNode }>(shown)) return undefined
  const { children } = shown.props
  return typeof children === 'string' ? children : undefined
}
