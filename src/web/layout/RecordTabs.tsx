import { Spin, Tabs } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { keepSearch } from '#web/page/tabs.ts'

type Tab = { key: string; label: string; children: ReactNode }

type Props = {
  /** The address of the page, without a tab. */
  path: string
  /** Without those that are false; they may be loaded lazily. */
  tabs: (Tab | false)[]
  /** Asks before what is unsaved is left. */
  leave?: (go: () => void) => void
}

/** Shows a record in tabs; which one is open stands in the address, but for the first. */
export function RecordTabs({ path, tabs, leave = (go) => go() }: Props) {
  const [search, setSearch] = useSearchParams()
  const shown = tabs.filter((tab) => tab !== false)
  const first = shown[0]?.key ?? ''
  const open = (key: string) =>
    leave(() => {
      const next = key === first ? '' : `?tab=${key}`
      keepSearch(path, next)
      setSearch(next, { replace: true })
    })
  return (
    <Tabs
      activeKey={search.get('tab') ?? first}
      onChange={open}
      destroyOnHidden
      items={shown.map(({ children, ...tab }) => ({
        ...tab,
        children: <Suspense fallback={<Spin delay={200} />}>{children}</Suspense>,
      }))}
    />
  )
}
