import { ChoiceChips } from '#web/portal/ChoiceChips.tsx'
import { Keyword } from '#web/list/filters/Keyword.tsx'
import type { ListState } from '#web/list/listState.ts'

const times = [
  { value: 'open', label: '报名中' },
  { value: 'soon', label: '即将开始' },
  { value: 'on', label: '进行中' },
  { value: 'over', label: '已结束' },
]

type Props = { list: ListState; classes: readonly { value: string; label: string }[]; hasOwn: boolean }

/** Draws the filters of activities: a class, a time, and words. */
export function ActivityFilters({ list, classes, hasOwn }: Props) {
  const { filters, setFilters } = list
  return (
    <search className="act-filters">
      <ChoiceChips label="分类" options={classes} value={filters['cls']} onChange={(cls) => setFilters({ cls })} />
      <div className="act-filters-line">
        <ChoiceChips label="时间" options={times} value={filters['when']} onChange={(when) => setFilters({ when })}>
          {hasOwn && (
            <button
              type="button"
              className="chip"
              aria-pressed={filters['own'] === '1'}
              onClick={() => setFilters({ own: filters['own'] === '1' ? undefined : '1' })}
            >
              只看本单位
            </button>
          )}
        </ChoiceChips>
        <Keyword value={list.keyWord} onChange={list.look} placeholder="搜索活动" hotkey />
      </div>
    </search>
  )
}
