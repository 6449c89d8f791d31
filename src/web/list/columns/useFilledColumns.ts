import { useMemo, useState } from 'react'
import type { ListColumn } from '../dataTable.types.ts'

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/**
 * Leaves out the columns in which no row has had a value yet: one that is empty for all says nothing. A column that has shown a value
 * stays, so that none comes and goes from page to page; so do names, states, and whatever somebody chose.
 */
export function useFilledColumns<Row>(columns: readonly ListColumn<Row>[], rows: readonly Row[]): readonly ListColumn<Row>[] {
  const [filled, setFilled] = useState<ReadonlySet<string>>(new Set())
  const fresh = useMemo(
    () =>
      columns.flatMap((column) => {
        const { dataIndex } = column
        if (!mayLeave(column) || dataIndex === undefined || filled.has(dataIndex)) return []
        return rows.some((row) => !isEmpty(row[dataIndex])) ? [dataIndex] : []
      }),
    [columns, rows, filled],
  )
  if (fresh.length > 0) setFilled(new Set([...filled, ...fresh]))
  return useMemo(() => {
    const isFilled = ({ dataIndex }: ListColumn<Row>) =>
      dataIndex !== undefined && (filled.has(dataIndex) || fresh.includes(dataIndex))
    return rows.length === 0 ? columns : columns.filter((column) => !mayLeave(column) || isFilled(column))
  }, [columns, rows, filled, fresh])
}

const mayLeave = <Row>({ dataIndex, fixed, key, optional }: ListColumn<Row>) =>
  dataIndex !== undefined && !fixed && !optional && key !== 'stt'
