import { Button, Tabs } from 'antd'
import type { ActionMenu } from '#web/menu/menuOf.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { AppDrawer } from '#web/feedback/AppDrawer.tsx'
import { ReadFailed } from '#web/list/EmptyState.tsx'
import { ActionsButton } from '#web/menu/ActionsButton.tsx'
import { useLeaving } from '#web/feedback/useLeaving.tsx'
import { useSubject } from '#web/page/tab.ts'
import { Avatar } from '#web/page/Avatar.tsx'
import { useNarrow } from '#web/page/useMedia.ts'
import './personDrawer.css'

type Part = { key: string; label: string; children: ReactNode }

type Props = {
  /** Names somebody who has not been read yet. */
  kind: string
  /** Holds the state of reading. */
  read: { error: Error | null; refetch: () => unknown }
  /** Names the person, for the window; undefined until the person has been read. */
  name: string | undefined
  /** Draws name and tags; undefined until the person has been read. */
  title: ReactNode
  /** Holds the address of the photo, where there is one. */
  photo?: string | null | undefined
  /** Says in one line who it is: class and number, department and number. */
  line?: string | undefined
  /** Offers the most frequent action. */
  first?: { label: string; act: () => void } | false | undefined
  menu?: ActionMenu | undefined
  /** Lists the parts, each behind a tab; leaves out false ones. */
  parts: (Part | false)[] | undefined
  /** Says that it is opened out of a form, which waits until it is closed. */
  isGlance?: boolean
  onClose: () => void
}

/** Draws everything about one person, beside the list, which stays in use. */
export function PersonDrawer({
  kind,
  read: { error, refetch },
  name,
  title,
  photo,
  line,
  first,
  menu,
  parts,
  isGlance = false,
  onClose,
}: Props) {
  const narrow = useNarrow()
  const { leave, dialog } = useLeaving()
  useSubject(name)
  const [tab, setTab] = useState<string>()
  const shown = parts?.filter((part) => part !== false) ?? []
  const [only, ...others] = shown
  const isOne = others.length === 0
  return (
    <AppDrawer
      open
      className="touch"
      isBeside={!isGlance}
      size={narrow ? '100%' : 560}
      // Closes at once where there are only facts, since nothing can be unsaved here.
      onClose={() => (isOne ? onClose() : leave(onClose))}
      title={
        title ? (
          <span className="person-title">
            <Avatar name={name} photo={photo} size="large" />
            <span>
              <span className="drawer-title">{title}</span>
              {line && <small>{line}</small>}
            </span>
          </span>
        ) : (
          kind
        )
      }
      extra={
        <span className="row-actions">
          {first && (
            <Button type="primary" onClick={first.act}>
              {first.label}
            </Button>
          )}
          <ActionsButton menu={menu} />
        </span>
      }
    >
      {error && !parts && <ReadFailed message={error.message} onRetry={() => void refetch()} />}
      {isOne ? (
        only?.children
      ) : (
        <Tabs
          activeKey={tab ?? only?.key ?? ''}
          onChange={(to) => leave(() => setTab(to))}
          destroyOnHidden
          items={shown.map(({ children, ...part }) => ({
            ...part,
            // Loads the content of a tab when it is opened.
            children: <Suspense fallback={null}>{children}</Suspense>,
          }))}
        />
      )}
      {dialog}
    </AppDrawer>
  )
}
