import { ListFilter } from 'lucide-react'
import { Button } from 'antd'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { FilterContext } from './Filter.tsx'
import './filterBar.css'
import { FilterPanel } from './FilterPanel.tsx'
import { useNarrow } from '#web/page/useMedia.ts'

type Props = {
  keyword: ReactNode
  /** Draws the `Filter`s. */
  filters: ReactNode
  /** Shows all again; absent where nothing is narrowed. */
  onReset?: (() => void) | undefined
  /** Stands behind them, as the tools of the list. */
  children?: ReactNode
}

/**
 * Draws what narrows a list (docs/spec/lists.md#filters): the keyword, and a button that opens the filters and says how many are
 * set; each of those is a chip below.
 */
export function FilterBar({ keyword, filters, onReset, children }: Props) {
  const narrow = useNarrow()
  const [chips, setChips] = useState<HTMLElement | null>(null)
  const [count, setCount] = useState(0)
  const tally = useCallback((by: 1 | -1) => setCount((before) => before + by), [])
  const bar = useMemo(() => ({ isLabelled: true, chips, tally }), [chips, tally])
  const Place = narrow ? Sheet : FilterPanel
  return (
    <>
      <div className="filter-bar">
        {keyword}
        {onReset && (
          <Button type="text" onClick={onReset}>
            重置
          </Button>
        )}
        {filters && (
          <Place count={count}>
            <FilterContext value={bar}>{filters}</FilterContext>
          </Place>
        )}
        {children}
      </div>
      <div className="chips filter-chips" ref={setChips} />
    </>
  )
}

/** Draws the filters on a phone: in a sheet from below, which is there also while it is closed, for they say what is set. */
function Sheet({ count, children }: { count: number; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<ListFilter />} aria-label={count > 0 ? `筛选 ${count}` : '筛选'} onClick={() => setOpen(true)}>
        {count > 0 && count}
      </Button>
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
        {children}
      </AppDrawer>
    </>
  )
}
