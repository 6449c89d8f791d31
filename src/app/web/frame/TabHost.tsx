import { Spin } from 'antd'
import { Activity, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Route, Routes } from 'react-router'
import { usePrepared } from '#web/feedback/lazyPart.tsx'
import { PartBoundary } from '#web/feedback/PartBoundary.tsx'
import { PaperLine } from '#web/print/PaperLine.tsx'
import { afterPaint } from '#web/page/afterPaint.ts'
import type { Page, Pages } from '../pages.types.ts'
import { tabName, type Tab, useTabs } from '#web/page/tabs.ts'
import { TabContext } from '#web/page/tabContext.ts'
import { enterPage } from './regions.ts'
import { SectionContext } from '#web/head/section.ts'
import type { MenuModule } from '#contract/shell/mdl.contract.ts'
import { sectionOf } from '../menu/sectionOf.ts'

/** Keeps every open tab alive: one Activity each, its own scroll, its own address, its own error boundary. */
export function TabHost({ shown, pages, menu }: { shown: string; pages: Pages; menu: readonly MenuModule[] }) {
  const tabs = useTabs()
  return (
    <div className="frame-body">
      {tabs.map((tab) => {
        const page = pages.get(pathOf(tab))
        const active = tab.path === shown
        // Starts a page that is not cached anew each time.
        return (
          page &&
          (page.cached || active) && (
            <TabPage key={`${tab.path} ${tab.round}`} tab={tab} page={page} active={active} menu={menu} />
          )
        )
      })}
    </div>
  )
}

// Omits the query, which belongs to the tab's path for a page in a frame.
const pathOf = ({ path }: Tab) => path.split('?')[0] as string
const searchOf = ({ path, search }: Tab) => (path.includes('?') ? path.slice(path.indexOf('?')) : search)

function TabPage({ tab, page, active, menu }: { tab: Tab; page: Page; active: boolean; menu: readonly MenuModule[] }) {
  const context = useMemo(() => ({ active, path: tab.path }), [active, tab.path])
  const section = useMemo(() => sectionOf(menu, tab.path), [menu, tab.path])
  const Screen = page.screen
  // Draws the frame first, and the page in small pieces after it, between which the browser can answer.
  const isPrepared = useDeferredValue(usePrepared(Screen), false)
  // Reads nothing for a tab that has not been opened yet, as after a reload.
  const [isBegun, setBegun] = useState(active)
  if (active && !isBegun) setBegun(true)
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    if (active) return afterPaint(() => main.current && enterPage(main.current))
  }, [active])
  if (!isBegun) return null
  return (
    <TabContext value={context}>
      <SectionContext value={section}>
        <Activity mode={active ? 'visible' : 'hidden'}>
          <main ref={main} id={active ? 'main' : undefined} className="tab-page" tabIndex={-1} aria-label={tabName(tab)}>
            <PaperLine />
            <PartBoundary as="page">
              <Suspense fallback={<Spin delay={200} className="page-spin" />}>
                <Routes location={{ pathname: pathOf(tab), search: searchOf(tab) }}>
                  <Route
                    path={page.route ?? '*'}
                    element={isPrepared ? <Screen /> : <Spin delay={200} className="page-spin" />}
                  />
                </Routes>
              </Suspense>
            </PartBoundary>
          </main>
        </Activity>
      </SectionContext>
    </TabContext>
  )
}
