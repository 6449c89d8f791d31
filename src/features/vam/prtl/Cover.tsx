import { BookA, Compass, Highlighter, Rocket, Star, Trophy, UsersRound } from 'lucide-react'
import { useState } from 'react'
import './cover.css'

// Maps the values of ACT_CLS to icons.
const marks: Record<string, typeof Star> = {
  1: Trophy,
  2: Rocket,
  3: Highlighter,
  4: Compass,
  5: UsersRound,
  6: BookA,
}

/** Draws the picture of an activity; where it is missing, or fails to load, one that is drawn for its class. */
export function Cover({ url, cls, isFirst = false }: { url: string | null; cls: string; isFirst?: boolean }) {
  const [broken, setBroken] = useState<string>()
  const Mark = marks[cls] ?? Star
  return (
    <span className="cover" data-cls={cls}>
      {url && url !== broken ? (
        <img src={url} alt="" loading={isFirst ? 'eager' : 'lazy'} decoding="async" onError={() => setBroken(url)} />
      ) : (
        <Mark aria-hidden />
      )}
    </span>
  )
}
