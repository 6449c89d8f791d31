import { Suspense, useState } from 'react'
import { Filter } from './Filter.tsx'
import type { DateRange } from '#web/form/inputs/dateRange.ts'
import { formatDate } from '#web/page/format.ts'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

// Loads the calendar late, for it is large.
const DateRangeInput = lazyPiece(() => import('#web/form/inputs/DateRangeInput.tsx'))

type Props = {
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
  /** Requires both ends: the list waits for the other (docs/spec/inputs.md#dates). */
  both?: boolean
}

/** Draws the filter of a list by two dates, `yyyyMMdd` on the wire; both may be open. */
export function DateRangeFilter({ from, to, onChange, both = false }: Props) {
  const [half, setHalf] = useState<DateRange>()
  const change = ([start, end]: DateRange) => {
    const isHalf = both && !start !== !end
    setHalf(isHalf ? [start, end] : undefined)
    if (!isHalf) onChange(start ?? undefined, end ?? undefined)
  }
  return (
    <Filter
      label="日期"
      shown={(from ?? to) && `${formatDate(from)} 至 ${formatDate(to)}`}
      onClear={() => onChange(undefined, undefined)}
    >
      <div style={{ width: 304, minHeight: 32 }}>
        <Suspense>
          <DateRangeInput aria-label="日期" value={half ?? [from ?? null, to ?? null]} onChange={change} />
        </Suspense>
        {half && (
          <small role="status" className="grey">
            请先选择时间：还差{half[0] ? '截止' : '开始'}日期
          </small>
        )}
      </div>
    </Filter>
  )
}
