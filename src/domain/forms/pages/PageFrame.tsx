import { type ReactNode, useEffect, useRef } from 'react'
import './pages.css'
import type { Paging } from './usePaging.web.ts'

/** Draws a page of a form between where one is and the buttons to the pages beside it; the focus goes to its head with each turn. */
export function PageFrame({ paging, children }: { paging: Paging; children: ReactNode }) {
  const { page, at, count, isLast, isSingle, turns, next, back } = paging
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (turns === 0) return
    head.current?.scrollIntoView({ block: 'start' })
    head.current?.focus({ preventScroll: true })
  }, [turns])
  const unit = isSingle ? '题' : '页'
  return (
    <div className="fill fill-pages">
      <h2 ref={head} tabIndex={-1} className="fill-page-head">
        <span>
          第 {at + 1} {unit}，共 {count} {unit}
        </span>
        {page.title && <strong>{page.title}</strong>}
      </h2>
      <progress max={count} value={at + 1} aria-hidden />
      {children}
      <div className="fill-turns">
        {at > 0 && (
          <button type="button" onClick={back}>
            上一{unit}
          </button>
        )}
        {!isLast && (
          <button type="button" className="fill-next" onClick={() => void next()}>
            下一{unit}
          </button>
        )}
      </div>
    </div>
  )
}
