import { DownOutlined, FilterOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { FilterContext } from './Filter.tsx'
import './filterBar.css'
import { useNarrow } from '#web/page/useMedia.ts'

type Props = {
  keyword: ReactNode
  /** Draws the `Filter`s. */
  filters: ReactNode
  /** Shows all again; absent where nothing is narrowed. */
  onReset?: (() => void) | undefined
}

/**
 * Draws the filters of a list (docs/spec/lists.md#filters): one line, the rest unfolds; on a phone a sheet that says how many are
 * set.
 */
export function FilterBar({ keyword, filters, onReset }: Props) {
  const narrow = useNarrow()
  const reset = onReset && (
    <Button type="link" onClick={onReset}>
      重置
    </Button>
  )
  const Filters = narrow ? Sheet : Line
  return filters ? (
    <Filters keyword={keyword} filters={filters} reset={reset} />
  ) : (
    <div className="page-tools filter-bar">
      {keyword}
      {reset}
    </div>
  )
}

type Parts = { keyword: ReactNode; filters: ReactNode; reset: ReactNode }

const none: ReadonlySet<string> = new Set()

function Line({ keyword, filters, reset }: Parts) {
  const [open, setOpen] = useState(false)
  const [below, setBelow] = useState(none)
  const [chips, setChips] = useState<HTMLElement | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  const arrange = useCallback(() => setBelow((before) => keepSame(before, belowFirstLine(bar.current))), [])
  useLayoutEffect(() => {
    const watching = new ResizeObserver(arrange)
    if (bar.current) watching.observe(bar.current)
    return () => watching.disconnect()
  }, [arrange])
  // Rearranges after each render, since what stands beside the filters takes their room too.
  useLayoutEffect(arrange)
  const known = useMemo(
    () => ({ isSheet: false, folded: open ? none : below, chips, arrange, tally: () => {} }),
    [open, below, chips, arrange],
  )
  return (
    <>
      <div className={open ? 'page-tools filter-bar open' : 'page-tools filter-bar'} ref={bar}>
        {keyword}
        <div className="filter-room">
          <div className="filter-line">
            <FilterContext value={known}>{filters}</FilterContext>
          </div>
        </div>
        {below.size > 0 && (
          <Button type="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : '展开'} {open ? <UpOutlined /> : <DownOutlined />}
          </Button>
        )}
        {reset}
      </div>
      <div className="chips filter-chips" ref={setChips} />
    </>
  )
}

function belowFirstLine(bar: HTMLElement | null): Set<string> {
  const all = [...(bar?.querySelectorAll<HTMLElement>('.filter') ?? [])]
  const first = (all[0]?.offsetTop ?? 0) + (all[0]?.offsetHeight ?? 0)
  return new Set(all.filter(({ offsetTop }) => offsetTop >= first).map(({ dataset }) => dataset['filter'] ?? ''))
}

const keepSame = (before: ReadonlySet<string>, now: Set<string>) =>
  before.size === now.size && [...now].every((one) => before.has(one)) ? before : now

function Sheet({ keyword, filters, reset }: Parts) {
  const [open, setOpen] = useState(false)
  const [count, setCount] = useState(0)
  const tally = useCallback((by: 1 | -1) => setCount((before) => before + by), [])
  const bar = useMemo(() => ({ isSheet: true, folded: none, chips: null, arrange: () => {}, tally }), [tally])
  return (
    <div className="page-tools filter-bar">
      {keyword}
      <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
        筛选{count > 0 && ` ${count}`}
      </Button>
      {reset}
      {/* Renders it while it is closed, for its filters tell how many are set. */}
      <AppDrawer
        open={open}
        forceRender
        placement="bottom"
        size="auto"
        title="筛选"
        className="filter-sheet touch"
        onClose={() => setOpen(false)}
        footer={
          <Button type="primary" block onClick={() => setOpen(false)}>
            查看结果
          </Button>
        }
      >
        <FilterContext value={bar}>{filters}</FilterContext>
      </AppDrawer>
    </div>
  )
}
