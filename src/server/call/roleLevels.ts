/** Names what a role covers: the whole enterprise, units of a school held through it, or departments held through it. */
type Level = 'whole' | 'unit' | 'department'

// Maps two dictionaries with the same numbers and different meanings (docs/spec/rights.md#roles).
const own: Record<string, Level> = { 1: 'whole', 2: 'whole', 3: 'department' }
const publicOnes: Record<string, Level> = { 1: 'whole', 2: 'whole', 4: 'department' }

export const levelOf = ({ roleItem, isOwn }: { roleItem: string; isOwn: boolean }): Level =>
  (isOwn ? own : publicOnes)[roleItem] ?? 'unit'
