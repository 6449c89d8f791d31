import { Button, Pagination, Spin } from 'antd'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { isActions } from './columns/columnChoice.ts'
import type { DataTableProps, ListColumn } from './dataTable.types.ts'
import { shownIn } from './table/shownIn.ts'
import { TickBox } from './table/TickBox.tsx'
import { tickedAfter } from './table/ticking.ts'
import { useGrowing } from './table/useGrowing.ts'

const portion = 100

// Draws as many cards at once as a phone shows, and the others after they have been painted.
const first = 12

// Keeps actions on a card from picking it, too.
const stop = (event: MouseEvent) => event.stopPropagation()

/** Draws rows on a phone: name, facts, state, actions, and more of it when it is unfolded; many come in portions. */
export function Cards<Row extends object>({
  columns,
  rows,
  rowKey,
  ticks,
  rowClassName,
  onRow,
  details,
  pager,
  isFormer = false,
}: DataTableProps<Row>) {
  const [shown, setShown] = useState(portion)
  const drawn = useGrowing(pager ? rows.length : Math.min(rows.length, shown), first)
  const titled = columns.filter((one) => typeof one.title === 'string' && !isActions(one))
  const [name, ...facts] = titled.filter(({ key }) => key !== 'stt')
  const state = columns.find(({ key }) => key === 'stt')
  const actions = columns.find(isActions)
  const keyOf = (row: Row) => String(row[rowKey])
  const ticked = new Set(ticks?.ticked)
  return (
    <div className="cards" aria-busy={isFormer}>
      {rows.slice(0, drawn).map((row, i) => (
        <article key={keyOf(row)} inert={isFormer} className={`card ${rowClassName?.(row) ?? ''}`} onClick={onRow?.(row).onClick}>
          <div className="card-line">
            {ticks && (
              <TickBox
                isTicked={ticked.has(keyOf(row))}
                onTick={(is) => ticks.onTick(tickedAfter({ ticks, rows, keyOf }, [row], is))}
                isDisabled={ticks.mayTick?.(row) === false}
                label={`选择${String(row[name?.dataIndex as keyof Row] ?? '')}`}
              />
            )}
            <div className="card-words">
              <span className="card-name">
                {shownIn(name, row, i)}
                <span className="card-state">{shownIn(state, row, i)}</span>
              </span>
              <span className="grey card-facts">
                {facts
                  .filter(({ optional }, at) => optional || at < 3)
                  .map((fact) => (
                    <Fact key={fact.key} title={isBare(fact, facts) ? fact.title : undefined}>
                      {shownIn(fact, row, i)}
                    </Fact>
                  ))}
              </span>
            </div>
            <span className="card-acts" onClick={stop}>
              {shownIn(actions, row, i)}
            </span>
          </div>
          {details && details.mayUnfold?.(row) !== false && <Unfolding>{() => details.draw(row)}</Unfolding>}
        </article>
      ))}
      {!pager && rows.length > shown && (
        <Button onClick={() => setShown(shown + portion)}>再显示 {Math.min(portion, rows.length - shown)} 条</Button>
      )}
      {pager && <Pagination simple align="center" {...pager} />}
    </div>
  )
}

const dates = /(Dt|Tm)$/

// Tells whether a value says nothing without its title: a number, a yes, one of several dates.
const isBare = <Row,>({ key = '', align }: ListColumn<Row>, facts: readonly ListColumn<Row>[]) =>
  align === 'right' ||
  /([^h]Flag|Pct|^idNo|^unfStuNo)$/.test(key) ||
  (dates.test(key) && facts.filter((one) => dates.test(one.key ?? '')).length > 1)

// Says what a value is only where that cannot be seen from itself, and nothing of what is empty.
const Fact = ({ title, children }: { title: ReactNode; children: ReactNode }) =>
  children !== '–' && (
    <span>
      {title} {children}
    </span>
  )

// Reads folded content only when it unfolds.
function Unfolding({ children }: { children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="card-more" onClick={stop} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>详情</summary>
      {open && children()}
    </details>
  )
}

/** Draws an empty list on a phone without headings, which would only scroll sideways. */
export const NoCards = ({ isLoading = false, empty }: { isLoading?: boolean | undefined; empty: ReactNode }) => (
  <Spin spinning={isLoading} delay={200}>
    <div style={{ minHeight: 96 }}>{empty}</div>
  </Spin>
)
