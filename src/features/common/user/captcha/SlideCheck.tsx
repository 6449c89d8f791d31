import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { captcha } from '#contract/shell/captcha.contract.ts'
import { send } from '#web/api/send.ts'
import { useChallenge, type Solved } from './useChallenge.web.ts'
import './captcha.css'

type Props = { onSolved: (solved: Solved | undefined) => void; children: ReactNode }
type Point = { x: number; y: number; t: number }

const knob = 44
const arrows: Record<string, number> = { ArrowRight: 4, ArrowLeft: -4, ArrowUp: 1, ArrowDown: -1 }

/** Draws a piece that is slid to its place in a picture: with the mouse, a finger, or arrows and Enter. */
export function SlideCheck({ onSolved, children }: Props) {
  const { challenge, problem, renew } = useChallenge(captcha.getslide)
  const [x, setX] = useState(0)
  const [said, setSaid] = useState('')
  const [solved, setSolved] = useState(false)
  const rail = useRef<HTMLDivElement>(null)
  const track = useRef<Point[]>([])
  const begun = useRef(0)
  const held = useRef<{ x: number; y: number; at: number } | undefined>(undefined)

  /** Returns how many pixels of the picture one pixel of the page is, as narrow as the page may be. */
  const scale = () => (challenge && rail.current ? challenge.width / rail.current.clientWidth : 1)
  const most = () => (challenge ? challenge.width - knob * scale() : 0)

  function go(to: number, y: number) {
    const next = Math.round(Math.min(Math.max(to, 0), most()))
    const [first] = track.current
    const now = Math.round(performance.now())
    track.current.push({ x: next, y: Math.round(y), t: first ? now - begun.current : 0 })
    if (!first) begun.current = now
    setX(next)
  }

  function grasp(event: PointerEvent<HTMLElement>) {
    if (solved || !challenge) return
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = { x: event.clientX, y: event.clientY, at: x }
    track.current = []
    go(x, 0)
  }
  function drag(event: PointerEvent) {
    const from = held.current
    if (from) go(from.at + (event.clientX - from.x) * scale(), event.clientY - from.y)
  }
  function release() {
    if (!held.current) return
    held.current = undefined
    if (x > 0) void check()
  }
  function press(event: KeyboardEvent) {
    const step = arrows[event.key]
    if (solved || !challenge) return
    if (step) {
      event.preventDefault()
      go(x + step, 0)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      void check()
    }
  }

  async function check() {
    if (!challenge) return
    const { codeId } = challenge
    try {
      const { result } = await send(captcha.checkslide, { codeId, x, track: track.current.slice(-1000) })
      setSolved(true)
      setSaid('')
      onSolved(result)
    } catch (error) {
      setSaid((error as Error).message)
      again()
    }
  }
  function again() {
    track.current = []
    setX(0)
    setSolved(false)
    onSolved(undefined)
    renew()
  }

  const { width, height, y } = challenge ?? { width: 320, height: 160, y: 0 }
  const left = `${(x / width) * 100}%`
  return (
    <>
      <div className="check-picture" style={{ aspectRatio: `${width} / ${height}` }}>
        {challenge && (
          <>
            <img src={challenge.background} alt="" draggable={false} />
            <img
              className="check-piece"
              style={{ left, top: `${(y / height) * 100}%`, width: `${(56 / width) * 100}%` }}
              src={challenge.piece}
              alt=""
              draggable={false}
            />
          </>
        )}
      </div>
      <div ref={rail} className={`check-rail${solved ? ' solved' : ''}`}>
        {solved ? '验证通过' : '移到形状相同的模糊图形上'}
        {!solved && (
          <button
            type="button"
            className="check-knob"
            role="slider"
            aria-label="滑块：用方向键移动，回车确认"
            aria-valuemin={0}
            aria-valuemax={width}
            aria-valuenow={x}
            style={{ left }}
            onPointerDown={grasp}
            onPointerMove={drag}
            onPointerUp={release}
            onPointerCancel={release}
            onKeyDown={press}
          >
            →
          </button>
        )}
      </div>
      <div className="check-more">
        <span role="status">{problem || said}</span>
        {children}
      </div>
    </>
  )
}
