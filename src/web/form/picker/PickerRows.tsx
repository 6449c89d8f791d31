import { Checkbox } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { DataTable } from '#web/list/DataTable.tsx'
import { EmptyState, NothingFits, ReadFailed } from '#web/list/EmptyState.tsx'
import { formatCount } from '#web/page/format.ts'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import { firstFree, type Keyed, updateTicked, togglePicked, type Offer } from './picking.ts'
import type { PickerAt } from './usePicker.ts'
import type { ListColumn } from '#web/list/dataTable.types.ts'
import { isComposing } from '#web/page/isComposing.ts'

type Props<Row> = {
  at: PickerAt
  offer: Offer<Row>
  by: Keyed<Row>
  rowKey: keyof Row & string
  nameOf: (row: Row) => string
  columns: ListColumn<Row>[]
  unit: string
  search: string
  none: string
  filters?: ReactNode
  single?: boolean
  chosen: Row[]
  onChoose: (rows: Row[]) => void
}

/** Draws the found rows, to be ticked; from the keyword Enter adds, arrows move, and Backspace removes the last one. */
export function PickerRows<Row extends { stt?: string }>(props: Props<Row>) {
  const { at, offer, by, rowKey, nameOf, columns, unit, search, none, filters, single = false, chosen, onChoose } = props
  const rows = offer.rows ?? []
  const list = useRef<HTMLDivElement>(null)
  const [cursor, setCursor] = useState<{ of: readonly Row[]; at: number }>()
  // Holds the keyword that Enter was pressed for before its rows were there.
  const wanted = useRef<string>(undefined)
  const active = cursor && cursor.of === offer.rows ? cursor.at : firstFree(rows, chosen, by)
  const free = rows.filter((row) => !by.isTaken(row))
  const ticked = new Set(chosen.map(by.keyOf))
  const tickedFree = free.filter((row) => ticked.has(by.keyOf(row))).length

  const add = (index: number) => {
    const row = rows[index]
    if (!row || by.isTaken(row)) return
    onChoose(togglePicked(chosen, row, by))
    setCursor(undefined)
  }
  const settle = useEffectEvent(() => {
    if (wanted.current !== at.keyWord) wanted.current = undefined
    const row = rows[firstFree(rows, chosen, by)]
    if (wanted.current === undefined || !row || offer.stale) return
    wanted.current = undefined
    onChoose(togglePicked(chosen, row, by))
  })
  useEffect(() => settle(), [offer.rows, offer.stale])
  useEffect(() => {
    if (cursor) list.current?.querySelector('.picker-active')?.scrollIntoView({ block: 'nearest' })
  }, [cursor])

  const walk = (by: number) => {
    if (rows.length > 0) setCursor({ of: offer.rows ?? [], at: (active + by + rows.length) % rows.length })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const input = event.target
    if (!(input instanceof HTMLInputElement) || isComposing(event.nativeEvent)) return
    const acts: Record<string, () => void> = {
      ArrowDown: () => walk(1),
      ArrowUp: () => walk(-1),
      Enter: () => {
        const word = input.value.trim()
        if (word !== at.keyWord || offer.stale) wanted.current = word
        else if (word || cursor) add(active)
        // Selects the name, so that the next one is typed over it.
        input.select()
      },
    }
    if (event.key === 'Backspace' && input.value === '' && !single) onChoose(chosen.slice(0, -1))
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const clear = () => {
    at.setKeyWord('')
    at.setPlace(undefined)
  }
  const current = cursor && rows[active]
  return (
    <div className="picker-rows">
      <div className="page-tools first-focus picker-search" onKeyDown={onKeyDown}>
        <Keyword value={at.keyWord} onChange={at.setKeyWord} placeholder={search} />
        {filters}
        {!single && (
          <Checkbox
            checked={free.length > 0 && tickedFree === free.length}
            indeterminate={tickedFree > 0 && tickedFree < free.length}
            disabled={free.length === 0}
            onChange={({ target }) => onChoose(updateTicked(chosen, rows, new Set(target.checked ? free.map(by.keyOf) : []), by))}
          >
            全选 {formatCount(free.length)} {unit}
          </Checkbox>
        )}
      </div>
      <span className="unseen" role="status">
        {current && `${nameOf(current)}，${active + 1} / ${rows.length}${ticked.has(by.keyOf(current)) ? '，已选' : ''}`}
      </span>
      {offer.error && !offer.rows ? (
        <ReadFailed message={offer.error.message} onRetry={() => void offer.refetch()} />
      ) : (
        <div ref={list}>
          <DataTable<Row>
            rowKey={rowKey}
            height={360}
            isLoading={!offer.rows}
            rows={rows}
            empty={offer.rows && (at.keyWord ? <NothingFits onClear={clear} /> : <EmptyState hint={none} />)}
            rowClassName={(row) => (row === rows[active] ? 'picker-active' : '')}
            onRow={(row) => ({
              onClick: ({ target }) => {
                if (target instanceof Element && !target.closest('.tick-box')) add(rows.indexOf(row))
              },
            })}
            ticks={{
              withoutAll: true,
              ticked: [...ticked, ...rows.filter(by.isTaken).map(by.keyOf)],
              onTick: (keys) => onChoose(updateTicked(chosen, rows, new Set(keys), by)),
              mayTick: (row) => !by.isTaken(row),
            }}
            columns={columns}
          />
        </div>
      )}
    </div>
  )
}
