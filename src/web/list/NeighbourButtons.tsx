import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button } from 'antd'
import { useHotkey } from '#web/page/useHotkey.ts'

type Props = {
  /** Names the neighbours with the measure word: 人, 个孩子. */
  of: string
  /** Opens who is before, or behind, in the list. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** Draws the arrows by which a drawer steps through the list beside it; k and j do the same. */
export function NeighbourButtons({ of, onPrevious, onNext }: Props) {
  useHotkey('k', () => onPrevious?.())
  useHotkey('j', () => onNext?.())
  return (
    <>
      <Button
        icon={<ChevronUp />}
        disabled={!onPrevious}
        onClick={onPrevious}
        aria-label={`上一${of}`}
        title={`上一${of}（k）`}
      />
      <Button icon={<ChevronDown />} disabled={!onNext} onClick={onNext} aria-label={`下一${of}`} title={`下一${of}（j）`} />
    </>
  )
}
