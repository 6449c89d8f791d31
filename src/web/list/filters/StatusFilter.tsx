import { Status } from '#contract/fields.ts'
import { CodeFilter } from './CodeFilter.tsx'

/** Draws the filter by state of a list; deleted records are never listed. */
export function StatusFilter(props: {
  value: string | undefined
  onChange: (stt: string | undefined) => void
  isShownAbove?: boolean
}) {
  return <CodeFilter type="STT" label="状态" without={Status.deleted} {...props} />
}
