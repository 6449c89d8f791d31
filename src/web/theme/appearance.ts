import * as z from 'zod'
import { usePreference } from '#web/api/preference.ts'

/** What the page looks like, as the settings drawer offers it (docs/spec/page.md#settings-of-the-page). */
export type Appearance = {
  /** A colour of one's own; without it the enterprise's. */
  theme?: string | undefined
  mode: 'light' | 'dark' | 'system'
  /** Of the controls. */
  size: 'small' | 'medium' | 'large'
  /** The tabs of the visited pages. */
  tags: boolean
  /** The top bar stays while the page scrolls. */
  fixedHeader: boolean
  /** The enterprise's logo above the menu. */
  sidebarLogo: boolean
  /** Charts tell their series apart by patterns too. */
  weakColours: boolean
}

export const defaultAppearance: Appearance = {
  mode: 'light',
  size: 'medium',
  tags: true,
  fixedHeader: true,
  sidebarLogo: true,
  weakColours: false,
}

// What is kept may be of an older version, or written by hand: a look that is none would leave no page to mend it on.
const Kept = z
  .object({
    theme: z.string(),
    mode: z.enum(['light', 'dark', 'system']),
    size: z.enum(['small', 'medium', 'large']),
    tags: z.boolean(),
    fixedHeader: z.boolean(),
    sidebarLogo: z.boolean(),
    weakColours: z.boolean(),
  })
  .partial()

/** The look, and how to change a part of it. */
export function useAppearance() {
  const [given, keep] = usePreference<unknown>('look', {})
  const kept = Kept.safeParse(given).data ?? {}
  const look: Appearance = { ...defaultAppearance, ...(kept as Partial<Appearance>) }
  return { look, change: (part: Partial<Appearance>) => keep({ ...kept, ...part }), reset: () => keep(undefined) }
}
