import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatBytes, formatCount, formatDate } from '#web/page/format.ts'
import type { Out } from '#web/api/send.ts'
import type { res } from './res.contract.ts'
import { ResourceThumb } from './ResourceThumb.tsx'
import './resources.css'

export type Row = Out<typeof res.getpage>['datas'][number]

/** Returns the address of a resource's page. */
export const detailsOf = (resNo: string) => `/resource/details?no=${resNo}`

/** Draws resources as cards, four in a line; on a phone as rows. */
export const ResourceCards = ({ rows }: { rows: Row[] }) => (
  <ul className="resource-cards">
    {rows.map((row) => (
      <li key={row.resNo}>
        <Link to={detailsOf(row.resNo)}>
          <ResourceThumb type={row.type} thumb={row.thumb} size="card" />
          <span className="resource-facts">
            <strong title={row.resName}>{row.resName}</strong>
            <span className="grey">
              {row.empName ?? row.ofEntName}
              {row.favFlag === '1' && <Star className="resource-star" fill="currentColor" aria-label="已收藏" />}
            </span>
            <span className="grey">
              {formatDate(row.putTm)} · {formatBytes(row.size)} · 下载 {formatCount(row.downCnt)}
            </span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
)

type RowsProps = { rows: Row[]; note: (row: Row) => ReactNode; tools?: (row: Row) => ReactNode }

/** Draws resources as rows, each with a note of its own and its actions. */
export const ResourceRows = ({ rows, note, tools }: RowsProps) => (
  <ul className="resource-rows">
    {rows.map((row) => (
      <li key={row.resNo}>
        <Link to={detailsOf(row.resNo)}>
          <ResourceThumb type={row.type} thumb={row.thumb} size="row" />
          <span className="resource-facts">
            <strong title={row.resName}>{row.resName}</strong>
            <span className="grey">{note(row)}</span>
          </span>
        </Link>
        {tools?.(row)}
      </li>
    ))}
  </ul>
)
