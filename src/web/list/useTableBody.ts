import type { TableRef } from 'antd'
import { useEffect, useRef } from 'react'

/** What scrolls in a table: can be scrolled by keyboard, and starts at the top when something else is shown. */
export function useTableBody(from: string | undefined) {
  const table = useRef<TableRef>(null)
  const seen = useRef(from)
  useEffect(() => {
    const body = table.current?.nativeElement.querySelector<HTMLElement>('.ant-table-content, .ant-table-tbody-virtual-holder')
    if (!body) return
    // Also where nothing in it can be pressed.
    if (body.scrollHeight > body.clientHeight) body.tabIndex = 0
    else body.removeAttribute('tabindex')
    if (seen.current !== from) body.scrollTop = 0
    seen.current = from
  })
  return table
}
