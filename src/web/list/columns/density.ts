import { usePreference } from '#web/api/preference.ts'

/** Names the row heights: 33, 40 or 48 px (docs/spec/lists.md#density). */
export const densityWords = { small: '紧凑', middle: '标准', large: '宽松' } as const
export type Density = keyof typeof densityWords

/** Returns the density of all tables, stored per user. */
export const useDensity = () => usePreference<Density>('density', 'small')
