import * as z from 'zod'
import { usePreference } from '#web/api/preference.ts'

/** Describes the appearance of the page, as the settings drawer offers it (docs/spec/page.md#settings-of-the-page). */
export type Appearance = {
  /** Holds a colour of one's own; undefined for the enterprise's. */
  theme?: string | undefined
  mode: 'light' | 'dark' | 'system'
  /** Sets the size of the controls. */
  size: 'small' | 'medium' | 'large'
  /** Shows the tabs of the visited pages. */
  tags: boolean
  /** Keeps the top bar while the page scrolls. */
  fixedHeader: boolean
  /** Shows the enterprise's logo above the menu. */
  sidebarLogo: boolean
  /** Distinguishes the series of charts by patterns too. */
  weakColours: boolean
  /** Lets a single letter or sign do something, as `/` and `[`: whoever speaks instead of typing turns it off. */
  letterKeys: boolean
}

const defaultAppearance: Appearance = {
  mode: 'light',
  size: 'medium',
  tags: true,
  fixedHeader: true,
  sidebarLogo: true,
  weakColours: false,
  letterKeys: true,
}

// Accepts only a valid appearance: the stored one may be of an older version, or written by hand, and would leave no page to
// correct it on.
const Kept = z
  .object({
    theme: z.string(),
    mode: z.enum(['light', 'dark', 'system']),
    size: z.enum(['small', 'medium', 'large']),
    tags: z.boolean(),
    fixedHeader: z.boolean(),
    sidebarLogo: z.boolean(),
    weakColours: z.boolean(),
    letterKeys: z.boolean(),
  })
  .partial()

/** Returns the appearance, and a function that changes a part of it. */
export function useAppearance() {
  const [given, keep] = usePreference<unknown>('look', {})
  const kept = Kept.safeParse(given).data ?? {}
  const look: Appearance = { ...defaultAppearance, ...(kept as Partial<Appearance>) }
  return { look, change: (part: Partial<Appearance>) => keep({ ...kept, ...part }), reset: () => keep(undefined) }
}
