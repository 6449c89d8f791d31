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
  const ways = [
    { name: `上一${of}`, key: 'k', icon: <ChevronUp />, go: onPrevious },
    { name: `下一${of}`, key: 'j', icon: <ChevronDown />, go: onNext },
  ]
  return ways.map(({ name, key, icon, go }) => (
    <Button key={key} icon={icon} disabled={!go} onClick={go} aria-label={name} title={hasKeys ? `${name}（${key}）` : name} />
  ))
}
