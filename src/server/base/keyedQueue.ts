const last = new Map<string, Promise<void>>()

/**
 * Waits until whoever asked for this key before has left; answers how to leave. What would queue for one row of the database
 * queues here instead, and leaves the connections to all other calls.
 */
export async function enterQueue(key: string): Promise<() => void> {
  const before = last.get(key)
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  last.set(key, left)
  await before
  return () => {
    if (last.get(key) === left) last.delete(key)
    leave()
  }
}
