import { SearchIcon } from 'lucide-react'
import { Button } from 'antd'
import { showWindow } from '#web/layout/windows.ts'

/** Opens the search over everything; where there is room it looks like the field that it opens. */
export function SearchButton({ isWide = false }: { isWide?: boolean }) {
  if (!isWide) return <Button type="text" icon={<SearchIcon />} aria-label="搜索" onClick={() => showWindow('search')} />
  return (
    <button type="button" className="search-button" onClick={() => showWindow('search')}>
      <SearchIcon />
      <span>搜索</span>
      <kbd>Ctrl K</kbd>
    </button>
  )
}
