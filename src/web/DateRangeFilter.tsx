import { lazy, Suspense } from 'react'
import { Filter } from './Filter.tsx'
import { formatDate } from './format.ts'

// The calendar is large.
const DateRangeInput = lazy(() => import('./form/DateRangeInput.tsx'))

type Props = {
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}

/** The filter of a list by two dates, `yyyyMMdd` on the wire; both may be open. */
export const DateRangeFilter = ({ from, to, onChange }: Props) => (
  <Filter
    label="日期"
    shown={(from ?? to) && `${formatDate(from)} 至 ${formatDate(to)}`}
    onClear={() => onChange(undefined, undefined)}
  >
    <div style={{ width: 272, minHeight: 32 }}>
      <Suspense>
        <DateRangeInput
          aria-label="日期"
          value={[from ?? null, to ?? null]}
          onChange={([start, end]) => onChange(start ?? undefined, end ?? undefined)}
        />
      </Suspense>
    </div>
  </Filter>
)
