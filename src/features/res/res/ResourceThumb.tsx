import { useState } from 'react'
import { TypeMark } from '#web/viewer/TypeMark.tsx'

type Props = { type: string; thumb: string | null; size: 'card' | 'row' }

/** Draws a resource in small: the picture itself, or the mark of its kind. */
export function ResourceThumb({ type, thumb, size }: Props) {
  const [isGone, setGone] = useState(false)
  return (
    <span className={`resource-thumb of-${size}`}>
      {thumb && !isGone ? (
        <img src={thumb} alt="" loading="lazy" onError={() => setGone(true)} />
      ) : (
        <TypeMark type={type} size={size === 'card' ? 56 : 32} />
      )}
    </span>
  )
}
