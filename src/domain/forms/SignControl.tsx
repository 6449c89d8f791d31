import { type PointerEvent, useRef } from 'react'
import type { ControlProps } from './control.web.ts'
import { Signature } from './Signature.tsx'

const [width, height] = [1000, 400]

type Props = Pick<ControlProps, 'value' | 'onChange' | 'labelId' | 'describedBy' | 'readOnly'>

/** Draws the input for a signature with a finger, a pen or the mouse. */
export function SignControl({ value, onChange, labelId, describedBy, readOnly }: Props) {
  const strokes = Array.isArray(value) ? (value as number[][]) : []
  const drawing = useRef<number[]>(undefined)
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const within = (part: number, most: number) => Math.round(Math.max(0, Math.min(1, part)) * most)
    return [within((clientX - box.left) / box.width, width), within((clientY - box.top) / box.height, height)]
  }
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (readOnly) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = placeOf(event)
    onChange([...strokes, drawing.current])
  }
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (!drawing.current) return
    drawing.current = [...drawing.current, ...placeOf(event)]
    onChange([...strokes.slice(0, -1), drawing.current])
  }
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="fill-sign">
      <Signature
        strokes={strokes}
        label="签名区，请用手指或鼠标书写"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={() => {
          drawing.current = undefined
        }}
      />
      {!readOnly && (
        <button type="button" disabled={strokes.length === 0} onClick={() => onChange(undefined)}>
          重写
        </button>
      )}
    </div>
  )
}
