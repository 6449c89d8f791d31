import { Input } from 'antd'
import { Suspense } from 'react'
import { lazyPiece } from '#web/feedback/lazyPart.tsx'

// Loads the calendar late, for it is large.
const DateInput = lazyPiece(() => import('./DateInput.tsx'))

type Props = {
  value?: string | null
  onChange?: (value: string | null) => void
  placeholder: string
  /** Sets the time of a day just picked to its last second. */
  endOfDay?: boolean
  'aria-label'?: string
}

/** Draws a time to come, `yyyyMMddHHmmss`; null for none. */
export const LaterInput = (props: Props) => (
  <Suspense fallback={<Input disabled placeholder={props.placeholder} />}>
    <DateInput time limits={{ afterToday: true }} {...props} />
  </Suspense>
)
