import { Button, Spin } from 'antd'
import { Suspense, useState } from 'react'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import { lazyPage } from '#web/feedback/lazyPart.tsx'

const Timeline = lazyPage(() => import('./Timeline.tsx'))

/** Returns the tab 历史 of a record's page or drawer; its kind is the table that holds it. */
export const historyTab = (kind: string, no: string, entNo?: string) => ({
  key: 'history',
  label: '历史',
  children: (
    <Suspense fallback={<Spin delay={200} />}>
      <Timeline key={no} kind={kind} no={no} entNo={entNo} />
    </Suspense>
  ),
})

/** Draws the history of a record that has no tabs, in a drawer beside it. */
export function HistoryDrawer({ kind, no, name, onClose }: { kind: string; no: string; name: string; onClose: () => void }) {
  const narrow = useNarrow()
  return (
    <AppDrawer open className="touch" isBeside size={narrow ? '100%' : 560} title={`${name} 的历史`} onClose={onClose}>
      {historyTab(kind, no).children}
    </AppDrawer>
  )
}

/** Draws the button that opens that drawer. */
export function HistoryButton(record: { kind: string; no: string; name: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>历史</Button>
      {open && <HistoryDrawer {...record} onClose={() => setOpen(false)} />}
    </>
  )
}
