import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#web/page/format.ts'
import './pageHead.css'

type Props = {
  /** Draws what is counted of the record, and who is in charge of it. */
  side: ReactNode
  children: ReactNode
}

/** Draws the first part of a page about one record in two columns: what it is, and beside it what is counted of it. */
export const RecordColumns = ({ side, children }: Props) => (
  <div className="record-columns">
    <div className="stack">{children}</div>
    <aside className="stack">{side}</aside>
  </div>
)

/** Describes a number of a record; `to` leads to what it counts. */
export type RecordCount = { label: string; count: number; to?: string | undefined }

/** Draws the numbers of a record. */
export const RecordCounts = ({ counts }: { counts: readonly (RecordCount | false)[] }) => (
  <ul className="record-counts">
    {counts
      .filter((one) => one !== false)
      .map(({ label, count, to }) => (
        <li key={label}>
          {to ? <Link to={to}>{formatCount(count)}</Link> : <strong>{formatCount(count)}</strong>}
          <span>{label}</span>
        </li>
      ))}
  </ul>
)
