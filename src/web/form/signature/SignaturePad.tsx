import { Button, Input } from 'antd'
import { type PointerEvent, useRef, useState } from 'react'
import { isDrawn, signatureBox } from '#contract/values/signature.ts'
import './signature.css'

const mostLetters = 20_000

type Props = { value: string; onChange: (value: string) => void }

/** Takes a signature by finger, pen or mouse; who cannot draw types the name instead. */
export function SignaturePad({ value, onChange }: Props) {
  const { width, height } = signatureBox
  const [drawn, setDrawn] = useState(isDrawn(value) ? value : '')
  const isDrawing = useRef(false)
  const typed = isDrawn(value) ? '' : value
  const set = (path: string) => {
    setDrawn(path)
    onChange(path)
  }
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect()
    const scaled = (at: number, from: number, size: number, most: number) =>
      Math.round(Math.min(1, Math.max(0, (at - from) / size)) * most)
    return `${scaled(clientX, box.left, box.width, width)} ${scaled(clientY, box.top, box.height, height)}`
  }
  return (
    <div className="signature-pad">
      <svg
        className="signature"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={drawn ? '签名区，已签名' : '签名区，请在这里写名字'}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          isDrawing.current = true
          set(`${drawn && `${drawn} `}M${pointOf(event)}`)
        }}
        onPointerMove={(event) => {
          if (isDrawing.current && drawn.length < mostLetters) set(`${drawn} L${pointOf(event)}`)
        }}
        onPointerUp={() => (isDrawing.current = false)}
        onPointerCancel={() => (isDrawing.current = false)}
      >
        {drawn ? (
          <path d={drawn} />
        ) : (
          <text x={width / 2} y={height / 2}>
            在这里签名
          </text>
        )}
      </svg>
      <div className="row-actions">
        <Button disabled={!value} onClick={() => set('')}>
          重写
        </Button>
        {!drawn && (
          <Input
            aria-label="输入姓名代替手写"
            placeholder="不方便手写，可输入姓名"
            maxLength={40}
            value={typed}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </div>
    </div>
  )
}
