import { useEffect, useRef } from 'react'

const headings = '.ant-modal-title, .ant-drawer-title, h1'

/** Names a table to those who do not see it: as said, or else after the window or page it stands in. */
export function useTableName(label: string | undefined) {
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    const inside = table.current?.closest('.ant-modal, .ant-drawer, .page, main')
    if (table.current) table.current.ariaLabel = label ?? inside?.querySelector(headings)?.textContent ?? null
  })
  return table
}
