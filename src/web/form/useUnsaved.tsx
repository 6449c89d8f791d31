import { useRef } from 'react'
import { useConfirm } from '../useConfirm.tsx'

/** Asks before changes that are not saved are left behind. */
export function useUnsaved() {
  const dirty = useRef(false)
  const { ask, dialog } = useConfirm()
  return {
    dialog,
    note: (isDirty: boolean) => {
      dirty.current = isDirty
    },
    leave: (go: () => void) => {
      const act = async () => {
        dirty.current = false
        go()
      }
      if (dirty.current) ask({ title: '放弃未保存的修改？', touches: '这里的修改还没有保存。', verb: '放弃', act })
      else go()
    },
  }
}
