import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#web/page/format.ts'

type Props = {
  name: string
  /** Is undefined until it has been read. */
  count: number | undefined
  /** Is left out where the list stands right below. */
  to?: string
  /** Marks a number that should be none. */
  isConcern?: boolean
  children?: ReactNode
}

/** Draws one number with what it counts and a line below it; it leads to its list. */
export function HomeFigure({ name, count, to, isConcern = false, children }: Props) {
  const content = (
    <>
      <span className="grey">{name}</span>
      <strong>{count === undefined ? '…' : formatCount(count)}</strong>
      <span className="grey">{children}</span>
    </>
  )
  const className = isConcern && count ? 'home-figure concern' : 'home-figure'
  return to ? (
    <Link to={to} className={className}>
      {content}
    </Link>
  ) : (
    <div className={className}>{content}</div>
  )
}

/** Returns how a count has changed within a month, in words. */
export const changeText = (change: number) =>
  change === 0 ? '近一月持平' : `近一月 ${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))}`
