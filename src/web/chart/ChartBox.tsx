import { ChevronDown, ChevronRight } from 'lucide-react'
import { Button } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { useNarrow } from '#web/page/useMedia.ts'
import { usePrinting } from '#web/print/printing.ts'
import type { Draw } from './ChartCanvas.tsx'
import './chart.css'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

const ChartCanvas = lazyPage(() => import('./ChartCanvas.tsx'))

type Props = {
  title: string
  /** Lists the titles of the table's columns, whose rows show the chart in figures. */
  columns: string[]
  rows: { key: string; cells: ReactNode[] }[]
  draw: Draw
}

/**
 * Draws a chart with its heading; 查看数据 shows it as a table, which is also what a screen reader gets. On a phone it is folded
 * under its heading. On paper the table stands in its place.
 */
export function ChartBox({ title, columns, rows, draw }: Props) {
  const narrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const [isTable, setTable] = useState(false)
  const isPrinting = usePrinting()
  const isShown = isOpen || !narrow || isPrinting
  return (
    <section aria-label={title}>
      <div className="chart-head">
        <h2>
          {narrow ? (
            <button type="button" className="chart-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? <ChevronDown /> : <ChevronRight />} {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {isShown && (
          <Button type="link" aria-label={`${isTable ? '查看图表' : '查看数据'}：${title}`} onClick={() => setTable(!isTable)}>
            {isTable ? '查看图表' : '查看数据'}
          </Button>
        )}
      </div>
      {isShown && (
        <div className="chart-body">
          {!isTable && (
            <Suspense>
              <ChartCanvas draw={draw} />
            </Suspense>
          )}
          <div className={isTable || isPrinting ? 'chart-table' : 'unseen'} {...(isTable && { tabIndex: 0 })}>
            <Figures title={title} columns={columns} rows={rows} />
          </div>
        </div>
      )}
    </section>
  )
}

function Figures({ title, columns, rows }: Omit<Props, 'draw'>) {
  return (
    <table>
      <caption className="unseen">{title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others] }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {others.map((cell, at) => (
              <td key={columns[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
