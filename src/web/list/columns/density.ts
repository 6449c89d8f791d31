import { usePreference } from '#web/api/preference.ts'

/** How high rows are: 33, 40 or 48 px (docs/spec/lists.md#density). */
export const densities = { small: '紧凑', middle: '标准', large: '宽松' } as const
export type Density = keyof typeof densities

/** The density of all tables, remembered per user. */
export const useDensity = () => usePreference<Density>('density', 'small')
