import type { TableRef } from 'antd'
import { useEffect, useRef } from 'react'

/** Prepares the scrolling part of a table: it scrolls by keyboard, and starts at the top when something else is shown. */
export function useTableBody(from: string | undefined) {
  const table = useRef<TableRef>(null)
  const seen = useRef(from)
  useEffect(() => {
    const body = table.current?.nativeElement.querySelector<HTMLElement>('.ant-table-content, .ant-table-tbody-virtual-holder')
    if (!body) return
    // Makes it scroll by keyboard also where nothing in it can be pressed.
    if (body.scrollHeight > body.clientHeight) body.tabIndex = 0
    else body.removeAttribute('tabindex')
    if (seen.current !== from) body.scrollTop = 0
    seen.current = from
  })
  return table
}
