import { useRef, useState } from 'react'
import { AppModal } from './AppModal.tsx'

/** Asks before unsaved changes are left behind: `leave(act)` acts at once where there are none. */
export function useLeaving() {
  const dirty = useRef(false)
  const [act, setAct] = useState<() => void>()
  const dialog = (
    <AppModal
      open={act !== undefined}
      title="放弃未保存的修改？"
      width={440}
      okText="放弃"
      okButtonProps={{ danger: true }}
      cancelText="继续编辑"
      onOk={() => {
        dirty.current = false
        setAct(undefined)
        act?.()
      }}
      onCancel={() => setAct(undefined)}
    />
  )
  return {
    setDirty: (isDirty: boolean) => void (dirty.current = isDirty),
    leave: (next: () => void) => (dirty.current ? setAct(() => next) : next()),
    dialog,
  }
}
