import { Segmented, type SegmentedProps } from 'antd'
import type { SegmentedValue } from 'antd/es/segmented'

/**
 * Draws a few choices beside each other, of which one is chosen. Leaves only the chosen one a stop of Tab: antd's box around them is
 * another, on which no key does anything.
 */
export const SegmentedControl = <Value extends SegmentedValue>(choices: Omit<SegmentedProps<Value>, 'ref'>) => (
  <Segmented<Value> tabIndex={-1} {...choices} />
)
