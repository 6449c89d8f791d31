import { SegmentedControl } from '#web/page/SegmentedControl.tsx'

type Props = {
  /** Says what somebody did with the rows: 发 in 我发的. */
  verb: string
  value: string | undefined
  onChange: (mineFlag: '0' | '1') => void
}

/** Chooses between the caller's own rows (1) and those of all (0). */
export const MineChips = ({ verb, value, onChange }: Props) => (
  <SegmentedControl<'0' | '1'>
    aria-label={`谁${verb}的`}
    value={value === '1' ? '1' : '0'}
    onChange={onChange}
    options={[
      { value: '1', label: `我${verb}的` },
      { value: '0', label: '全部' },
    ]}
  />
)
