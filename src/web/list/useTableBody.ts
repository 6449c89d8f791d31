import type { TableRef } from 'antd'
import { useEffect, useRef } from 'react'

/**
 * Prepares the scrolling part of a table: it scrolls by keyboard, starts at the top when something else is shown, and cannot be
 * used while its rows are former ones.
 */
export function useTableBody(from: string | undefined, isFormer: boolean) {
  const table = useRef<TableRef>(null)
  const seen = useRef(from)
  useEffect(() => {
    const body = table.current?.nativeElement.querySelector<HTMLElement>('.ant-table-content, .ant-table-tbody-virtual-holder')
    if (!body) return
    body.inert = isFormer
    body.ariaBusy = String(isFormer)
    // Makes it scroll by keyboard also where nothing in it can be pressed.
    if (body.scrollHeight > body.clientHeight) body.tabIndex = 0
    else body.removeAttribute('tabindex')
    if (seen.current !== from) body.scrollTop = 0
    seen.current = from
  })
  return table
}
