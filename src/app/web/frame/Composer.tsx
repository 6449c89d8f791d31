import { Suspense } from 'react'
import { compose, useProposal } from '#domain/messages/composer.web.ts'
import { lazyWindow } from '#web/feedback/lazyPart.tsx'

const ComposeDrawer = lazyWindow(() => import('#features/ent/msg/compose.panel.tsx'))

/** Draws the window that writes a message, wherever it was opened. */
export function Composer() {
  const proposal = useProposal()
  return <Suspense>{proposal && <ComposeDrawer {...proposal} onClose={() => compose()} />}</Suspense>
}
