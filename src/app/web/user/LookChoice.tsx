import { SegmentedControl } from '#web/page/SegmentedControl.tsx'
import { type Appearance, useAppearance } from '#web/theme/appearance.ts'

/** Draws the choice between light, dark and what the machine says; it applies at once. */
export function LookChoice() {
  const { look, change } = useAppearance()
  return (
    <SegmentedControl<Appearance['mode']>
      aria-label="外观"
      value={look.mode}
      onChange={(mode) => change({ mode })}
      options={[
        { value: 'light', label: '浅色' },
        { value: 'dark', label: '深色' },
        { value: 'system', label: '跟随系统' },
      ]}
    />
  )
}
