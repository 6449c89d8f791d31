import { dragProps } from '#web/drag/drag.ts'

/** Makes the row of this number be dragged under a type, for a tree that takes it (`drops`): alone, or with all that are ticked. */
export function rowDrag(type: string, key: string, ticked: readonly string[]) {
  const keys = ticked.includes(key) ? ticked : [key]
  return dragProps({ kind: type, name: `${keys.length} 项`, data: keys.join() })
}
