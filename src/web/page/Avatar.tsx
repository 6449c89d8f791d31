import { useState } from 'react'
import './avatar.css'

const tints = ['blue', 'orange', 'teal', 'red', 'violet', 'green']

/** Returns the colour of somebody without a photo: always the same for the same name. */
const tintOf = (name: string) => tints[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length]

type Props = {
  /** Holds the name; nothing is drawn of an empty one but the ground. */
  name: string | null | undefined
  /** Holds the address of the photo. */
  photo?: string | null | undefined
  size?: 'small' | 'large'
}

/** Draws somebody's photo; without one, or where it cannot be read, the last two letters of the name. */
export function Avatar({ name, photo, size = 'small' }: Props) {
  const [failed, setFailed] = useState<string>()
  const known = name ?? ''
  if (photo && photo !== failed)
    return <img className={`avatar ${size}`} src={photo} alt="" loading="lazy" onError={() => setFailed(photo)} />
  return (
    <span className={`avatar ${size} ${tintOf(known)}`} aria-hidden="true">
      {[...known].slice(-2).join('')}
    </span>
  )
}
