import { use, useState } from 'react'
import { AppModal } from './AppModal.tsx'
import { giveUpUnsaved, holdsUnsaved } from '#web/page/unsaved.ts'
import { TabContext } from '#web/page/tabContext.ts'

/**
 * Asks before what is not saved is left behind: `leave(go)` goes at once where nothing in this tab is unsaved, `ask(go)`
 * asks in any case.
 */
export function useLeaving() {
  const { path } = use(TabContext)
  const [going, setGoing] = useState<() => void>()
  const ask = (go: () => void) => setGoing(() => go)
  const isUnsaved = () => holdsUnsaved(path)
  const giveUp = (go: () => void) => () => {
    giveUpUnsaved(path)
    go()
  }
  const dialog = (
    <AppModal
      open={going !== undefined}
      title="放弃未保存的修改？"
      width={440}
      okText="放弃"
      okButtonProps={{ danger: true }}
      cancelText="继续编辑"
      onOk={() => {
        setGoing(undefined)
        going?.()
      }}
      onCancel={() => setGoing(undefined)}
    />
  )
  return { ask, leave: (go: () => void) => (isUnsaved() ? ask(giveUp(go)) : go()), isUnsaved, dialog }
}
