import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button } from 'antd'
import { useHotkey } from '#web/page/useHotkey.ts'

type Props = {
  /** Names the neighbours with the measure word: 人, 个孩子. */
  of: string
  /** Opens who is before, or behind, in the list. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Says that k and j do the same; the parts of a page may need them. */
  hasKeys?: boolean
}

/** Draws the arrows that step through a list. */
export function NeighbourButtons({ of, onPrevious, onNext, hasKeys = true }: Props) {
  useHotkey(hasKeys ? 'k' : undefined, () => onPrevious?.())
  useHotkey(hasKeys ? 'j' : undefined, () => onNext?.())
  const keyOf = (key: string) => (hasKeys ? `（${key}）` : '')
  return (
    <>
      <Button
        icon={<ChevronUp />}
        disabled={!onPrevious}
        onClick={onPrevious}
        aria-label={`上一${of}`}
        title={`上一${of}${keyOf('k')}`}
      />
      <Button
        icon={<ChevronDown />}
        disabled={!onNext}
        onClick={onNext}
        aria-label={`下一${of}`}
        title={`下一${of}${keyOf('j')}`}
      />
    </>
  )
}
