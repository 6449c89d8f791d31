/** Returns the siblings with one of them put before another, or last; undefined where that changes nothing. */
export function reorder(siblings: readonly string[], moved: string, before: string | undefined): string[] | undefined {
  const others = siblings.filter((one) => one !== moved)
  const at = others.indexOf(before ?? '')
  const next = others.toSpliced(at < 0 ? others.length : at, 0, moved)
  return next.join() === siblings.join() ? undefined : next
}

/** Returns what a menu offers in place of dragging one among its siblings; `place` puts it before another, or last. */
export function shiftActs(siblings: readonly string[], moved: string, place: (before: string | undefined) => void) {
  const at = siblings.indexOf(moved)
  return [
    at > 0 && { key: 'up', label: '上移', act: () => place(siblings[at - 1]) },
    at >= 0 && at < siblings.length - 1 && { key: 'down', label: '下移', act: () => place(siblings[at + 2]) },
  ]
}
