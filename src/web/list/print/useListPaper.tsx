import { use, useId, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { SplitChoice } from '#web/layout/splitChoice.ts'
import { usePrinting } from '#web/print/printing.ts'
import type { ListColumn } from '../dataTable.types.ts'
import type { FilterWord } from '../filters/filterWords.ts'
import type { ListState } from '../listState.ts'
import { ListPaper } from './ListPaper.tsx'
import { usePrintWhole } from './usePrintWhole.tsx'

type Given<Row> = {
  call: Call
  list: ListState
  rowKey: keyof Row & string
  columns: readonly ListColumn<Row>[]
  /** Holds the page that is shown, undefined before it is read. */
  page: { datas: readonly Row[]; recordCount: number } | undefined
}

/**
 * Returns what a paged list has for paper: the `id` of its element, the `words` that its filters say what they are set to in, what
 * is `drawn` beside its table, and how to `print` it as a whole; undefined for those who may not.
 */
export function useListPaper<Row>({ call, list, rowKey, columns, page }: Given<Row>) {
  const id = useId()
  const [words] = useState(() => new Map<string, FilterWord>())
  const choice = use(SplitChoice)
  const isPrinting = usePrinting()
  const { rows, print, progress } = usePrintWhole<Row>({ call, list, rowKey, id })
  const drawn = (
    <>
      {page && (isPrinting || rows) && (
        <ListPaper<Row>
          columns={columns}
          rows={rows ?? page.datas}
          rowKey={rowKey}
          total={page.recordCount}
          choice={choice}
          filters={[...words.values()]}
          keyWord={list.keyWord}
        />
      )}
      {progress}
    </>
  )
  return { id, words, drawn, print }
}
