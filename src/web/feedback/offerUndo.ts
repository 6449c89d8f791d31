/**
 * Describes an operation that can be undone: in words that name its object, with its enterprise where it was not the user's own;
 * `message`: what the act itself says, for two seconds.
 */
export type Undoable = { op: string; text: string; message?: string | undefined; entNo?: string | undefined }

let waiting: Undoable | undefined
let show: ((undoable: Undoable) => void) | undefined
let onFirst = () => {}

/** Shows the notice that takes an operation back; it replaces the one before. */
export function offerUndo(undoable: Undoable) {
  if (show) return show(undoable)
  waiting = undoable
  onFirst()
}

/** Registers the listener for the first notice, whose component is loaded only then. */
export function onFirstUndo(listener: () => void) {
  onFirst = listener
}

export function showUndo(shower: (undoable: Undoable) => void) {
  show = shower
  if (waiting) shower(waiting)
  waiting = undefined
}

const undone = new Set<(op: string) => void>()

/** Tells everybody who may offer it, too, that an operation was taken back. */
export const sayUndone = (op: string) => undone.forEach((listener) => listener(op))

/** Registers a listener for undone operations; returns a function that removes it. */
export function onUndone(listener: (op: string) => void) {
  undone.add(listener)
  return () => void undone.delete(listener)
}

/** Says what was done, from the message of its success and the name of its object: 员工删除成功 becomes 员工“张三”已删除. */
export const undoText = (message: string, name?: string) =>
  message.replace(/^(.*?)(..)成功$/, (_, noun: string, verb: string) => `${noun}${name ? `“${name}”` : ''}已${verb}`) || '已完成'

// Holds the title of the confirmed act that is under way: 删除“张三”.
let acting: string | undefined

/** Runs a confirmed act, whose title names its object. */
export async function actingOn(title: string, act: () => Promise<unknown>) {
  acting = title
  try {
    await act()
  } finally {
    acting = undefined
  }
}

/** Says what was done by the title of the act that is under way, else by the message of its success and the name in its input. */
export function undoTextOf(message: string, input: object): string {
  const [, name] = Object.entries(input).find(([field, value]) => field.endsWith('Name') && typeof value === 'string') ?? []
  return acting ? `已${acting}` : undoText(message, name)
}
