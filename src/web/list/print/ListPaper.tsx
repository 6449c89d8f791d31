import { type ReactNode, useState } from 'react'
import { formatCount } from '#web/page/format.ts'
import { PaperLine } from '#web/print/PaperLine.tsx'
import type { ListColumn } from '../dataTable.types.ts'
import type { FilterWord } from '../filters/filterWords.ts'
import { liesAcross, PaperTable } from './PaperTable.tsx'

type Props<Row> = {
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  rowKey: keyof Row & string
  /** Counts all rows of the filter: more than those here where only one page of them is printed. */
  total: number
  /** Names what was chosen at the side of the list. */
  choice: string | undefined
  filters: readonly FilterWord[]
  keyWord: string
}

const headings = '.ant-modal-title, .ant-drawer-title, h1'

/** Draws a list as it stands on paper: title, whose it is, day, filter in words, and the rows. */
export function ListPaper<Row>({ columns, rows, rowKey, total, choice, filters, keyWord }: Props<Row>) {
  const [title, setTitle] = useState('')
  // Takes the title of the page or window that the list stands in.
  const named = (paper: HTMLElement | null) =>
    setTitle(paper?.closest('.ant-modal, .ant-drawer, .page, main')?.querySelector(headings)?.textContent ?? '')
  return (
    <section className={liesAcross(columns) ? 'paper paper-wide' : 'paper'} ref={named} aria-hidden>
      <h2 className="print-title">{title}</h2>
      <PaperLine />
      <p className="paper-filter">
        {choice && <span>范围：{choice}</span>}
        {filters.map(({ label, shown }) => (
          <Word key={label} label={label}>
            {shown}
          </Word>
        ))}
        {keyWord && <Word label="搜索">“{keyWord}”</Word>}
        <span>
          共 {formatCount(total)} 条{rows.length < total && `，这里是其中 ${formatCount(rows.length)} 条`}
        </span>
      </p>
      <PaperTable columns={columns} rows={rows} rowKey={rowKey} />
    </section>
  )
}

const Word = ({ label, children }: { label: string; children: ReactNode }) => (
  <span>
    {label}：{children}
  </span>
)
