import { useState } from 'react'
import { ImageCheck } from './ImageCheck.tsx'
import { SlideCheck } from './SlideCheck.tsx'
import type { Solved } from './useChallenge.web.ts'
import './captcha.css'

type Props = { imageOnly: boolean; onSolved: (solved: Solved | undefined) => void }

/** Asks for one of the two, or for the image where only that is taken; `onSolved` hears of it, and of its end. */
export default function SecurityCheck({ imageOnly, onSolved }: Props) {
  const [image, setImage] = useState(imageOnly)
  const change = () => {
    onSolved(undefined)
    setImage(!image)
  }
  const Check = image ? ImageCheck : SlideCheck
  return (
    <fieldset className="check">
      <legend>安全验证</legend>
      <Check onSolved={onSolved}>
        {!imageOnly && (
          <button type="button" onClick={change}>
            {image ? '换用滑块验证' : '换用图片验证码'}
          </button>
        )}
      </Check>
    </fieldset>
  )
}
